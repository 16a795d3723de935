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

// equal compares two values; numbers by value, not by text.
func equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		x, y := number(a), number(b)
		return x != nil && y != nil && x.Cmp(y) == 0
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !equal(a[i], b[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name, v := range a {
			if w, ok := b[name]; !ok || !equal(v, w) {
				return false
			}
		}
		return true
	}
	return a == b
}
