package schema_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/toolverdict/toolverdict/engine/schema"
)

// chain makes n definitions, each of which is the next one, in that form.
func chain(n int, form string) string {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/0","$defs":{`)
	for i := range n {
		next := `{"$ref":"#/$defs/` + strconv.Itoa(i+1) + `"}`
		fmt.Fprintf(&b, `"%d":%s,`, i, strings.ReplaceAll(form, "NEXT", next))
	}
	fmt.Fprintf(&b, `"%d":{"type":"object"}}}`, n)
	return b.String()
}

// nest wraps an object n deep.
func nest(n int, left, right string) string {
	return strings.Repeat(left, n) + "{}" + strings.Repeat(right, n)
}

const twiceBelow = `{"properties":{"a":{"allOf":[{"$ref":"#"},{"$ref":"#"}]}}}`

// What is wrong is found by counting, so that these tests end at all is what
// they check, besides the violation.
func TestWorkIsBounded(t *testing.T) {
	refused := v("invalid_schema", "")
	wide := `{"a":[` + strings.Repeat(`{"b":1},`, 4000) + `{}]}`
	enum := `{"enum":[` + strings.Repeat(`"x",`, 20000) + `"y"]}`
	required := `{"required":["n` + strings.Join(numbers(20000), `","n`) + `"]}`
	for name, c := range map[string]struct {
		dialect       schema.Dialect
		schema, value string
		want          []schema.Violation
	}{
		"references multiply":             {schema.JSONSchema, chain(30, `{"allOf":[NEXT,NEXT]}`), `{}`, refused},
		"references multiply a little":    {schema.JSONSchema, chain(10, `{"allOf":[NEXT,NEXT]}`), `{}`, nil},
		"alternatives multiply":           {schema.JSONSchema, chain(20, `{"anyOf":[{"not":NEXT},NEXT]}`), `{}`, refused},
		"members multiply":                {schema.JSONSchema, chain(30, `{"properties":{"a":NEXT},"patternProperties":{"a":NEXT}}`), nest(30, `{"a":`, `}`), refused},
		"recursion multiplies":            {schema.JSONSchema, twiceBelow, nest(40, `{"a":`, `}`), refused},
		"recursion multiplies a little":   {schema.JSONSchema, twiceBelow, nest(8, `{"a":`, `}`), nil},
		"a tree":                          {schema.JSONSchema, `{"properties":{"l":{"$ref":"#"},"r":{"$ref":"#"}}}`, nest(50, `{"r":{},"l":`, `}`), nil},
		"a list of trees":                 {schema.JSONSchema, `{"properties":{"c":{"items":{"$ref":"#"}}},"additionalProperties":false}`, nest(25, `{"c":[`, `]}`), nil},
		"old items":                       {schema.JSONSchema, `{` + draft7 + `"properties":{"c":{"items":[{"$ref":"#"}],"additionalItems":{"$ref":"#"}}}}`, nest(25, `{"c":[`, `]}`), nil},
		"dynamic references multiply":     {schema.JSONSchema, `{"$dynamicAnchor":"n","properties":{"a":{"allOf":[{"$dynamicRef":"#n"},{"$dynamicRef":"#n"}]}}}`, nest(40, `{"a":`, `}`), refused},
		"dynamic references":              {schema.JSONSchema, `{"$dynamicAnchor":"n","properties":{"a":{"$dynamicRef":"#n"}},"additionalProperties":false}`, `{"a":{"a":{"b":1}}}`, v("schema_additional_property", "/a/a/*")},
		"recursive references multiply":   {schema.JSONSchema, `{` + draft2019 + `"$recursiveAnchor":true,"properties":{"a":{"allOf":[{"$recursiveRef":"#"},{"$recursiveRef":"#"}]}}}`, nest(40, `{"a":`, `}`), refused},
		"names multiply":                  {schema.JSONSchema, strings.Replace(chain(30, `{"allOf":[NEXT,NEXT]}`), `"$ref":"#/$defs/0"`, `"propertyNames":{"$ref":"#/$defs/0"}`, 1), `{"a":1}`, refused},
		"content multiplies":              {schema.JSONSchema, `{"properties":{"s":{"contentMediaType":"application/json","contentSchema":{"$ref":"#"}},"a":{"allOf":[{"$ref":"#"},{"$ref":"#"}]}}}`, `{"s":` + strconv.Quote(nest(40, `{"a":`, `}`)) + `}`, refused},
		"a large enum, often":             {schema.JSONSchema, `{"properties":{"a":{"items":{"properties":{"b":` + enum + `}}}}}`, wide, refused},
		"a large enum, often, plain":      {schema.Conservative, `{"properties":{"a":{"items":{"properties":{"b":` + enum + `}}}}}`, wide, refused},
		"many names required, often":      {schema.JSONSchema, `{"properties":{"a":{"items":` + required + `}}}`, wide, refused},
		"many names required, in conserv": {schema.Conservative, `{"properties":{"a":{"items":` + required + `}}}`, wide, refused},
		"a long unique list":              {schema.JSONSchema, `{"properties":{"a":{"uniqueItems":true}}}`, `{"a":[` + strings.Join(numbers(20000), ",") + `]}`, refused},
		"a unique list":                   {schema.JSONSchema, `{"properties":{"a":{"uniqueItems":true}}}`, `{"a":[` + strings.Join(numbers(2000), ",") + `]}`, nil},
		"a costly pattern":                {schema.JSONSchema, `{"properties":{"a":{"pattern":"(a?){1000}b"}}}`, `{"a":"` + strings.Repeat("a", 1<<20) + `"}`, refused},
		"a plain pattern on a long text":  {schema.JSONSchema, `{"properties":{"a":{"pattern":"^[a-z]{1,8}"}}}`, `{"a":"` + strings.Repeat("a", 1<<20) + `"}`, nil},
		"a long list of numbers":          {schema.JSONSchema, `{"properties":{"a":{"items":{"type":"integer","maximum":100000}}}}`, `{"a":[` + strings.Join(numbers(50000), ",") + `]}`, nil},
	} {
		s, violations := compile(t, c.dialect, c.schema)
		same(t, name, violations, nil)
		same(t, name, validate(t, s, c.value), c.want)
	}
}

