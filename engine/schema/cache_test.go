package schema_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/toolverdict/toolverdict/engine/schema"
)

func TestDefinitions(t *testing.T) {
	set, violations := schema.CompileDefinitions(schema.JSONSchema, []byte(`[
		{"type":"function","name":"flat","parameters":{"type":"object","properties":{"a":{"type":"string"}}}},
		{"type":"function","function":{"name":"nested","parameters":{"required":["b"]}}},
		{"name":"anthropic","input_schema":{"type":"object","additionalProperties":false}},
		{"type":"function","name":"bare"},
		{"type":"web_search"}, 5
	]`))
	same(t, "definitions", violations, nil)
	if set.Len() != 4 {
		t.Errorf("%d tools", set.Len())
	}
	same(t, "flat", validate(t, set.Lookup("flat"), `{"a":1}`), v("schema_type", "/a"))
	same(t, "nested", validate(t, set.Lookup("nested"), `{}`), v("schema_required", "/b"))
	same(t, "anthropic", validate(t, set.Lookup("anthropic"), `{"a":1}`), v("schema_additional_property", "/*"))
	same(t, "bare", validate(t, set.Lookup("bare"), `{"a":1}`), nil)
	for _, text := range []string{``, `{}`, `[`, `"x"`} {
		set, violations := schema.CompileDefinitions(schema.JSONSchema, []byte(text))
		same(t, text, violations, v("invalid_tool_schemas", ""))
		if set.Len() != 0 {
			t.Errorf("%q gives %d tools", text, set.Len())
		}
	}
}

func TestDefinitionsOfBedrockAndGemini(t *testing.T) {
	set, violations := schema.CompileDefinitions(schema.JSONSchema, []byte(`[
		{"toolSpec":{"name":"bedrock","description":"d","inputSchema":{"json":{"type":"object","properties":{"json":{"type":"string"}}}}}},
		{"name":"json","inputSchema":{"type":"object","properties":{"json":{"type":"string"}}}},
		{"functionDeclarations":[
			{"name":"gemini","parameters":{"type":"OBJECT","properties":{
				"a":{"type":"STRING","format":"enum","enum":["x"],"nullable":true},
				"b":{"type":"ARRAY","items":{"type":"INTEGER","format":"int32"},"minItems":"1"},
				"c":{"anyOf":[{"type":"NUMBER"},{"type":"BOOLEAN"}],"nullable":true},
				"type":{"type":"STRING"}},
				"required":["a"],"propertyOrdering":["a","b"]}},
			{"name":"plain","parametersJsonSchema":{"type":"object","required":["b"]}},
			{"name":"without"}
		]},
		{"function_declarations":[{"name":"python","parameters_json_schema":{"required":["p"]}}],"google_search":{}},
		{"type":"function","name":"flat","parameters":{"type":"OBJECT","properties":{"n":{"type":"NUMBER","nullable":false}}}}
	]`))
	same(t, "definitions", violations, nil)
	if set.Len() != 7 {
		t.Errorf("%d tools", set.Len())
	}
	for _, c := range []struct {
		tool, arguments string
		want            []schema.Violation
	}{
		{"bedrock", `{"json":1}`, v("schema_type", "/json")},
		{"json", `{"json":1}`, v("schema_type", "/json")},
		{"gemini", `{"a":"x","b":[1],"c":true,"type":"t"}`, nil},
		{"gemini", `{"a":null,"c":null}`, nil},
		{"gemini", `{"b":[1]}`, v("schema_required", "/a")},
		{"gemini", `{"a":"y"}`, v("schema_enum", "/a")},
		{"gemini", `{"a":"x","b":[]}`, v("schema_min_items", "/b")},
		{"gemini", `{"a":"x","b":["1"]}`, v("schema_type", "/b/0")},
		{"gemini", `{"a":"x","type":5}`, v("schema_type", "/type")},
		{"plain", `{}`, v("schema_required", "/b")},
		{"without", `{"a":1}`, nil},
		{"python", `{}`, v("schema_required", "/p")},
		{"flat", `{"n":null}`, v("schema_type", "/n")},
		{"flat", `{"n":1.5}`, nil},
	} {
		same(t, c.tool+" "+c.arguments, validate(t, set.Lookup(c.tool), c.arguments), c.want)
	}
}

