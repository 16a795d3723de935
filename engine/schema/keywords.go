package schema

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
	count                    // a number of things
	reference                // a reference to a schema
	draftName                // the draft that the schema is written in
)

// A keyword is one that the library enforces, or that promises nothing by
// itself.
type keyword struct {
	shape shape
	since int    // the first draft that has it; 0: all
	until int    // the last draft that has it; 0: all
	needs string // the keyword without which it says nothing
	// beside: it keeps its meaning next to a $ref. Up to draft 7 the other
	// keywords lose theirs there.
	beside bool
}

var keywords = map[string]keyword{
	"$schema": {shape: draftName, beside: true}, "$comment": {beside: true},
	"$id": {beside: true}, "id": {beside: true}, "$anchor": {beside: true},
	"$dynamicAnchor": {beside: true}, "$recursiveAnchor": {beside: true},
	"$ref":          {shape: reference, beside: true},
	"$dynamicRef":   {shape: reference, since: 2020},
	"$recursiveRef": {shape: reference, since: 2019},
	"$defs":         {shape: schemaMap, beside: true},
	"definitions":   {shape: schemaMap, beside: true},

	"title": {beside: true}, "description": {beside: true}, "default": {beside: true},
	"example": {beside: true}, "examples": {beside: true}, "deprecated": {beside: true},
	"readOnly": {beside: true}, "writeOnly": {beside: true},

	"type": {}, "enum": {}, "const": {since: 6},
	"multipleOf": {}, "maximum": {}, "exclusiveMaximum": {}, "minimum": {}, "exclusiveMinimum": {},

	"maxLength": {shape: count}, "minLength": {shape: count},
	"pattern": {shape: patternText}, "format": {shape: formatName},
	"contentEncoding":  {shape: encoding, since: 7},
	"contentMediaType": {shape: mediaType, since: 7},
	"contentSchema":    {shape: subschema, since: 2019, needs: "contentMediaType"},

	"items": {shape: schemaOrs}, "prefixItems": {shape: schemaList, since: 2020},
	"additionalItems":  {shape: subschema, until: 2019, needs: "items"},
	"unevaluatedItems": {shape: subschema, since: 2019},
	"maxItems":         {shape: count}, "minItems": {shape: count}, "uniqueItems": {},
	"contains":    {shape: subschema, since: 6},
	"maxContains": {shape: count, since: 2019, needs: "contains"},
	"minContains": {shape: count, since: 2019, needs: "contains"},

	"properties": {shape: schemaMap}, "patternProperties": {shape: patternMap},
	"additionalProperties":  {shape: subschema},
	"unevaluatedProperties": {shape: subschema, since: 2019},
	"propertyNames":         {shape: subschema, since: 6},
	"maxProperties":         {shape: count}, "minProperties": {shape: count}, "required": {},
	"dependentRequired": {since: 2019}, "dependentSchemas": {shape: schemaMap, since: 2019},
	"dependencies": {shape: mixedMap},

	"allOf": {shape: schemaList}, "anyOf": {shape: schemaList}, "oneOf": {shape: schemaList},
	"not": {shape: subschema}, "if": {shape: subschema, since: 7},
	"then": {shape: subschema, since: 7, needs: "if"}, "else": {shape: subschema, since: 7, needs: "if"},
}

// in reports whether the keyword says something in a schema of that draft.
func (k keyword) in(draft int, schema map[string]any) bool {
	if draft < k.since || k.until != 0 && draft > k.until {
		return false
	}
	if draft < 2019 && !k.beside {
		if _, reference := schema["$ref"].(string); reference {
			return false
		}
	}
	if k.needs == "items" { // additionalItems goes on from a list of them
		_, list := schema["items"].([]any)
		return list
	}
	_, there := schema[k.needs]
	return k.needs == "" || there
}

// enforcedFormats are the formats that the library checks, and ours.
var enforcedFormats = []string{
	"json-pointer", "relative-json-pointer", "uuid", "duration", "ipv4", "ipv6", "hostname", "email",
	"date", "time", "date-time", "uri", "iri", "uri-reference", "iri-reference", "uri-template", "regex",
	"semver", "period",
	"int32", "int64", "float", "double",
}

// drafts are the years, or the numbers, of the drafts that $schema may name.
var drafts = map[string]int{
	"json-schema.org/schema":               latestDraft,
	"json-schema.org/draft/2020-12/schema": 2020,
	"json-schema.org/draft/2019-09/schema": 2019,
	"json-schema.org/draft-07/schema":      7,
	"json-schema.org/draft-06/schema":      6,
	"json-schema.org/draft-04/schema":      4,
}

const latestDraft = 2020
