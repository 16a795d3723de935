package schema_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// allocated is how many bytes f allocates in all, what is freed meanwhile too.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// members are as many members of an object, each under another name.
func members(n int) string {
	names := numbers(n)
	for i := range names {
		names[i] = `"k` + names[i] + `":0`
	}
	return strings.Join(names, ",")
}

// A long name above many members makes many long pointers.
func TestLongNamesDoNotMultiply(t *testing.T) {
	long := strings.Repeat("n", 200_000)
	for name, text := range map[string]string{
		"subschemas": `{"properties":{"` + long + `":{"allOf":[` + strings.Repeat(`{},`, 2000) + `{}]}}}`,
		"keywords":   `{"properties":{"` + long + `":{` + members(4000) + `}}}`,
		"unknown":    `{"` + long + `":[` + strings.Repeat(`0,`, 10_000) + `0]}`,
	} {
		for _, dialect := range []schema.Dialect{schema.JSONSchema, schema.Conservative} {
			var violations []schema.Violation
			bytes := allocated(func() { _, violations = compile(t, dialect, text) })
			same(t, name, violations, v("invalid_schema", "/tool"))
			if bytes > 32<<20 {
				t.Errorf("%s: %d MiB were allocated", name, bytes>>20)
			}
		}
	}
}

func TestLongNamesAreNotShown(t *testing.T) {
	long := strings.Repeat("n", 5000)
	text := `{"properties":{"` + long + `":{"type":"object","properties":{"b":{"items":{"type":"string"}}}}}}`
	for _, dialect := range []schema.Dialect{schema.JSONSchema, schema.Conservative} {
		s, _ := compile(t, dialect, text)
		same(t, "long", validate(t, s, `{"`+long+`":{"b":[1]}}`), v("schema_type", "/*/b/0"))
	}
}

// A path that is too long leads to what is around the place.
func TestLongPathsEndEarly(t *testing.T) {
	name := strings.Repeat("n", 100)
	text := strings.Repeat(`{"properties":{"`+name+`":`, 6) + `{"type":"string"}` + strings.Repeat(`}}`, 6)
	for _, dialect := range []schema.Dialect{schema.JSONSchema, schema.Conservative} {
		s, _ := compile(t, dialect, text)
		value := strings.Repeat(`{"`+name+`":`, 6) + `1` + strings.Repeat(`}`, 6)
		same(t, "long", validate(t, s, value), v("schema_type", strings.Repeat("/"+name, 5)))
	}
}

// However much is wrong, and however deep, saying so takes little.
func TestManyViolationsTakeLittle(t *testing.T) {
	name := strings.Repeat("n", 120)
	text := `{"properties":{"` + name + `":{"$ref":"#"},"a":{"items":{"type":"string"}}}}`
	value := strings.Repeat(`{"`+name+`":`, 60) + `{"a":[` + strings.Repeat(`0,`, 400_000) + `0]}` + strings.Repeat(`}`, 60)
	s, _ := compile(t, schema.JSONSchema, text)
	decoded, err := strictjson.Decode([]byte(value), 128)
	if err != nil {
		t.Fatal(err)
	}
	var violations []schema.Violation
	bytes := allocated(func() { violations = s.Validate(decoded, nil) })
	same(t, "many", violations, v("invalid_schema", ""))
	if bytes > 128<<20 {
		t.Errorf("%d MiB were allocated", bytes>>20)
	}
}

// Of too many violations the same ones are listed each time.
func TestTheFirstViolationsAreKept(t *testing.T) {
	for _, dialect := range []schema.Dialect{schema.JSONSchema, schema.Conservative} {
		s, _ := compile(t, dialect, `{"type":"object","properties":{"a":{"items":{"type":"string"}},"z":{"type":"string"},"b":{"items":{"type":"string"}}}}`)
		list := `[` + strings.Repeat(`0,`, 3000) + `0]`
		got := validate(t, s, `{"z":1,"b":`+list+`,"a":`+list+`}`)
		if len(got) != 1000 || got[0].Path != "/a/0" || got[999].Path != "/a/1898" {
			t.Errorf("%d violations, from %s to %s", len(got), got[0].Path, got[len(got)-1].Path)
		}
	}
}

// Small values of a schema in which references multiply share one budget.
func TestABudgetIsShared(t *testing.T) {
	s, _ := compile(t, schema.JSONSchema, chain(12, `{"allOf":[NEXT,NEXT]}`))
	b := schema.NewBudget()
	refused := 0
	for range 100 {
		if len(s.Validate(map[string]any{}, b)) > 0 {
			refused++
		}
	}
	if refused != 98 {
		t.Errorf("%d of 100 are refused", refused)
	}
	same(t, "a new budget", s.Validate(map[string]any{}, nil), nil)
}

// What a byte adds to the budget is enough for ordinary arguments, however many.
func TestOrdinaryArgumentsStayWithinABudget(t *testing.T) {
	s, _ := compile(t, schema.JSONSchema, `{"type":"object","properties":{"path":{"type":"string"},"items":{"type":"array","items":{"anyOf":[
		{"type":"object","properties":{"id":{"type":"integer","minimum":0},"kind":{"enum":["a","b","c"]}},"required":["id","kind"],"additionalProperties":false},
		{"type":"object","properties":{"note":{"type":"string","pattern":"^[a-z]{1,100}$"}},"required":["note"],"additionalProperties":false}]}}},"required":["path"]}`)
	b := schema.NewBudget()
	value, err := strictjson.Decode([]byte(`{"path":"x","items":[`+strings.Repeat(`{"id":1,"kind":"a"},{"note":"word"},`, 250)+`{"id":1,"kind":"b"}]}`), 128)
	if err != nil {
		t.Fatal(err)
	}
	for range 64 {
		same(t, "ordinary", s.Validate(value, b), nil)
	}
}

// Patterns take room of a span as subschemas do.
func TestDefinitionsHaveRoomForSoManyPatterns(t *testing.T) {
	var tools []string
	for i := range 1000 {
		tools = append(tools, fmt.Sprintf(`{"name":"t%03d","parameters":{"allOf":[%s{}]}}`, i, strings.Repeat(`{"pattern":"a{1000}"},`, 15)))
	}
	var set *schema.Set
	bytes := allocated(func() {
		set, _ = schema.CompileDefinitions(schema.JSONSchema, []byte(`[`+strings.Join(tools, ",")+`]`))
	})
	usable := 0
	for i := range 1000 {
		if len(set.Lookup(fmt.Sprintf("t%03d", i)).Problems()) == 0 {
			usable++
		}
	}
	if usable != 4 {
		t.Errorf("%d tools can be used", usable)
	}
	if bytes > 256<<20 {
		t.Errorf("%d MiB were allocated", bytes>>20)
	}
}
