package schema_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/engine/mask"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// maskedViolations are those of a value in which placeholders, and with all also
// numbers and booleans, stand for others.
func maskedViolations(t *testing.T, d schema.Dialect, text, value string, all bool) []string {
	t.Helper()
	set, problems := schema.Compile(d, map[string][]byte{"f": []byte(text)})
	if len(problems) > 0 {
		t.Fatalf("%s: %v", text, problems)
	}
	masks, err := mask.Rules{Numbers: all, Booleans: all}.Compile()
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := strictjson.Decode([]byte(value), 100)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, v := range set.Lookup("f").ValidateMasked(decoded, masks, nil) {
		got = append(got, string(v.ID)+" "+v.Path)
	}
	return got
}

const unknown = "redacted_constraint "

type maskedCase struct {
	schema, value string
	want          []string
}

var maskedCases = []maskedCase{
	// What needs no value is checked as ever.
	{`{"properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`, `{"a":"[redacted]"}`, nil},
	{`{"properties":{"a":{"type":"string"}},"required":["a","b"],"additionalProperties":false}`, `{"a":"[redacted]#7","c":1}`, []string{"schema_additional_property /*", "schema_required /b"}},
	{`{"properties":{"a":{},"b":{"type":"integer"}}}`, `{"a":"[redacted]","b":"x"}`, []string{"schema_type /b"}},
	{`{"properties":{"a":{"minItems":2,"items":{"type":"string"}}}}`, `{"a":["[redacted]"]}`, []string{"schema_min_items /a"}},
	{`{"minProperties":2}`, `{"a":"[redacted]"}`, []string{"schema_violation/minProperties "}},
	{`{"propertyNames":{"maxLength":1}}`, `{"a":"[redacted]"}`, nil},
	{`{"propertyNames":{"maxLength":1}}`, `{"aa":"[redacted]"}`, []string{"schema_violation/propertyNames "}},
	{`{"properties":{"a":{"minLength":0,"minimum":5}}}`, `{"a":"[redacted]"}`, nil},
	{`{"patternProperties":{"^a":{"type":"string"}},"additionalProperties":false}`, `{"ab":"[redacted]"}`, nil},
	{`{"dependentRequired":{"a":["b"]}}`, `{"a":"[redacted]"}`, []string{"schema_violation/dependentRequired "}},

	// What needs the value is unknown.
	{`{"properties":{"a":{"enum":["x","y"]}}}`, `{"a":"[redacted]"}`, []string{unknown + "/a"}},
	{`{"properties":{"a":{"const":"x"}}}`, `{"a":"[redacted]"}`, []string{unknown + "/a"}},
	{`{"properties":{"a":{"pattern":"^x"}}}`, `{"a":"[redacted]"}`, []string{unknown + "/a"}},
	{`{"properties":{"a":{"minLength":1}}}`, `{"a":"[redacted]"}`, []string{unknown + "/a"}},
	{`{"properties":{"a":{"maxLength":100}}}`, `{"a":"[redacted]"}`, []string{unknown + "/a"}},
	{`{"properties":{"a":{"format":"date"}}}`, `{"a":"[redacted]"}`, []string{unknown + "/a"}},
	{`{"properties":{"a":{"contentEncoding":"base64"}}}`, `{"a":"[redacted]"}`, []string{unknown + "/a"}},
	{`{"properties":{"a":{"type":"integer"}}}`, `{"a":"[redacted]"}`, []string{unknown + "/a"}},
	{`{"enum":[{"a":"x"},{"b":1}]}`, `{"a":"[redacted]"}`, []string{unknown}},
	{`{"enum":[{"b":"x"}]}`, `{"a":"[redacted]"}`, []string{"schema_enum "}},
	{`{"properties":{"a":{"uniqueItems":true}}}`, `{"a":["[redacted]",1,2]}`, []string{unknown + "/a"}},
	{`{"properties":{"a":{"uniqueItems":true}}}`, `{"a":["[redacted]",1,1]}`, []string{"schema_violation/uniqueItems /a"}},
	{`{"unevaluatedProperties":false,"properties":{"a":{}}}`, `{"a":"[redacted]"}`, []string{unknown}},

	// Combinations are as sure as what they combine.
	{`{"anyOf":[{"required":["b"]},{"properties":{"a":{"const":"x"}}}]}`, `{"a":"[redacted]"}`, []string{unknown}},
	{`{"anyOf":[{"required":["b"]},{"required":["a"]}]}`, `{"a":"[redacted]"}`, nil},
	{`{"anyOf":[{"required":["b"]},{"required":["c"]}]}`, `{"a":"[redacted]"}`, []string{"schema_violation/anyOf "}},
	{`{"oneOf":[{"properties":{"a":{"const":"x"}}},{"properties":{"a":{"const":"y"}}}]}`, `{"a":"[redacted]"}`, []string{unknown}},
	{`{"oneOf":[{"required":["a"]},{"properties":{"a":{"const":"y"}}}]}`, `{"a":"[redacted]"}`, []string{unknown}},
	{`{"oneOf":[{"required":["a"]},{"type":"object"}]}`, `{"a":"[redacted]"}`, []string{"schema_violation/oneOf "}},
	{`{"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{"a":"[redacted]"}`, nil},
	{`{"allOf":[{"required":["b"]},{"properties":{"a":{"pattern":"x"}}}]}`, `{"a":"[redacted]"}`, []string{unknown + "/a", "schema_required /b"}},
	{`{"not":{"properties":{"a":{"const":"x"}}}}`, `{"a":"[redacted]"}`, []string{unknown}},
	{`{"not":{"required":["a"]}}`, `{"a":"[redacted]"}`, []string{"schema_violation/not "}},
	{`{"not":{"required":["b"]}}`, `{"a":"[redacted]"}`, nil},
	{`{"if":{"properties":{"a":{"const":"x"}}},"then":{"required":["b"]}}`, `{"a":"[redacted]"}`, []string{unknown}},
	{`{"if":{"properties":{"a":{"const":"x"}}},"then":{"required":["b"]},"else":{"required":["b"]}}`, `{"a":"[redacted]"}`, []string{"schema_required /b"}},
	{`{"if":{"required":["a"]},"then":{"required":["b"]}}`, `{"a":"[redacted]"}`, []string{"schema_required /b"}},
	{`{"if":{"required":["b"]},"then":{"required":["c"]}}`, `{"a":"[redacted]"}`, nil},
	{`{"properties":{"a":{"contains":{"const":"x"}}}}`, `{"a":["[redacted]",1]}`, []string{unknown + "/a"}},
	{`{"properties":{"a":{"contains":{"const":"x"}}}}`, `{"a":["[redacted]","x"]}`, nil},
	{`{"properties":{"a":{"contains":{"const":"x"},"minContains":3}}}`, `{"a":["[redacted]","x"]}`, []string{"schema_violation/minContains /a"}},
	{`{"properties":{"a":{"contains":{"const":"x"},"maxContains":1}}}`, `{"a":["[redacted]","x"]}`, []string{unknown + "/a"}},
	{`{"dependentSchemas":{"a":{"required":["b"]}}}`, `{"a":"[redacted]"}`, []string{"schema_required /b"}},
	{`{"$defs":{"x":{"properties":{"a":{"enum":["x"]}}}},"$ref":"#/$defs/x","required":["b"]}`, `{"a":"[redacted]"}`, []string{unknown + "/a", "schema_required /b"}},
	{`{"properties":{"a":false}}`, `{"a":"[redacted]"}`, []string{"schema_violation/false /a"}},

	// Drafts of old say the same with other words.
	{`{"$schema":"http://json-schema.org/draft-07/schema","properties":{"a":{"items":[{"enum":["x"]},{}],"additionalItems":false}}}`, `{"a":["[redacted]",1,2]}`, []string{"schema_violation/additionalItems /a", unknown + "/a/0"}},
	{`{"$schema":"http://json-schema.org/draft-07/schema","dependencies":{"a":["b"],"c":{"required":["d"]}}}`, `{"a":"[redacted]","c":1}`, []string{"schema_violation/dependency ", "schema_required /d"}},
}