// Only types in capitals make a schema one of Gemini's.
func TestOtherSchemasAreNotTranslated(t *testing.T) {
	for text, want := range map[string][]schema.Violation{
		`{"type":"object","nullable":true}`:                       v("unsupported_schema_keyword", "/tool/nullable"),
		`{"type":"Thing"}`:                                        v("invalid_schema", "/tool/type"),
		`{"type":"OBJECT","properties":{"a":{"nullable":5}}}`:     v("unsupported_schema_keyword", "/tool/properties/a/nullable"),
		`{"type":"OBJECT","properties":{"a":{"minItems":"1.5"}}}`: v("invalid_schema", "/tool/properties/a/minItems"),
	} {
		_, violations := schema.CompileDefinitions(schema.JSONSchema, []byte(`[{"name":"tool","parameters":`+text+`}]`))
		same(t, text, violations, want)
	}
}

func TestCacheIsBoundedAndKeyedByContent(t *testing.T) {
	c := schema.NewCache(schema.JSONSchema, 2)
	a := c.Definitions([]byte(`[{"name":"a"}]`))
	if c.Definitions([]byte(`[{"name":"a"}]`)) != a {
		t.Error("the same text was compiled twice")
	}
	c.Definitions([]byte(`[{"name":"b"}]`))
	c.Definitions([]byte(`[{"name":"c"}]`))
	if c.Len() != 2 || c.Capacity() != 2 || c.Evictions() != 1 {
		t.Errorf("len %d, capacity %d, evictions %d", c.Len(), c.Capacity(), c.Evictions())
	}
}

// Large definitions take room of their own, whatever the capacity.
func TestCacheIsBoundedByMemory(t *testing.T) {
	c := schema.NewCache(schema.JSONSchema, 100)
	for i := range 20 {
		c.Definitions(fmt.Appendf(nil, `[{"name":"t%d","description":%q}]`, i, strings.Repeat("x", 1<<20-1000)))
	}
	if c.Len() != 8 || c.Evictions() != 12 {
		t.Errorf("len %d, evictions %d", c.Len(), c.Evictions())
	}
}

func TestCacheIsSharedByGoroutines(t *testing.T) {
	c := schema.NewCache(schema.JSONSchema, 2)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for n := range 50 {
				name := fmt.Sprintf("t%d", (i+n)%4)
				if c.Definitions([]byte(`[{"name":"`+name+`"}]`)).Lookup(name) == nil {
					t.Errorf("%s is not in its own set", name)
				}
			}
		})
	}
	wg.Wait()
	if c.Len() != 2 {
		t.Errorf("len %d", c.Len())
	}
}

// What has no room is broken, the same tools every time.
func TestDefinitionsHaveRoomForSoManySubschemas(t *testing.T) {
	var tools []string
	for i := range 10 {
		tools = append(tools, fmt.Sprintf(`{"name":"t%d","parameters":{"allOf":[%s{}]}}`, i, strings.Repeat(`{},`, 2000)))
	}
	_, violations := schema.CompileDefinitions(schema.JSONSchema, []byte(`[`+strings.Join(tools, ",")+`]`))
	same(t, "room", violations, v("invalid_schema", "/t8", "invalid_schema", "/t9"))
}

func TestTooLongDefinitionsAreNone(t *testing.T) {
	_, violations := schema.CompileDefinitions(schema.JSONSchema, []byte(`["`+strings.Repeat("x", 1<<20)+`"]`))
	same(t, "long", violations, v("invalid_tool_schemas", ""))
}
