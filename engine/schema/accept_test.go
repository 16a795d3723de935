package schema_test

import (
	"testing"

	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// accepts parses a value and looks at it.
func accepts(t *testing.T, s *schema.Schema, text string) bool {
	t.Helper()
	var d strictjson.Document
	if err := d.Parse([]byte(text), 100); err != nil {
		t.Fatal(err)
	}
	return d.InRange() && s.Accepts(d.Root())
}

// sound wants a value that is accepted to be valid.
func sound(t *testing.T, s *schema.Schema, about, text string) {
	t.Helper()
	if found := validate(t, s, text); accepts(t, s, text) && len(found) > 0 {
		t.Errorf("%s accepts %s, in which there is %v", about, text, found)
	}
}

func TestWhatIsAcceptedIsValid(t *testing.T) {
	for _, c := range values {
		tool, _ := compile(t, c.dialect, c.schema)
		sound(t, tool, c.schema, c.value)
	}
}

func TestCommonSchemasAreAcceptedAtALook(t *testing.T) {
	const person = `{"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":3},"age":{"type":"integer","minimum":0,"exclusiveMaximum":150},` +
		`"kind":{"enum":["a","b",1,null,true]},"one":{"const":"x"},"score":{"type":"number","minimum":0,"maximum":1},"tags":{"type":"array","items":{"type":"string","pattern":"^[a-z]+$"},"minItems":1,"maxItems":2},` +
		`"maybe":{"anyOf":[{"type":"string"},{"type":"null"}]},"self":{"$ref":"#"},"both":{"allOf":[{"type":"object"},{"required":["z"]}]},"any":true},` +
		`"required":["name"],"additionalProperties":false}`
	for _, c := range []struct {
		schema, value string
		want          bool
	}{
		{person, `{"name":"Ann"}`, true},
		{person, `{"name":"Ann","age":0,"kind":"b","one":"x","score":0.5,"tags":["x","yy"],"maybe":null,"self":{"name":"B"},"both":{"z":1},"any":[{}]}`, true},
		{person, `{"name":"\u00e5\u00e9\ud83d\ude00","kind":null}`, true},
		{person, `{"name":"Ann","kind":1}`, true},
		{person, `{"name":"Ann","kind":true,"score":1,"maybe":"x"}`, true},
		{person, `{}`, false},
		{person, `{"age":1}`, false},
		{person, `{"name":""}`, false},
		{person, `{"name":"Anna"}`, false},
		{person, `{"name":1}`, false},
		{person, `{"name":"Ann","age":-1}`, false},
		{person, `{"name":"Ann","age":150}`, false},
		{person, `{"name":"Ann","age":1.5}`, false},
		{person, `{"name":"Ann","age":"1"}`, false},
		{person, `{"name":"Ann","kind":"c"}`, false},
		{person, `{"name":"Ann","kind":2}`, false},
		{person, `{"name":"Ann","kind":false}`, false},
		{person, `{"name":"Ann","one":"y"}`, false},
		{person, `{"name":"Ann","score":1.5}`, false},
		{person, `{"name":"Ann","score":-0.5}`, false},
		{person, `{"name":"Ann","tags":[]}`, false},
		{person, `{"name":"Ann","tags":["x","y","z"]}`, false},
		{person, `{"name":"Ann","tags":["X"]}`, false},
		{person, `{"name":"Ann","tags":[1]}`, false},
		{person, `{"name":"Ann","maybe":1}`, false},
		{person, `{"name":"Ann","self":{}}`, false},
		{person, `{"name":"Ann","both":{}}`, false},
		{person, `{"name":"Ann","other":1}`, false},
		{`{"additionalProperties":{"type":"integer"}}`, `{"a":1,"b":2}`, true},
		{`{"additionalProperties":{"type":"integer"}}`, `{"a":1,"b":"x"}`, false},
		{`{"additionalProperties":false,"required":["a"]}`, `{"a":1}`, false},
		{`{"additionalProperties":{"type":"integer"},"required":["a"]}`, `{"a":"x"}`, false},
		{`{"properties":{"a":false}}`, `{"a":1}`, false},
		{`{"properties":{"a":false}}`, `{}`, true},
	} {
		tool, violations := compile(t, schema.JSONSchema, c.schema)
		if len(violations) > 0 {
			t.Fatal(violations)
		}
		if got := accepts(t, tool, c.value); got != c.want {
			t.Errorf("%s of %s: accepted %v", c.value, c.schema, got)
		}
		sound(t, tool, c.schema, c.value)
	}
}

// What an acceptor is not sure of it leaves to the library, though it is valid.
func TestWhatIsNotSureIsNotAccepted(t *testing.T) {
	for _, c := range []struct{ schema, value string }{
		{`{"type":"integer"}`, `1.0`},
		{`{"enum":[1]}`, `1.0`},
		{`{"enum":[[1]]}`, `[1]`},
		{`{"enum":["a"],"const":"a"}`, `"a"`},
		{`{"minimum":0.1}`, `0.1`},
		{`{"minimum":9007199254740993}`, `9007199254740993`},
		{`{"maximum":9007199254740992}`, `9007199254740992`},
		{`{"minimum":1,"exclusiveMinimum":0}`, `1`},
		{`{"multipleOf":2}`, `4`},
		{`{"uniqueItems":true}`, `[1]`},
		{`{"oneOf":[{"type":"string"}]}`, `"x"`},
		{`{"not":{"type":"string"}}`, `1`},
		{`{"if":{"type":"string"}}`, `1`},
		{`{"format":"date"}`, `"2020-01-01"`},
		{`{"patternProperties":{"a":{"type":"integer"}}}`, `{"a":1}`},
		{`{"propertyNames":{"minLength":1}}`, `{"a":1}`},
		{`{"prefixItems":[{"type":"integer"}]}`, `[1]`},
		{`{"contains":{"type":"integer"}}`, `[1]`},
		{`{"minProperties":1}`, `{"a":1}`},
		{`{"dependentRequired":{"a":["b"]}}`, `{}`},
		{`{"unevaluatedProperties":false}`, `{}`},
		{`{"contentMediaType":"application/json"}`, `"1"`},
	} {
		tool, violations := compile(t, schema.JSONSchema, c.schema)
		if len(violations) > 0 {
			t.Fatal(c.schema, violations)
		}
		if accepts(t, tool, c.value) {
			t.Errorf("%s of %s is accepted", c.value, c.schema)
		}
		same(t, c.schema, validate(t, tool, c.value), nil)
	}
}

func TestAlternativesWithinAlternativesAreGivenUp(t *testing.T) {
	tool, _ := compile(t, schema.JSONSchema, `{"anyOf":[{"properties":{"a":{"$ref":"#"}},"required":["b"]},{"properties":{"a":{"$ref":"#"}},"required":["b"]},{"type":"string"}]}`)
	value := `{}`
	for range 40 {
		value = `{"a":` + value + `}`
	}
	if accepts(t, tool, value) {
		t.Error("a value is accepted that takes 2^40 steps")
	}
}

// FuzzAccept looks for a value that is accepted, and is not valid.
func FuzzAccept(f *testing.F) {
	for _, c := range values {
		if c.dialect == schema.JSONSchema {
			f.Add(c.schema, c.value)
		}
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		set, _ := schema.Compile(schema.JSONSchema, map[string][]byte{"tool": []byte(text)})
		tool := set.Lookup("tool")
		decoded, err := strictjson.Decode([]byte(value), 100)
		if err != nil {
			return
		}
		if found := tool.Validate(decoded, nil); accepts(t, tool, value) && len(found) > 0 && found[0].ID != "invalid_schema" {
			t.Errorf("%s accepts %s, in which there is %v", text, value, found)
		}
	})
}
