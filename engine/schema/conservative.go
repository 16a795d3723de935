package schema

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// thirteen are the keywords of the conservative dialect.
var thirteen = []string{
	"$schema", "title", "description", "type", "properties", "required", "additionalProperties",
	"enum", "items", "minItems", "maxItems", "minimum", "maximum",
}

// A conservative is a schema of the conservative dialect. Parts of it that are
// broken are skipped: they were reported when it was compiled.
type conservative struct {
	root     map[string]any
	declared map[string]bool
}

func compileConservative(root map[string]any) *Schema {
	i := inspection{declared: map[string]bool{}}
	i.schema(root, "")
	return &Schema{check: &conservative{root, i.declared}, problems: tidy(i.problems)}
}

// An inspection finds what is wrong with a conservative schema.
type inspection struct {
	problems []Violation
	declared map[string]bool
}

func (i *inspection) invalid(path string) {
	i.problems = append(i.problems, Violation{finding.InvalidSchema, path})
}

func (i *inspection) schema(v any, path string) {
	object, ok := v.(map[string]any)
	if !ok {
		i.invalid(path)
		return
	}
	for keyword := range object {
		if !slices.Contains(thirteen, keyword) && !strings.HasPrefix(keyword, "x-") {
			i.problems = append(i.problems, Violation{ID: finding.UnsupportedKeyword})
		}
	}
	i.keywords(object, path)
	if items, ok := object["items"]; ok {
		i.schema(items, path+"/items")
	}
	properties, ok := object["properties"]
	if !ok {
		return
	}
	named, ok := properties.(map[string]any)
	if !ok {
		i.invalid(path + "/properties")
	}
	for name, v := range named {
		i.declared[name] = true
		i.schema(v, path+"/properties/"+strictjson.EscapePointer(name))
	}
}

// keywords checks the values of the keywords that hold no schemas.
func (i *inspection) keywords(object map[string]any, path string) {
	if t, ok := object["type"]; ok && !slices.Contains(typeNames, text(t)) {
		i.invalid(path + "/type")
	}
	if r, ok := object["required"]; ok && !uniqueStrings(r) {
		i.invalid(path + "/required")
	}
	if a, ok := object["additionalProperties"]; ok {
		if _, boolean := a.(bool); !boolean {
			i.invalid(path + "/additionalProperties")
		}
	}
	if e, ok := object["enum"]; ok {
		if _, list := e.([]any); !list {
			i.invalid(path + "/enum")
		}
	}
	for _, keyword := range []string{"minItems", "maxItems", "minimum", "maximum"} {
		if n, ok := object[keyword]; ok && strictjson.Exact(n) == nil {
			i.invalid(path + "/" + keyword)
		}
	}
}

func uniqueStrings(v any) bool {
	list, ok := v.([]any)
	if !ok {
		return false
	}
	seen := map[string]bool{}
	for _, element := range list {
		s, ok := element.(string)
		if !ok || seen[s] {
			return false
		}
		seen[s] = true
	}
	return true
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

func (c *conservative) validate(value any) []Violation {
	var out []Violation
	c.value(c.root, value, "", &out)
	return out
}

// value checks enum and type, and stops below a wrong type.
func (c *conservative) value(schema map[string]any, value any, path string, out *[]Violation) {
	if list, ok := schema["enum"].([]any); ok && !slices.ContainsFunc(list, func(e any) bool { return strictjson.Equal(e, value) }) {
		*out = append(*out, Violation{finding.SchemaEnum, path})
	}
	if name := text(schema["type"]); slices.Contains(typeNames, name) && !hasType(name, value) {
		*out = append(*out, Violation{finding.SchemaType, path})
		return
	}
	switch v := value.(type) {
	case map[string]any:
		c.object(schema, v, path, out)
	case []any:
		c.array(schema, v, path, out)
	case json.Number:
		c.number(schema, v, path, out)
	}
}

func (c *conservative) object(schema, object map[string]any, path string, out *[]Violation) {
	required, _ := schema["required"].([]any)
	for _, r := range required {
		if name, ok := r.(string); ok && !has(object, name) {
			*out = append(*out, Violation{finding.SchemaRequired, path + declaredToken(c.declared, name)})
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	open, _ := schema["additionalProperties"].(bool)
	for name, v := range object {
		property, declared := properties[name]
		if !declared {
			if !open {
				*out = append(*out, Violation{finding.SchemaAdditional, path + "/*"})
			}
			continue
		}
		if sub, ok := property.(map[string]any); ok {
			c.value(sub, v, path+declaredToken(c.declared, name), out)
		}
	}
}

func has(object map[string]any, name string) bool {
	_, ok := object[name]
	return ok
}

func (c *conservative) array(schema map[string]any, array []any, path string, out *[]Violation) {
	size := new(big.Rat).SetInt64(int64(len(array)))
	if n := strictjson.Exact(schema["minItems"]); n != nil && size.Cmp(n) < 0 {
		*out = append(*out, Violation{finding.SchemaMinItems, path})
	}
	if n := strictjson.Exact(schema["maxItems"]); n != nil && size.Cmp(n) > 0 {
		*out = append(*out, Violation{finding.SchemaMaxItems, path})
	}
	items, ok := schema["items"].(map[string]any)
	if !ok {
		return
	}
	for i, v := range array {
		c.value(items, v, path+"/"+strconv.Itoa(i), out)
	}
}

func (c *conservative) number(schema map[string]any, n json.Number, path string, out *[]Violation) {
	value := strictjson.Exact(n)
	if limit := strictjson.Exact(schema["minimum"]); limit != nil && value.Cmp(limit) < 0 {
		*out = append(*out, Violation{finding.SchemaMinimum, path})
	}
	if limit := strictjson.Exact(schema["maximum"]); limit != nil && value.Cmp(limit) > 0 {
		*out = append(*out, Violation{finding.SchemaMaximum, path})
	}
}
