package schema

import (
	"encoding/json"
	"strings"
)

// typeNames are the types of JSON Schema.
var typeNames = []string{"object", "array", "string", "number", "integer", "boolean", "null"}

// hasType reports whether a value is of the type. An integer is an integer
// literal: 1.0 and 1e0 are none.
func hasType(name string, value any) bool {
	switch v := value.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case json.Number:
		return name == "number" || name == "integer" && !strings.ContainsAny(string(v), ".eE")
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	}
	return false
}
