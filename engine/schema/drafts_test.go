package schema_test

import (
	"testing"

	"github.com/toolverdict/toolverdict/engine/schema"
)

const (
	draft4    = `"$schema":"http://json-schema.org/draft-04/schema#",`
	draft6    = `"$schema":"http://json-schema.org/draft-06/schema#",`
	draft7    = `"$schema":"http://json-schema.org/draft-07/schema#",`
	draft2019 = `"$schema":"https://json-schema.org/draft/2019-09/schema",`
	draft2020 = `"$schema":"https://json-schema.org/draft/2020-12/schema",`
)

// A keyword says something in some drafts, and beside some keywords, only.
func TestKeywordsThatSayNothingWhereTheyStand(t *testing.T) {
	for _, c := range []struct {
		schema string
		want   []schema.Violation
	}{
		{`{` + draft4 + `"id":"urn:x","minimum":1,"exclusiveMinimum":true}`, nil},
		{`{` + draft4 + `"const":1}`, v("unsupported_schema_keyword", "/tool/const")},
		{`{` + draft6 + `"const":1,"if":{},"then":{}}`, v("unsupported_schema_keyword", "/tool/if", "unsupported_schema_keyword", "/tool/then")},
		{`{` + draft7 + `"if":{},"then":{},"else":{}}`, nil},
		{`{` + draft7 + `"prefixItems":[{}]}`, v("unsupported_schema_keyword", "/tool/prefixItems")},
		{`{` + draft7 + `"dependentRequired":{}}`, v("unsupported_schema_keyword", "/tool/dependentRequired")},
		{`{` + draft7 + `"items":[{}],"additionalItems":false}`, nil},
		{`{` + draft7 + `"items":{},"additionalItems":false}`, v("unsupported_schema_keyword", "/tool/additionalItems")},
		{`{` + draft2019 + `"unevaluatedProperties":false,"$recursiveRef":"#"}`, v("invalid_schema", "/tool")},
		{`{` + draft2019 + `"prefixItems":[{}]}`, v("unsupported_schema_keyword", "/tool/prefixItems")},
		{`{` + draft2020 + `"prefixItems":[{}],"unevaluatedItems":false,"dependencies":{"a":["b"]}}`, nil},
		{`{` + draft2020 + `"items":{},"additionalItems":false}`, v("unsupported_schema_keyword", "/tool/additionalItems")},
		{`{"then":{}}`, v("unsupported_schema_keyword", "/tool/then")},
		{`{"minContains":1}`, v("unsupported_schema_keyword", "/tool/minContains")},
		{`{"contains":{},"minContains":1}`, nil},
		{`{"contentSchema":{}}`, v("unsupported_schema_keyword", "/tool/contentSchema")},
		{`{"contentMediaType":"application/json","contentSchema":{}}`, nil},

		{
			`{` + draft7 + `"$ref":"#/definitions/a","description":"d","x-a":1,"minLength":1,"definitions":{"a":{}}}`,
			v("unsupported_schema_keyword", "/tool/minLength"),
		},
		{`{"$ref":"#/$defs/a","minLength":1,"$defs":{"a":{}}}`, nil},

		{`{"$schema":"https://example.org/own","foo":1}`, v("invalid_schema", "/tool/$schema")},
		{`{"$schema":5}`, v("invalid_schema", "/tool/$schema")},
		{`{"not":{` + draft7 + `"type":"string"}}`, v("unsupported_schema_keyword", "/tool/not/$schema")},
		{`{"not":{` + draft2020 + `"type":"string"}}`, nil},
		{`{"minLength":18446744073709551616}`, v("invalid_schema", "/tool/minLength")},
		{`{"maxItems":1.5}`, v("invalid_schema", "/tool/maxItems")},
		{`{"dependentSchemas":{"foo":{"foo":1}},"anyOf":[{},{"foo":1}]}`, v("unsupported_schema_keyword", "/tool/anyOf/1/foo", "unsupported_schema_keyword", "/tool/dependentSchemas/foo/foo")},
		{`{"properties":{"a":{"minimum":"1"}}}`, v("invalid_schema", "/tool/properties/a/minimum")},
	} {
		_, violations := compile(t, schema.JSONSchema, c.schema)
		same(t, c.schema, violations, c.want)
	}
}

