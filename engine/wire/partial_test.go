package wire

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// streamed makes the chunks of one call from lists of partial arguments.
func streamed(lists ...string) []string {
	deltas := []string{parts(`{"functionCall":{"name":"any","willContinue":true}}`)}
	for _, l := range lists {
		deltas = append(deltas, parts(`{"functionCall":{"partialArgs":[`+l+`],"willContinue":true}}`))
	}
	return append(deltas, finished(`{"functionCall":{}}`))
}

func TestPartialArguments(t *testing.T) {
	for _, c := range []struct {
		what      string
		lists     []string
		arguments string
	}{
		{"none", nil, `{}`},
		{"an empty list", []string{``}, `{}`},
		{"a whole string", []string{`{"jsonPath":"$.a","stringValue":"x"}`}, `{"a":"x"}`},
		{"an empty string", []string{`{"jsonPath":"$.a","stringValue":""}`}, `{"a":""}`},
		{
			"a string in pieces", []string{
				`{"jsonPath":"$.a","stringValue":"x\"","willContinue":true}`,
				`{"jsonPath":"$.a","stringValue":"","willContinue":true}`,
				`{"jsonPath":"$.a","stringValue":"\\\n\ud83d\ude00\u00e9"}`,
			}, `{"a":"x\"\\\n` + "\U0001F600\u00e9" + `"}`,
		},
		{"closed by an empty piece", []string{`{"jsonPath":"$.a","stringValue":"x","willContinue":true},{"jsonPath":"$.a","stringValue":""}`}, `{"a":"x"}`},
		{"closed explicitly", []string{`{"jsonPath":"$.a","stringValue":"x","willContinue":false}`}, `{"a":"x"}`},
		{"another way to write the path", []string{`{"jsonPath":"$.a","stringValue":"x","willContinue":true}`, `{"jsonPath":"$['a']","stringValue":"y"}`}, `{"a":"xy"}`},
		{"numbers keep their text", []string{`{"jsonPath":"$.a","numberValue":1.50}`, `{"jsonPath":"$.b","numberValue":-0e5},{"jsonPath":"$.c","numberValue":12345678901234567890}`}, `{"a":1.50,"b":-0e5,"c":12345678901234567890}`},
		{"true, false and null", []string{`{"jsonPath":"$.a","boolValue":true},{"jsonPath":"$.b","boolValue":false},{"jsonPath":"$.c","nullValue":null},{"jsonPath":"$.d","nullValue":"NULL_VALUE"}`}, `{"a":true,"b":false,"c":null,"d":null}`},
		{"nulls for the other kinds", []string{`{"jsonPath":"$.a","stringValue":null,"numberValue":5,"boolValue":null,"nullValue":null,"willContinue":null}`}, `{"a":5}`},
		{
			"nesting", []string{
				`{"jsonPath":"$.a.b[0].c","numberValue":1},{"jsonPath":"$.a.b[0].d","numberValue":2}`,
				`{"jsonPath":"$.a.b[1].c","numberValue":3}`,
				`{"jsonPath":"$.a.e","numberValue":4}`,
				`{"jsonPath":"$.f[0][0]","numberValue":5},{"jsonPath":"$.f[0][1]","numberValue":6},{"jsonPath":"$.f[1][0]","numberValue":7}`,
			}, `{"a":{"b":[{"c":1,"d":2},{"c":3}],"e":4},"f":[[5,6],[7]]}`,
		},
		{"the same name in two objects", []string{`{"jsonPath":"$.a.x","numberValue":1},{"jsonPath":"$.b.x","numberValue":2},{"jsonPath":"$.x","numberValue":3}`}, `{"a":{"x":1},"b":{"x":2},"x":3}`},
		{"strange names", []string{`{"jsonPath":"$['a.b']['']","numberValue":1},{"jsonPath":"$.0","numberValue":2}`}, `{"a.b":{"":1},"0":2}`},
		{"two strings in one array", []string{`{"jsonPath":"$.a[0]","stringValue":"x","willContinue":true}`, `{"jsonPath":"$.a[0]","stringValue":""},{"jsonPath":"$.a[1]","stringValue":"y"}`}, `{"a":["x","y"]}`},
	} {
		t.Run(strings.ReplaceAll(c.what, " ", "_"), func(t *testing.T) {
			calls, findings := read(t, gemini, roomy, streamed(c.lists...)...)
			if diff := cmp.Diff([]string{"candidate:0/0  any " + c.arguments}, calls); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
			if findings != nil {
				t.Errorf("findings: %q", findings)
			}
		})
	}
}

