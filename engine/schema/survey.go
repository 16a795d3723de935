package schema

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// A survey walks a schema document and notes what would not be enforced, which
// property names it declares, and where it has schemas.
type survey struct {
	draft    int
	problems []Violation
	declared map[string]bool
	schemas  map[string]bool // the pointers of all schemas
	anchors  map[string]bool
	dynamic  []string // the pointers of schemas that dynamic references may mean
	links    []link
	// instructions is the size of all patterns together.
	instructions int
	ids          bool // references may be relative to more than the document
}

func newSurvey(root map[string]any) *survey {
	s := &survey{draft: latestDraft, declared: map[string]bool{}, schemas: map[string]bool{}, anchors: map[string]bool{}}
	if v, ok := root["$schema"]; ok {
		if s.draft = draftOf(v); s.draft == 0 {
			s.invalid("/$schema")
			return s
		}
	}
	s.schema(root, "")
	s.checkLinks()
	if s.instructions > maxAllInstructions {
		s.invalid("")
	}
	return s
}

// draftOf returns the draft that $schema names, 0 if it names none.
func draftOf(v any) int {
	name := strings.TrimSuffix(text(v), "#")
	if after, ok := strings.CutPrefix(name, "http://"); ok {
		return drafts[after]
	}
	return drafts[strings.TrimPrefix(name, "https://")]
}

// weight is what it takes to keep what the schema compiles to, in subschemas.
func (s *survey) weight() int { return len(s.schemas) + s.instructions/instructionsWeight }

// usable reports whether the survey found nothing worse than keywords that
// would be ignored.
func (s *survey) usable() bool {
	return !slices.ContainsFunc(s.problems, func(v Violation) bool { return v.ID == finding.InvalidSchema })
}

func (s *survey) unsupported(path string) {
	s.problems = append(s.problems, Violation{finding.UnsupportedKeyword, path})
}

func (s *survey) invalid(path string) {
	s.problems = append(s.problems, Violation{finding.InvalidSchema, path})
}

// schema walks one schema; a boolean one has no keywords.
func (s *survey) schema(v any, path string) {
	object, ok := v.(map[string]any)
	if _, boolean := v.(bool); ok || boolean {
		s.schemas[path] = true
	}
	s.identity(object, path)
	for name, value := range object {
		if strings.HasPrefix(name, "x-") {
			continue
		}
		at := path + "/" + strictjson.EscapePointer(name)
		k, known := keywords[name]
		if !known || !k.in(s.draft, object) {
			s.unsupported(at)
		}
		if known {
			s.value(k.shape, value, at)
		}
	}
	s.declare(object)
}

// identity notes by what a schema may be referred to.
func (s *survey) identity(object map[string]any, path string) {
	for _, name := range []string{"$id", "id"} {
		_, ok := object[name].(string)
		s.ids = s.ids || ok
	}
	if name, ok := object["$anchor"].(string); ok {
		s.anchors[name] = true
	}
	if name, ok := object["$dynamicAnchor"].(string); ok {
		s.anchors[name] = true
		s.dynamic = append(s.dynamic, path)
	}
	if object["$recursiveAnchor"] == true {
		s.dynamic = append(s.dynamic, path)
	}
}

// declare notes the property names that the schema itself writes down.
func (s *survey) declare(object map[string]any) {
	properties, _ := object["properties"].(map[string]any)
	for name := range properties {
		s.declared[name] = true
	}
	required, _ := object["required"].([]any)
	for _, name := range required {
		s.declared[text(name)] = true
	}
}

func (s *survey) value(kind shape, value any, path string) {
	switch kind {
	case subschema:
		s.schema(value, path)
	case schemaList, schemaOrs:
		s.list(kind, value, path)
	case schemaMap, mixedMap, patternMap:
		s.byName(kind, value, path)
	case patternText:
		s.pattern(value, path)
	case formatName:
		s.oneOf(value, enforcedFormats, path)
	case encoding:
		s.oneOf(value, []string{"base64"}, path)
	case mediaType:
		s.oneOf(value, []string{jsonMedia}, path)
	case count:
		s.count(value, path)
	case reference:
		if target, ok := value.(string); ok {
			s.links = append(s.links, link{path, target})
		}
	case draftName:
		if draftOf(value) != s.draft {
			s.unsupported(path) // one document, one draft
		}
	}
}

func (s *survey) list(kind shape, value any, path string) {
	list, ok := value.([]any)
	if !ok && kind == schemaOrs {
		s.schema(value, path)
	}
	for i, v := range list {
		s.schema(v, path+"/"+strconv.Itoa(i))
	}
}

func (s *survey) byName(kind shape, value any, path string) {
	object, _ := value.(map[string]any)
	for name, v := range object {
		at := path + "/" + strictjson.EscapePointer(name)
		if kind == patternMap {
			s.pattern(name, at)
		}
		s.schema(v, at)
	}
}

// pattern notes a regular expression that can't be used.
func (s *survey) pattern(value any, path string) {
	text, ok := value.(string)
	if !ok {
		return // the library says so
	}
	n, ok := costOfText(text)
	if !ok {
		s.unsupported(path)
		return
	}
	s.instructions += n
}

// oneOf notes a name that is none of those which are enforced.
func (s *survey) oneOf(value any, known []string, path string) {
	if name, ok := value.(string); ok && !slices.Contains(known, name) {
		s.unsupported(path)
	}
}

// count notes a number that the library would cut to the width of an int.
func (s *survey) count(value any, path string) {
	n, ok := value.(json.Number)
	if !ok {
		return // the library says so
	}
	if r := strictjson.Exact(n); r == nil || !r.IsInt() || r.Sign() < 0 || !r.Num().IsInt64() {
		s.invalid(path)
	}
}