func TestMaskedValues(t *testing.T) {
	for _, c := range maskedCases {
		got := maskedViolations(t, schema.JSONSchema, c.schema, c.value, false)
		if c.want == nil {
			c.want = []string{}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s of %s (-want +got):\n%s", c.schema, c.value, diff)
		}
	}
}

// Whatever stands behind a placeholder: what was found for sure holds, and what was
// found valid is.
func TestMaskedValuesHoldForAnyValue(t *testing.T) {
	for _, c := range maskedCases {
		masked := maskedViolations(t, schema.JSONSchema, c.schema, c.value, false)
		sure := slices.DeleteFunc(slices.Clone(masked), func(v string) bool { return strings.HasPrefix(v, unknown) })
		for _, text := range []string{"x", "y", "", "eA==", "2026-01-31", strings.Repeat("x", 200)} {
			value := strings.NewReplacer("[redacted]#7", text, "[redacted]", text).Replace(c.value)
			got := maskedViolations(t, schema.JSONSchema, c.schema, value, false)
			if len(masked) == 0 && len(got) > 0 {
				t.Errorf("%s of %s: %v, masked none", c.schema, value, got)
			}
			for _, v := range sure {
				if !slices.Contains(got, v) {
					t.Errorf("%s of %s: %v, masked %v", c.schema, value, got, masked)
				}
			}
		}
	}
}