// What does not fit behind the last value is reported once, and nothing is read
// from there on.
func TestPartialArgumentsThatDoNotFit(t *testing.T) {
	const x = `{"jsonPath":"$.a","stringValue":"x"},`
	const open = `{"jsonPath":"$.a","stringValue":"x","willContinue":true},`
	for what, list := range map[string]string{
		"no object":                 `5`,
		"no path":                   `{"stringValue":"x"}`,
		"a path that is no string":  `{"jsonPath":5,"stringValue":"x"}`,
		"the root":                  `{"jsonPath":"$","stringValue":"x"}`,
		"a wildcard":                `{"jsonPath":"$.*","stringValue":"x"}`,
		"no value":                  `{"jsonPath":"$.a"}`,
		"two values":                `{"jsonPath":"$.a","stringValue":"x","numberValue":1}`,
		"an unknown kind":           `{"jsonPath":"$.a","structValue":{}}`,
		"a string that is a number": `{"jsonPath":"$.a","stringValue":5}`,
		"a number that is a string": `{"jsonPath":"$.a","numberValue":"NaN"}`,
		"a bool that is a number":   `{"jsonPath":"$.a","boolValue":1}`,
		"a null that is none":       `{"jsonPath":"$.a","nullValue":"x"}`,
		"a number that goes on":     `{"jsonPath":"$.a","numberValue":1,"willContinue":true}`,
		"willContinue is no bool":   `{"jsonPath":"$.a","stringValue":"x","willContinue":"true"}`,
		"a gap at the start":        `{"jsonPath":"$.a[1]","stringValue":"x"}`,
		"a gap":                     `{"jsonPath":"$.b[0]","numberValue":1},{"jsonPath":"$.b[2]","numberValue":1}`,
		"an element again":          `{"jsonPath":"$.b[0]","numberValue":1},{"jsonPath":"$.b[0]","numberValue":1}`,
		"an element back":           `{"jsonPath":"$.b[0]","numberValue":1},{"jsonPath":"$.b[1]","numberValue":1},{"jsonPath":"$.b[0]","numberValue":1}`,
		"a member again":            x + `{"jsonPath":"$.a","stringValue":"y"}`,
		"a member back":             x + `{"jsonPath":"$.b","numberValue":1},{"jsonPath":"$.a","stringValue":"y"}`,
		"a container that was left": `{"jsonPath":"$.b.c","numberValue":1},{"jsonPath":"$.d","numberValue":1},{"jsonPath":"$.b.e","numberValue":1}`,
		"a container as a value":    `{"jsonPath":"$.b.c","numberValue":1},{"jsonPath":"$.b","numberValue":1}`,
		"into a string":             x + `{"jsonPath":"$.a.b","stringValue":"y"}`,
		"an index into an object":   `{"jsonPath":"$.b.c","numberValue":1},{"jsonPath":"$.b[1]","numberValue":1}`,
		"a name into an array":      `{"jsonPath":"$.b[0]","numberValue":1},{"jsonPath":"$.b.c","numberValue":1}`,
		"an index into the root":    x + `{"jsonPath":"$[1]","numberValue":1}`,
		"another path while open":   open + `{"jsonPath":"$.b","stringValue":"y"}`,
		"a shorter path while open": `{"jsonPath":"$.b.c","stringValue":"x","willContinue":true},{"jsonPath":"$.b","stringValue":"y"}`,
		"a longer path while open":  open + `{"jsonPath":"$.a.b","stringValue":"y"}`,
		"a number while open":       open + `{"jsonPath":"$.a","numberValue":1}`,
		"both while open":           open + `{"jsonPath":"$.a","stringValue":"y","numberValue":1}`,
		"nothing while open":        open + `{"jsonPath":"$.a"}`,
		"a strange flag while open": open + `{"jsonPath":"$.a","stringValue":"y","willContinue":1}`,
		"more behind what does not": `5,{"jsonPath":"$.a","stringValue":"x"},6`,
	} {
		t.Run(strings.ReplaceAll(what, " ", "_"), func(t *testing.T) {
			_, findings := read(t, gemini, roomy, streamed(list, `{"jsonPath":"$.z","numberValue":1}`)...)
			if len(findings) != 1 || !strings.HasPrefix(findings[0], "invalid_arguments_delta /chunks/1/candidates/0/content/parts/0/functionCall/partialArgs/") {
				t.Errorf("findings: %q", findings)
			}
		})
	}
}

// A limit on arguments holds for those that are put together, too.
func TestPartialArgumentsOverTheLimit(t *testing.T) {
	calls, findings := read(t, gemini, 10, streamed(`{"jsonPath":"$.a","stringValue":"1234567890"}`, `{"jsonPath":"$.b","numberValue":1}`)...)
	if diff := cmp.Diff([]string{"candidate:0/0  any "}, calls); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
	want := []string{"limit_exceeded/argument_bytes /chunks/1/candidates/0/content/parts/0/functionCall/partialArgs/0"}
	if diff := cmp.Diff(want, findings); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}
