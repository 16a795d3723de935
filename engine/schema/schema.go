package schema

import (
	"maps"
	"math"
	"slices"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/mask"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// The bounds on one schema. A schema may come from a span, so it is as hostile
// as the arguments.
const (
	maxBytes      = 256 << 10
	maxDepth      = 64      // of the document, and of references one behind another
	maxSchemas    = 2048    // subschemas; compiling one takes up to 0.1 ms and 1 KiB
	maxSetWeight  = 16384   // of all tools of a span, in subschemas or what takes as much
	maxPaths      = 1 << 20 // bytes of the pointers to all that a schema holds
	maxViolations = 1000    // of one value
	maxPath       = 512     // bytes of the pointer of a violation
	maxName       = 128     // bytes of a property name in it
)

// A Set holds the compiled schemas of the tools of one application. It is
// immutable and safe for concurrent use. A nil Set holds none.
type Set struct {
	tools      map[string]*Schema
	weight     int  // of all tools
	unreadable bool // the text was no list of definitions
}

// A Schema is one compiled tool schema. It is immutable and safe for concurrent
// use.
type Schema struct {
	check    validator // nil if the schema can't be used
	problems []Violation
	weight   int // what it takes to keep it, in subschemas
}

// A validator checks one value; it takes its steps from the budget.
type validator interface {
	validate(value any, m *mask.Masks, b *Budget) violations
	// accepts reports whether a value is valid, if that can be told without
	// building it.
	accepts(value strictjson.Value) bool
}

// Compile compiles schemas, each the JSON text of one, keyed by tool name. The
// violations describe what is wrong with them, by tool and then by path; their
// paths start with the escaped tool name. The tool of a broken schema is known
// all the same, see [Schema.Problems].
func Compile(dialect Dialect, schemas map[string][]byte) (*Set, []Violation) {
	return compileSet(dialect, schemas, math.MaxInt)
}

// compileSet compiles while there is room for what the schemas take. Schemas that have no
// room any more are invalid, the same ones every time.
func compileSet(dialect Dialect, schemas map[string][]byte, room int) (*Set, []Violation) {
	set := &Set{tools: make(map[string]*Schema, len(schemas))}
	var all []Violation
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		s := compile(dialect, schemas[name], room-set.weight)
		set.tools[name] = s
		set.weight += s.weight
		for _, v := range s.problems {
			all = append(all, Violation{v.ID, "/" + strictjson.EscapePointer(name) + v.Path})
		}
	}
	return set, tidy(all)
}

func compile(dialect Dialect, text []byte, room int) *Schema {
	broken := &Schema{problems: []Violation{{ID: finding.InvalidSchema}}}
	if len(text) > maxBytes {
		return broken
	}
	document, err := strictjson.Decode(text, maxDepth)
	if err != nil {
		return broken
	}
	root, ok := document.(map[string]any)
	if !ok {
		return broken
	}
	paths := pathBytes(root, 0)
	if paths > maxPaths || paths/1024 > room {
		return broken
	}
	var s *Schema
	if dialect == Conservative {
		s = compileConservative(root)
	} else {
		s = compileJSONSchema(root, room-paths/1024)
	}
	s.weight += paths / 1024
	return s
}

// pathBytes is how long the pointers to a value and to all in it are together,
// where its own has that many bytes. A long name above many members multiplies.
func pathBytes(value any, length int) int {
	sum := length
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			sum = min(sum+pathBytes(member, length+1+len(name)), maxPaths+1)
		}
	case []any:
		for _, element := range v {
			sum = min(sum+pathBytes(element, length+4), maxPaths+1)
		}
	}
	return sum
}

// Lookup returns the schema of a tool, nil if the tool has none.
func (s *Set) Lookup(tool string) *Schema {
	if s == nil {
		return nil
	}
	return s.tools[tool]
}

// Unreadable reports whether the set stands for definitions that could not be
// read: then it does not know which tools there are.
func (s *Set) Unreadable() bool { return s != nil && s.unreadable }

// Len returns how many tools have a schema.
func (s *Set) Len() int {
	if s == nil {
		return 0
	}
	return len(s.tools)
}

// Problems returns what is wrong with the schema itself. A call of a tool whose
// schema has problems can't be judged valid.
func (s *Schema) Problems() []Violation { return slices.Clone(s.problems) }

// Accepts reports whether a value, which [strictjson.Decode] could build, has no
// violations. It is quick and builds nothing, but does not know all keywords: of
// what it does not accept only [Schema.Validate] can tell.
func (s *Schema) Accepts(v strictjson.Value) bool { return s.check == nil || s.check.accepts(v) }

// Validate checks a value as [strictjson.Decode] builds it. The violations are
// sorted by path, without repeats; from 1000 on they are cut off. What the
// schema's problems name is left out, and a schema of which nothing can be used
// finds nothing. A value that would take more than the budget has left is no valid
// one: the violation is invalid_schema. A nil budget is one for this value alone.
func (s *Schema) Validate(value any, b *Budget) []Violation { return s.ValidateMasked(value, nil, b) }

// ValidateMasked checks a value of which parts may be masked. What depends on a
// masked part is neither valid nor a violation of its rule, but
// redacted_constraint; what does not is checked as [Schema.Validate] does.
func (s *Schema) ValidateMasked(value any, m *mask.Masks, b *Budget) []Violation {
	if s.check == nil {
		return nil
	}
	if b == nil {
		b = NewBudget()
	}
	return s.check.validate(value, m, b).list()
}
