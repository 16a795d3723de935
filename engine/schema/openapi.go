package schema

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// fromOpenAPI translates a schema in the words of Gemini, which takes a subset of
// OpenAPI's: types in capitals, nullable, counts as text. Any other schema is returned
// as it is, and so is one that can't be read: that is found where it is compiled.
func fromOpenAPI(schema strictjson.Value) []byte {
	if plainType(schema.Get("type").Text()) == "" {
		return schema.Raw()
	}
	root, err := strictjson.Decode(schema.Raw(), maxDepth)
	if err != nil {
		return schema.Raw()
	}
	translate(root)
	translated, err := json.Marshal(root)
	if err != nil {
		return schema.Raw()
	}
	return translated
}

// plainType is the JSON Schema name of a type in capitals, "" if it is none.
func plainType(name string) string {
	if lower := strings.ToLower(name); lower != name && slices.Contains(typeNames, lower) {
		return lower
	}
	return ""
}

// counts are the keywords whose numbers protobuf's JSON writes as text.
var counts = []string{"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"}

// translate rewrites a schema and those in it, where Gemini has any.
func translate(v any) {
	schema, ok := v.(map[string]any)
	if !ok {
		return
	}
	if name := plainType(text(schema["type"])); name != "" {
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
	translate(schema["items"])
	properties, _ := schema["properties"].(map[string]any)
	for _, below := range properties {
		translate(below)
	}
	options, _ := schema["anyOf"].([]any)
	for _, below := range options {
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
