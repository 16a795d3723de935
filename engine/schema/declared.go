package schema

import "github.com/toolverdict/toolverdict/engine/strictjson"

// declaredToken returns the reference token of a property: its name if the
// schema writes it down in properties or required, "*" if only the value does, or
// if it is too long for a name.
func declaredToken(declared map[string]bool, name string) string {
	if len(name) <= maxName && declared[name] {
		return "/" + strictjson.EscapePointer(name)
	}
	return "/*"
}
