package schema

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// fromOpenAPI translates a schema in the words of Gemini, which takes a subset of
// OpenAPI's: types in capitals, nullable, counts as text. Any other schema is returned
// as it is, and so is one that can't be read: that is found where it is compiled.
func fromOpenAPI(text []byte) []byte {
	root, err := strictjson.Decode(text, maxDepth)
	schema, ok := root.(map[string]any)
	if err != nil || !ok || plainType(schema["type"]) == "" {
		return text
	}
	translate(schema)
	translated, err := json.Marshal(schema)
	if err != nil {
		return text
	}
	return translated
}

// plainType is the JSON Schema name of a type in capitals, "" if it is none.
func plainType(v any) string {
	name, _ := v.(string)
	if lower := strings.ToLower(name); lower != name && slices.Contains(typeNames, lower) {
		return lower
	}
	return ""
}

// counts are the keywords whose numbers protobuf's JSON writes as text.
var counts = []string{"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"}

// translate rewrites a schema and those in it.
func translate(schema map[string]any) {
	if name := plainType(schema["type"]); name != "" {
		schema["type"] = name
	}
	if schema["format"] == "enum" { // says no more than enum itself
		delete(schema, "format")
	}
	delete(schema, "propertyOrdering") // an annotation
	for _, keyword := range counts {
		if text, ok := schema[keyword].(string); ok && isCount(text) {
			schema[keyword] = json.Number(text)
		}
	}
	for below := range subschemas(schema) {
		translate(below)
	}
	allowNull(schema)
}

// isCount reports whether text is a JSON number of digits alone.
func isCount(text string) bool {
	return text == "0" || text != "" && text[0] != '0' && strings.Trim(text, "0123456789") == ""
}

// allowNull says nullable in JSON Schema's words.
func allowNull(schema map[string]any) {
	nullable, ok := schema["nullable"].(bool)
	if !ok {
		return
	}
	delete(schema, "nullable")
	if !nullable {
		return
	}
	if name, ok := schema["type"].(string); ok {
		schema["type"] = []any{name, "null"}
	}
	if values, ok := schema["enum"].([]any); ok {
		schema["enum"] = append(values, nil)
	}
	if options, ok := schema["anyOf"].([]any); ok {
		schema["anyOf"] = append(options, map[string]any{"type": "null"})
	}
}

// subschemas are the schemas right below one, where Gemini has any.
func subschemas(schema map[string]any) func(func(map[string]any) bool) {
	var found []any
	if properties, ok := schema["properties"].(map[string]any); ok {
		found = slices.Collect(maps.Values(properties))
	}
	if options, ok := schema["anyOf"].([]any); ok {
		found = append(found, options...)
	}
	found = append(found, schema["items"])
	return func(yield func(map[string]any) bool) {
		for _, v := range found {
			if below, ok := v.(map[string]any); ok && !yield(below) {
				return
			}
		}
	}
}
