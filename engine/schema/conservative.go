package schema

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/mask"
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
	required, _ := object["required"].([]any)
	for _, name := range required {
		i.declared[text(name)] = true
	}
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

// accepts leaves all to validate.
func (c *conservative) accepts(strictjson.Value) bool { return false }

func (c *conservative) validate(value any, m *mask.Masks, b *Budget) violations {
	e := evaluation{conservative: c, masks: m, left: b.allow(size(value))}
	allowed := e.left
	e.value(c.root, value, "")
	if !b.take(allowed-max(0, e.left)) || e.left < 0 {
		return tooMuch()
	}
	return e.found
}

// An evaluation checks one value.
type evaluation struct {
	*conservative
	masks *mask.Masks
	found violations
	left  int64 // steps, as in [work]; it stops below 0
}

func (e *evaluation) spend(steps int) bool {
	e.left -= int64(steps)
	return e.left >= 0
}

func (e *evaluation) report(id finding.ID, path string) {
	e.found.add(id, path)
}

// value checks enum and type, and stops below a wrong type.
func (e *evaluation) value(schema map[string]any, value any, path string) {
	if list, ok := schema["enum"].([]any); ok && e.spend(comparing(list, value)) {
		if answer := e.masks.Among(value, list); answer != mask.Yes {
			e.found.answer(answer, finding.SchemaEnum, path)
		}
	}
	if !e.spend(1) {
		return
	}
	if name := text(schema["type"]); slices.Contains(typeNames, name) && !hasType(name, value) {
		answer := mask.No
		if masked, _ := e.masks.Text(text(value)); masked { // it may stand for anything
			answer = mask.Unknown
		}
		e.found.answer(answer, finding.SchemaType, path)
		return
	}
	switch v := value.(type) {
	case map[string]any:
		e.object(schema, v, path)
	case []any:
		e.array(schema, v, path)
	case json.Number:
		e.number(schema, v, path)
	}
}

// comparing is how many steps it takes to look for a value in a list.
func comparing(list []any, value any) int {
	switch v := value.(type) {
	case []any, map[string]any:
		return size(list).nodes
	case json.Number:
		return len(list) * (1 + len(v)/64)
	}
	return len(list)
}

func (e *evaluation) object(schema, object map[string]any, path string) {
	required, _ := schema["required"].([]any)
	if !e.spend(len(required) + len(object)) {
		return
	}
	for _, r := range required {
		if name, ok := r.(string); ok && !has(object, name) {
			e.report(finding.SchemaRequired, below(path, declaredToken(e.declared, name)))
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	open, _ := schema["additionalProperties"].(bool)
	for name, v := range object {
		property, declared := properties[name]
		if !declared && !open {
			e.report(finding.SchemaAdditional, below(path, "/*"))
		}
		if sub, ok := property.(map[string]any); ok {
			e.value(sub, v, below(path, declaredToken(e.declared, name)))
		}
	}
}

func has(object map[string]any, name string) bool {
	_, ok := object[name]
	return ok
}

func (e *evaluation) array(schema map[string]any, array []any, path string) {
	length := new(big.Rat).SetInt64(int64(len(array)))
	if n := strictjson.Exact(schema["minItems"]); n != nil && length.Cmp(n) < 0 {
		e.report(finding.SchemaMinItems, path)
	}
	if n := strictjson.Exact(schema["maxItems"]); n != nil && length.Cmp(n) > 0 {
		e.report(finding.SchemaMaxItems, path)
	}
	items, ok := schema["items"].(map[string]any)
	if !ok {
		return
	}
	for i, v := range array {
		e.value(items, v, below(path, "/"+strconv.Itoa(i)))
	}
}

func (e *evaluation) number(schema map[string]any, n json.Number, path string) {
	value := strictjson.Exact(n)
	if value == nil {
		return // no number that Decode builds
	}
	least, most := strictjson.Exact(schema["minimum"]), strictjson.Exact(schema["maximum"])
	if e.masks.Is(n) && (least != nil || most != nil) {
		e.report(finding.RedactedConstraint, path)
		return
	}
	if least != nil && value.Cmp(least) < 0 {
		e.report(finding.SchemaMinimum, path)
	}
	if most != nil && value.Cmp(most) > 0 {
		e.report(finding.SchemaMaximum, path)
	}
}
