package schema

import "github.com/toolverdict/toolverdict/engine/strictjson"

// declaredToken returns the reference token of a property: its name if the
// schema writes it down in properties or required, "*" if only the value does.
func declaredToken(declared map[string]bool, name string) string {
	if declared[name] {
		return "/" + strictjson.EscapePointer(name)
	}
	return "/*"
}