func TestMaskedValuesInTheConservativeDialect(t *testing.T) {
	for _, c := range []struct {
		schema, value string
		want          []string
	}{
		{`{"properties":{"a":{"type":"string"}},"required":["a","b"]}`, `{"a":"[redacted]","c":1}`, []string{"schema_additional_property /*", "schema_required /b"}},
		{`{"properties":{"a":{"enum":["x"]}}}`, `{"a":"[redacted]"}`, []string{unknown + "/a"}},
		{`{"properties":{"a":{"type":"integer"}}}`, `{"a":"[redacted]"}`, []string{unknown + "/a"}},
		{`{"properties":{"a":{"type":"integer"}}}`, `{"a":"redacted"}`, []string{"schema_type /a"}},
		{`{"properties":{"a":{"items":{"enum":["x"]},"maxItems":1}}}`, `{"a":["[redacted]","x"]}`, []string{"schema_max_items /a", unknown + "/a/0"}},
	} {
		if diff := cmp.Diff(c.want, maskedViolations(t, schema.Conservative, c.schema, c.value, false)); diff != "" {
			t.Errorf("%s of %s (-want +got):\n%s", c.schema, c.value, diff)
		}
	}
}

func TestMaskedNumbersAndBooleans(t *testing.T) {
	for _, c := range []struct {
		schema, value string
		want          []string
	}{
		{`{"properties":{"a":{"type":"integer","minimum":5}}}`, `{"a":1}`, []string{unknown + "/a"}},
		{`{"properties":{"a":{"type":"integer"}}}`, `{"a":1}`, []string{}},
		{`{"properties":{"a":{"type":"string"}}}`, `{"a":1}`, []string{"schema_type /a"}},
		{`{"properties":{"a":{"type":"boolean"}}}`, `{"a":false}`, []string{}},
		{`{"properties":{"a":{"enum":[true]}}}`, `{"a":false}`, []string{unknown + "/a"}},
		{`{"properties":{"a":{"enum":["x"]}}}`, `{"a":false}`, []string{unknown + "/a"}},
	} {
		for _, d := range []schema.Dialect{schema.JSONSchema, schema.Conservative} {
			if diff := cmp.Diff(c.want, maskedViolations(t, d, c.schema, c.value, true)); diff != "" {
				t.Errorf("%s: %s of %s (-want +got):\n%s", d, c.schema, c.value, diff)
			}
		}
	}
}