func numbers(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = strconv.Itoa(i)
	}
	return list
}

func TestSchemasAreBounded(t *testing.T) {
	for name, c := range map[string]struct {
		schema string
		want   []schema.Violation
	}{
		"too long a chain":    {chain(100, `NEXT`), v("invalid_schema", "/tool")},
		"a long chain":        {chain(60, `NEXT`), nil},
		"too many subschemas": {`{"allOf":[` + strings.Repeat(`{},`, 3000) + `{}]}`, v("invalid_schema", "/tool")},
		"many subschemas":     {`{"allOf":[` + strings.Repeat(`{},`, 2000) + `{}]}`, nil},
		"too deep":            {strings.Repeat(`{"not":`, 70) + `{}` + strings.Repeat(`}`, 70), v("invalid_schema", "/tool")},
		"repeats of repeats":  {`{"pattern":"((a{0,30}){0,30}){0,30}"}`, v("unsupported_schema_keyword", "/tool/pattern")},
		"too many repeats":    {`{"pattern":"a{1001}"}`, v("unsupported_schema_keyword", "/tool/pattern")},
		"a back-reference":    {`{"pattern":"(a)\\1"}`, v("unsupported_schema_keyword", "/tool/pattern")},
		"many patterns":       {`{"allOf":[` + strings.Repeat(`{"pattern":"a{1000}"},`, 40) + `{}]}`, v("invalid_schema", "/tool")},
		"a long pattern":      {`{"pattern":"^[A-Za-z0-9_.-]{1,1000}$"}`, nil},
		"giant exponents":     {`{"minimum":1e999999999}`, v("invalid_schema", "/tool")},
		"zero with exponent":  {`{"minimum":0e999999999}`, nil},
	} {
		_, violations := compile(t, schema.JSONSchema, c.schema)
		same(t, name, violations, c.want)
	}
}

func TestViolationsAreCutOff(t *testing.T) {
	s, _ := compile(t, schema.JSONSchema, `{"properties":{"a":{"items":{"type":"string"}}}}`)
	if got := len(validate(t, s, `{"a":[`+strings.Join(numbers(5000), ",")+`]}`)); got != 1000 {
		t.Errorf("%d violations", got)
	}
}
