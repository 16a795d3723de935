package schema

import (
	"regexp"
	"slices"
	"strings"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// A shape says what the value of a keyword is made of.
type shape uint8

const (
	data        shape = iota // a value: nothing in it is a keyword
	subschema                // a schema
	schemaList               // a list of schemas
	schemaMap                // schemas by names that are no keywords
	schemaOrs                // a schema, or a list of schemas (items of old drafts)
	mixedMap                 // schemas or lists of names, by name (dependencies)
	patternMap               // schemas by regular expression
	patternText              // a regular expression
	formatName               // a format
	encoding                 // a content encoding
	mediaType                // a content media type
)

// enforced lists the keywords that the library enforces, and the annotations
// and references that promise nothing by themselves.
var enforced = map[string]shape{
	"$schema": data, "$id": data, "id": data, "$ref": data, "$anchor": data, "$dynamicRef": data,
	"$dynamicAnchor": data, "$recursiveRef": data, "$recursiveAnchor": data, "$comment": data,
	"$defs": schemaMap, "definitions": schemaMap,

	"title": data, "description": data, "default": data, "example": data, "examples": data,
	"deprecated": data, "readOnly": data, "writeOnly": data,

	"type": data, "enum": data, "const": data,
	"multipleOf": data, "maximum": data, "exclusiveMaximum": data, "minimum": data, "exclusiveMinimum": data,
	"maxLength": data, "minLength": data, "pattern": patternText, "format": formatName,
	"contentEncoding": encoding, "contentMediaType": mediaType, "contentSchema": subschema,

	"items": schemaOrs, "prefixItems": schemaList, "additionalItems": subschema, "unevaluatedItems": subschema,
	"maxItems": data, "minItems": data, "uniqueItems": data,
	"contains": subschema, "maxContains": data, "minContains": data,

	"properties": schemaMap, "patternProperties": patternMap, "additionalProperties": subschema,
	"unevaluatedProperties": subschema, "propertyNames": subschema,
	"maxProperties": data, "minProperties": data, "required": data,
	"dependentRequired": data, "dependentSchemas": schemaMap, "dependencies": mixedMap,

	"allOf": schemaList, "anyOf": schemaList, "oneOf": schemaList, "not": subschema,
	"if": subschema, "then": subschema, "else": subschema,
}

// enforcedFormats are the formats that the library checks, and ours.
var enforcedFormats = []string{
	"json-pointer", "relative-json-pointer", "uuid", "duration", "ipv4", "ipv6", "hostname", "email",
	"date", "time", "date-time", "uri", "iri", "uri-reference", "iri-reference", "uri-template", "regex",
	"int32", "int64", "float", "double",
}

// A survey walks a schema and notes what would not be enforced, and which
// property names it declares.
type survey struct {
	problems []Violation
	declared map[string]bool
}

func (s *survey) unsupported(path string) {
	s.problems = append(s.problems, Violation{finding.UnsupportedKeyword, path})
}

// schema walks one schema; a boolean one has no keywords.
func (s *survey) schema(v any, path string) {
	object, ok := v.(map[string]any)
	if !ok {
		return
	}
	for keyword, value := range object {
		if strings.HasPrefix(keyword, "x-") {
			continue
		}
		at := path + "/" + strictjson.EscapePointer(keyword)
		kind, ok := enforced[keyword]
		if !ok {
			s.unsupported(at)
			continue
		}
		if keyword == "properties" {
			s.declare(value)
		}
		s.value(kind, value, at)
	}
}

func (s *survey) declare(properties any) {
	object, _ := properties.(map[string]any)
	for name := range object {
		s.declared[name] = true
	}
}

func (s *survey) value(kind shape, value any, path string) {
	switch kind {
	case subschema, schemaOrs, schemaList:
		s.schema(value, path)
		list, _ := value.([]any)
		for _, v := range list {
			s.schema(v, path)
		}
	case schemaMap, mixedMap, patternMap:
		object, _ := value.(map[string]any)
		for name, v := range object {
			at := path + "/" + strictjson.EscapePointer(name)
			if kind == patternMap {
				s.pattern(name, at)
			}
			s.schema(v, at)
		}
	case patternText:
		s.pattern(value, path)
	case formatName:
		s.oneOf(value, enforcedFormats, path)
	case encoding:
		s.oneOf(value, []string{"base64"}, path)
	case mediaType:
		s.oneOf(value, []string{"application/json"}, path)
	}
}

// pattern notes a regular expression that can't be compiled: RE2 has no
// look-around, for one.
func (s *survey) pattern(value any, path string) {
	if text, ok := value.(string); ok {
		if _, err := regexp.Compile(text); err != nil {
			s.unsupported(path)
		}
	}
}

// oneOf notes a name that is none of those which are enforced.
func (s *survey) oneOf(value any, known []string, path string) {
	if name, ok := value.(string); ok && !slices.Contains(known, name) {
		s.unsupported(path)
	}
}
