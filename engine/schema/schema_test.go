package schema_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

func compile(t *testing.T, dialect schema.Dialect, text string) (*schema.Schema, []schema.Violation) {
	t.Helper()
	set, violations := schema.Compile(dialect, map[string][]byte{"tool": []byte(text)})
	tool := set.Lookup("tool")
	if tool == nil || set.Len() != 1 || set.Lookup("other") != nil {
		t.Fatal("the set does not know its tool, or knows another")
	}
	return tool, violations
}

func validate(t *testing.T, s *schema.Schema, text string) []schema.Violation {
	t.Helper()
	value, err := strictjson.Decode([]byte(text), 100)
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(value, nil)
}

// v makes violations of pairs of rule and path.
func v(pairs ...string) (out []schema.Violation) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, schema.Violation{ID: finding.ID(pairs[i]), Path: pairs[i+1]})
	}
	return out
}

func same(t *testing.T, what string, got, want []schema.Violation) {
	t.Helper()
	if len(got)+len(want) == 0 {
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

var values = []struct {
	dialect schema.Dialect
	schema  string
	value   string
	want    []schema.Violation
}{
	{schema.JSONSchema, `{}`, `{"a":1}`, nil},
	{schema.JSONSchema, `{"type":"object"}`, `{"a":1}`, nil},
	{schema.JSONSchema, `{"properties":{"a":{"type":"string"}}}`, `{"a":1}`, v("schema_type", "/a")},
	{schema.JSONSchema, `{"properties":{"a":{"type":["string","null"]}}}`, `{"a":null}`, nil},
	{schema.JSONSchema, `{"properties":{"a":{"type":"integer"}}}`, `{"a":1.0}`, nil},
	{schema.JSONSchema, `{"properties":{"a":{"enum":[1,"x"]}}}`, `{"a":2}`, v("schema_enum", "/a")},
	{schema.JSONSchema, `{"properties":{"a":{"const":1}}}`, `{"a":2}`, v("schema_violation/const", "/a")},
	{schema.JSONSchema, `{"required":["a","b"],"properties":{"a":{}}}`, `{}`, v("schema_required", "/a", "schema_required", "/b")},
	{schema.JSONSchema, `{"additionalProperties":false,"properties":{"a":{}}}`, `{"a":1,"secret":2,"more":3}`, v("schema_additional_property", "/*")},
	{schema.JSONSchema, `{"properties":{"a":{"minItems":1}}}`, `{"a":[]}`, v("schema_min_items", "/a")},
	{schema.JSONSchema, `{"properties":{"a":{"maxItems":1,"items":{"type":"integer"}}}}`, `{"a":[1,"x"]}`, v("schema_max_items", "/a", "schema_type", "/a/1")},
	{schema.JSONSchema, `{"properties":{"a":{"minimum":9007199254740993}}}`, `{"a":9007199254740992}`, v("schema_minimum", "/a")},
	{schema.JSONSchema, `{"properties":{"a":{"maximum":5}}}`, `{"a":6}`, v("schema_maximum", "/a")},
	{schema.JSONSchema, `{"properties":{"a":{"exclusiveMaximum":5}}}`, `{"a":5}`, v("schema_violation/exclusiveMaximum", "/a")},
	{schema.JSONSchema, `{"properties":{"a":{"pattern":"^x"}}}`, `{"a":"y"}`, v("schema_violation/pattern", "/a")},
	{schema.JSONSchema, `{"properties":{"a":{"format":"date"}}}`, `{"a":"2026-02-30"}`, v("schema_violation/format", "/a")},
	{schema.JSONSchema, `{"properties":{"a":{"format":"int32"}}}`, `{"a":2147483648}`, v("schema_violation/format", "/a")},
	{schema.JSONSchema, `{"properties":{"a":{"format":"int64"}}}`, `{"a":9223372036854775807}`, nil},
	{schema.JSONSchema, `{"properties":{"a":{"format":"int64"}}}`, `{"a":9223372036854775808}`, v("schema_violation/format", "/a")},
	{schema.JSONSchema, `{"properties":{"a":{"format":"float"}}}`, `{"a":1e39}`, v("schema_violation/format", "/a")},
	{schema.JSONSchema, `{"properties":{"a":{"contentEncoding":"base64"}}}`, `{"a":"*"}`, v("schema_violation/contentEncoding", "/a")},
	{schema.JSONSchema, `{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`, `{"a":1}`, v("schema_violation/anyOf", "/a")},
	{schema.JSONSchema, `{"properties":{"a":{"not":{"type":"string"}}}}`, `{"a":"x"}`, v("schema_violation/not", "/a")},
	{schema.JSONSchema, `{"properties":{"a":false}}`, `{"a":1}`, v("schema_violation/false", "/a")},
	{schema.JSONSchema, `{"additionalProperties":{"type":"object","properties":{"age":{"type":"integer"}}}}`, `{"jane@example.org":{"age":"x"}}`, v("schema_type", "/*/age")},
	{schema.JSONSchema, `{"$defs":{"d":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/d"}}}`, `{"a":1}`, v("schema_type", "/a")},
	{schema.JSONSchema, `{"allOf":[{"required":["a"]}],"properties":{"a":{}}}`, `{}`, v("schema_required", "/a")},
	{schema.JSONSchema, `{"propertyNames":{"pattern":"^a"},"properties":{"ab":{}}}`, `{"b":1,"ab":2}`, v("schema_violation/propertyNames", "")},
	{schema.JSONSchema, `{"properties":{"5":{"type":"string"},"l":{"items":{"type":"string"}}}}`, `{"5":1,"l":[1]}`, v("schema_type", "/5", "schema_type", "/l/0")},
	{schema.JSONSchema, `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"items":[{"type":"string"}]}}}`, `{"a":[1]}`, v("schema_type", "/a/0")},

	{schema.Conservative, `{}`, `{}`, nil},
	{schema.Conservative, `{}`, `{"a":1}`, v("schema_additional_property", "/*")},
	{schema.Conservative, `{"additionalProperties":true}`, `{"a":1}`, nil},
	{schema.Conservative, `{"type":"object","properties":{"a":{"type":"integer"}}}`, `{"a":1.0}`, v("schema_type", "/a")},
	{schema.Conservative, `{"properties":{"a":{"type":"integer"}}}`, `{"a":1e0}`, v("schema_type", "/a")},
	{schema.Conservative, `{"properties":{"a":{"type":"integer"}}}`, `{"a":true}`, v("schema_type", "/a")},
	{schema.Conservative, `{"properties":{"a":{"type":"number"}}}`, `{"a":1.5}`, nil},
	{schema.Conservative, `{"properties":{"a":{"type":"array","items":{"type":"string"},"minItems":3}}}`, `{"a":["x",1]}`, v("schema_min_items", "/a", "schema_type", "/a/1")},
	{schema.Conservative, `{"properties":{"a":{"maxItems":0}}}`, `{"a":[1]}`, v("schema_max_items", "/a")},
	{schema.Conservative, `{"properties":{"a":{"minimum":2,"maximum":1}}}`, `{"a":1.5}`, v("schema_maximum", "/a", "schema_minimum", "/a")},
	{schema.Conservative, `{"properties":{"a":{"enum":[1.0,"x",[1,{"k":null}]]}}}`, `{"a":1}`, nil},
	{schema.Conservative, `{"properties":{"a":{"enum":[[1,{"k":null}]]}}}`, `{"a":[1.0,{"k":null}]}`, nil},
	{schema.Conservative, `{"properties":{"a":{"enum":[true]}}}`, `{"a":1}`, v("schema_enum", "/a")},
	{schema.Conservative, `{"properties":{"a":{"enum":["x"],"type":"string"}}}`, `{"a":1}`, v("schema_enum", "/a", "schema_type", "/a")},
	{schema.Conservative, `{"required":["a","hidden"],"properties":{"a":{}}}`, `{}`, v("schema_required", "/a", "schema_required", "/hidden")},
	{schema.Conservative, `{"properties":{"a":{"type":"null"}}}`, `{"a":null}`, nil},
	{schema.Conservative, `{"properties":{"a":{"properties":{"b/c":{"type":"boolean"}}}}}`, `{"a":{"b/c":0}}`, v("schema_type", "/a/b~1c")},
}

func TestValidate(t *testing.T) {
	for _, c := range values {
		s, violations := compile(t, c.dialect, c.schema)
		same(t, c.dialect.String()+" "+c.schema, violations, nil)
		same(t, c.dialect.String()+" "+c.schema+" on "+c.value, validate(t, s, c.value), c.want)
	}
}

var broken = []struct {
	dialect schema.Dialect
	schema  string
	want    []schema.Violation
}{
	{schema.JSONSchema, `5`, v("invalid_schema", "/tool")},
	{schema.JSONSchema, `true`, v("invalid_schema", "/tool")},
	{schema.JSONSchema, `{"a":1,"a":2}`, v("invalid_schema", "/tool")},
	{schema.JSONSchema, `{"minimum":1e400}`, v("invalid_schema", "/tool")},
	{schema.JSONSchema, `{"type":"thing"}`, v("invalid_schema", "/tool/type")},
	{schema.JSONSchema, `{"$ref":"https://example.org/schema"}`, v("invalid_schema", "/tool/$ref")},
	{schema.JSONSchema, `{"$ref":"file:///etc/passwd"}`, v("invalid_schema", "/tool/$ref")},
	{schema.JSONSchema, `{"$ref":"#/$defs/missing"}`, v("invalid_schema", "/tool/$ref")},
	{schema.JSONSchema, `{"required":"a"}`, v("invalid_schema", "/tool/required")},
	{schema.JSONSchema, `{"nullable":true}`, v("unsupported_schema_keyword", "/tool/nullable")},
	{schema.JSONSchema, `{"properties":{"a":{"items":[{"foo":1}]},"foo":{}}}`, v("invalid_schema", "/tool/properties/a/items", "unsupported_schema_keyword", "/tool/properties/a/items/0/foo")},
	{schema.JSONSchema, `{"properties":{"a":{"format":"zip"}}}`, v("unsupported_schema_keyword", "/tool/properties/a/format")},
	{schema.JSONSchema, `{"pattern":"(?=a)"}`, v("unsupported_schema_keyword", "/tool/pattern")},
	{schema.JSONSchema, `{"patternProperties":{"(?=a)":{"bar":1}}}`, v("unsupported_schema_keyword", "/tool/patternProperties/(?=a)", "unsupported_schema_keyword", "/tool/patternProperties/(?=a)/bar")},
	{schema.JSONSchema, `{"contentEncoding":"rot13","contentMediaType":"text/css"}`, v("unsupported_schema_keyword", "/tool/contentEncoding", "unsupported_schema_keyword", "/tool/contentMediaType")},
	{schema.JSONSchema, `{"x-hint":1,"title":"t","description":"d","default":{"foo":1},"examples":[{"foo":1}],"example":1,"deprecated":true,"$comment":"c","enum":[{"foo":1}]}`, nil},

	{schema.Conservative, `[]`, v("invalid_schema", "/tool")},
	{
		schema.Conservative, `{"properties":5,"required":["a","a"],"additionalProperties":{},"type":["string"]}`,
		v("invalid_schema", "/tool/additionalProperties", "invalid_schema", "/tool/properties", "invalid_schema", "/tool/required", "invalid_schema", "/tool/type"),
	},
	{
		schema.Conservative, `{"properties":{"a":5},"items":5,"required":[1]}`,
		v("invalid_schema", "/tool/items", "invalid_schema", "/tool/properties/a", "invalid_schema", "/tool/required"),
	},
	{
		schema.Conservative, `{"properties":{"a":{"pattern":"x","minItems":"1"}}}`,
		v("unsupported_schema_keyword", "/tool", "invalid_schema", "/tool/properties/a/minItems"),
	},
}

func TestCompileNamesWhatIsWrong(t *testing.T) {
	for _, c := range broken {
		s, violations := compile(t, c.dialect, c.schema)
		same(t, c.dialect.String()+" "+c.schema, violations, c.want)
		if (len(s.Problems()) > 0) != (len(c.want) > 0) {
			t.Errorf("%s: problems %v", c.schema, s.Problems())
		}
		_ = validate(t, s, `{"a":[1]}`) // must not panic
	}
}

func TestTooLargeSchemaIsInvalid(t *testing.T) {
	_, violations := compile(t, schema.JSONSchema, `{"description":"`+strings.Repeat("x", 300<<10)+`"}`)
	same(t, "large", violations, v("invalid_schema", "/tool"))
}

func TestToolNamesAreEscaped(t *testing.T) {
	_, violations := schema.Compile(schema.JSONSchema, map[string][]byte{"a/b": []byte(`5`), "a~": []byte(`{"foo":1}`)})
	same(t, "names", violations, v("unsupported_schema_keyword", "/a~0/foo", "invalid_schema", "/a~1b"))
}

func TestNilSetKnowsNothing(t *testing.T) {
	var s *schema.Set
	if s.Lookup("x") != nil || s.Len() != 0 {
		t.Error("a nil set knows a tool")
	}
}

func TestDialectNames(t *testing.T) {
	for _, d := range []schema.Dialect{schema.JSONSchema, schema.Conservative} {
		text, _ := d.MarshalText()
		var back schema.Dialect
		if err := back.UnmarshalText(text); err != nil || back != d {
			t.Errorf("%s: %v, %v", text, back, err)
		}
	}
	var d schema.Dialect
	if err := d.UnmarshalText([]byte("x")); err == nil || err.Error() != `unknown dialect "x": use json_schema or conservative` {
		t.Errorf("error %v", err)
	}
}

// The library reports violations of propertyNames at a location that it
// overwrites later, so that ours must not depend on it.
func TestPropertyNamesAreReportedAtTheObject(t *testing.T) {
	s, _ := compile(t, schema.JSONSchema, `{"properties":{"a":{"properties":{"m":{"propertyNames":{"maxLength":1}},"z":{"type":"object"}}}}}`)
	for range 50 {
		got := validate(t, s, `{"a":{"m":{"long":1},"z":{"k":1}}}`)
		same(t, "propertyNames", got, v("schema_violation/propertyNames", "/a/m"))
	}
}

// FuzzSchema wants neither a schema nor a value to do harm.
func FuzzSchema(f *testing.F) {
	for _, c := range values {
		f.Add([]byte(c.schema), []byte(c.value))
	}
	for _, c := range broken {
		f.Add([]byte(c.schema), []byte(`{"a":[1]}`))
	}
	f.Fuzz(func(_ *testing.T, text, value []byte) {
		v, err := strictjson.Decode(value, 50)
		if err != nil || len(text) > 4096 || len(value) > 4096 {
			return
		}
		for _, dialect := range []schema.Dialect{schema.JSONSchema, schema.Conservative} {
			set, _ := schema.Compile(dialect, map[string][]byte{"tool": text})
			set.Lookup("tool").Validate(v, nil)
		}
	})
}

// A reference must not read files, so this test has one that would be found.
func TestReferencesReadNoFiles(t *testing.T) {
	path := t.TempDir() + "/schema.json"
	if err := os.WriteFile(path, []byte(`{"type":"string"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	_, violations := compile(t, schema.JSONSchema, `{"$ref":"file://`+path+`"}`)
	same(t, "file", violations, v("invalid_schema", "/tool/$ref"))
}