func TestReferencesStayInTheSchemasOfTheDocument(t *testing.T) {
	for _, c := range []struct {
		schema string
		want   []schema.Violation
	}{
		{`{"$ref":"#/$defs/a%25~1b","$defs":{"a%/b":{}}}`, nil},
		{`{"$ref":"#a","$defs":{"b":{"$anchor":"a"}}}`, nil},
		{`{"$id":"https://example.org/s","$ref":"https://example.org/s#/$defs/a","$defs":{"a":{}}}`, nil},
		{`{"$id":"https://example.org/s","properties":{"a":{"$ref":"other"}},"$defs":{"b":{"$id":"other","type":"string"}}}`, nil},
		{`{"$ref":"#b","$defs":{"b":{"$anchor":"a"}}}`, v("invalid_schema", "/tool/$ref")},
		{`{"properties":{"a":{"$ref":"#/default"}},"default":{"foo":1}}`, v("invalid_schema", "/tool/properties/a/$ref")},
		{`{"properties":{"a":{"$ref":"#/x-hidden"}},"x-hidden":{"foo":1}}`, v("invalid_schema", "/tool/properties/a/$ref")},
		{`{"$id":"https://example.org/s","properties":{"a":{"$ref":"#/default"}},"default":{"foo":1}}`, v("invalid_schema", "/tool")},
		{`{"$ref":"https://json-schema.org/draft/2020-12/schema"}`, v("invalid_schema", "/tool/$ref")},
		{`{"$id":"https://example.org/s","$ref":"https://json-schema.org/draft/2020-12/schema"}`, v("invalid_schema", "/tool")},
		{`{"$id":"https://example.org/s","$ref":"missing"}`, v("invalid_schema", "/tool")},
		{`{"$ref":"#/%zz"}`, v("invalid_schema", "/tool/$ref")},
		{`{"$ref":"#"}`, v("invalid_schema", "/tool")},
		{`{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/a"}]}}}`, v("invalid_schema", "/tool")},
	} {
		_, violations := compile(t, schema.JSONSchema, c.schema)
		same(t, c.schema, violations, c.want)
	}
}

// A configuration may accept keywords that are not enforced. The rest of the
// schema must hold all the same.
func TestUnsupportedKeywordsLeaveTheRestEnforced(t *testing.T) {
	for _, c := range []struct {
		dialect       schema.Dialect
		schema, value string
		want          []schema.Violation
	}{
		{schema.JSONSchema, `{"foo":1,"required":["a"]}`, `{}`, v("schema_required", "/a")},
		{schema.JSONSchema, `{"properties":{"a":{"pattern":"(?=x)","maxLength":1}}}`, `{"a":"yy"}`, v("schema_violation/maxLength", "/a")},
		{schema.JSONSchema, `{"patternProperties":{"(?=x)":false},"additionalProperties":{"type":"string"}}`, `{"a":1}`, v("schema_type", "/*")},
		{schema.JSONSchema, `{"properties":{"a":{"format":"zip","type":"string"}}}`, `{"a":1}`, v("schema_type", "/a")},
		{schema.JSONSchema, `{"required":5,"type":"array"}`, `{}`, nil},
		{schema.Conservative, `{"foo":1,"required":["a"]}`, `{}`, v("schema_required", "/a")},
	} {
		s, violations := compile(t, c.dialect, c.schema)
		if len(violations) == 0 {
			t.Errorf("%s: nothing reported", c.schema)
		}
		same(t, c.schema, validate(t, s, c.value), c.want)
	}
}
