package schema

import "fmt"

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

var dialectNames = [...]string{JSONSchema: "json_schema", Conservative: "conservative"}

// String returns the name that configurations and flags use.
func (d Dialect) String() string {
	if int(d) < len(dialectNames) {
		return dialectNames[d]
	}
	return fmt.Sprintf("Dialect(%d)", uint8(d))
}

// MarshalText implements [encoding.TextMarshaler].
func (d Dialect) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler], as [ParseDialect] does it.
func (d *Dialect) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDialect(string(text))
	return err
}

// ParseDialect returns the dialect of a name. The error lists the dialects that
// there are.
func ParseDialect(name string) (Dialect, error) {
	for i, known := range dialectNames {
		if name == known {
			return Dialect(i), nil
		}
	}
	return JSONSchema, fmt.Errorf("unknown dialect %q: use json_schema or conservative", name)
}
