// Package schema checks call arguments against tool schemas.
package schema

import "github.com/toolverdict/toolverdict/engine/finding"

// A Dialect says which schema keywords are understood.
type Dialect uint8

// The dialects.
const (
	// JSONSchema is JSON Schema: draft 2020-12, or what $schema says.
	JSONSchema Dialect = iota
	// Conservative knows thirteen keywords; objects are closed unless they say
	// otherwise.
	Conservative
)

// A Violation is one way in which a schema, or a value under it, is wrong.
type Violation struct {
	// ID is the rule that was broken.
	ID finding.ID
	// Path is a JSON Pointer inside the schema or the value; "" is the root.
	// Keys that only the value defines are shown as "*".
	Path string
}

// A Set holds the compiled schemas of the tools of one application. It is
// immutable and safe for concurrent use.
type Set struct{}

// Compile compiles schemas, each the JSON text of one, keyed by tool name.
// Schemas that can't be used are left out and described by the violations, whose
// paths start with the escaped tool name; the set holds all others.
func Compile(dialect Dialect, schemas map[string][]byte) (*Set, []Violation) { return nil, nil }

// Lookup returns the schema of a tool, nil if there is none.
func (s *Set) Lookup(tool string) *Schema { return nil }

// Len returns how many tools have a schema.
func (s *Set) Len() int { return 0 }

// A Schema is one compiled tool schema. It is immutable and safe for concurrent
// use.
type Schema struct{}

// Validate checks a value, as strictjson.Decode builds it: nil, bool, string,
// json.Number, []any, map[string]any. The violations stand in document order.
func (s *Schema) Validate(value any) []Violation { return nil }
