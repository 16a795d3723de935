package redact_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/toolverdict/toolverdict/engine/redact"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// depth is how deep arguments may be nested here.
const depth = 8

func redactor(tb testing.TB, o redact.Options) *redact.Redactor {
	tb.Helper()
	o.Limits.Depth = depth
	r, err := redact.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// masked masks arguments that come in these fragments, and joins what comes out.
func masked(tb testing.TB, o redact.Options, fragments ...string) string {
	tb.Helper()
	o.Format = "anthropic"
	r := redactor(tb, o)
	r.Delta(nil, []byte(`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}`))
	var b strings.Builder
	for _, fragment := range fragments {
		quoted, err := jsontext.AppendQuote(nil, fragment)
		if err != nil {
			tb.Fatal(err)
		}
		delta := `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":` + string(quoted) + `}}`
		var d strictjson.Document
		if err := d.Parse(r.Delta(nil, []byte(delta)), 100); err != nil {
			tb.Fatal(err)
		}
		b.WriteString(d.Root().Get("delta").Get("partial_json").Text())
	}
	return b.String()
}

// defect is in what text is no strict JSON, "" if it is.
func defect(text string) string {
	_, err := strictjson.Decode([]byte(text), depth)
	if strict, ok := errors.AsType[*strictjson.Error](err); ok {
		return string(strict.Reason)
	}
	return ""
}

func TestArguments(t *testing.T) {
	for _, c := range []struct{ arguments, want string }{
		{`{}`, `{}`},
		{` {"a" : "x", "b":[1.5e3,true , null,""]}`, ` {"a" : "[redacted]#1", "b":[1.5e3,true , null,""]}`},
		{`{"a":"x","b":"y","c":"\u0078"}`, `{"a":"[redacted]#1","b":"[redacted]#2","c":"[redacted]#1"}`},
		{`{"a\u0062\n\ud83d\ude00é":{"":"é😀"}}`, `{"a\u0062\n\ud83d\ude00é":{"":"[redacted]#1"}}`},
		{`{"a":"secret`, `{"a":"`},
		{`{"a":"secret","sec`, `{"a":"[redacted]#1","sec`},
		{`{"a":"se\cret","b":1}`, `{"a":"\!`},
		{`{"a":"se\u12xx"}`, `{"a":"\!`},
		{"{\"a\":\"se\ncret\"}", `{"a":"\!`},
		{`{"a":"\ud83dx"}`, `{"a":"\ud800x`},
		{`{"a":"\ude00\ude00"}`, `{"a":"\ud800x`},
		{`{"a":secret}`, `{"a":!`},
		{`{"a":trust}`, `{"a":tru!`},
		{`{secret:1}`, `{!`},
		{`{"a":"x"}secret`, `{"a":"[redacted]#1"}!`},
		{`{"a":1}{"a":2}`, `{"a":1}!`},
		{`{"a":012}`, `{"a":0!`},
		{`{"a":1.}`, `{"a":1.!`},
		{`{"a":1e999,"b":"x"}`, `{"a":1e999,"b":"[redacted]#1"}`},
		{`{"a":1,"a":"x"}`, `{"a":1,"a":"[redacted]#1"}`},
		{`[[[[[[[[["secret"]]]]]]]]]`, `[[[[[[[[[`},
		{`"secret"`, `"[redacted]#1"`},
		{`[1}`, `[1!`},
		{"\ufeff{}", `!`},
		{`  `, `  `},
		{``, ``},
	} {
		got := masked(t, redact.Options{}, c.arguments)
		if got != c.want {
			t.Errorf("%s\nbecame %s\nwant   %s", c.arguments, got, c.want)
		}
		if a, b := defect(c.arguments), defect(got); a != b {
			t.Errorf("%s\nhas the defect %q, masked %q", c.arguments, a, b)
		}
		if again := masked(t, redact.Options{}, got); again != got {
			t.Errorf("%s\nmasked again becomes %s", got, again)
		}
	}
}

func TestNumbersAndBooleans(t *testing.T) {
	o := redact.Options{Numbers: true, Booleans: true, Placeholder: "<gone>"}
	got := masked(t, o, `{"a":-7,"b":7.50,"c":1e2,"d":100,"e":1e999,"f":[true,false,null],"g":"x","h":-7}`)
	want := `{"a":1,"b":2.0,"c":3.0,"d":3,"e":1e999,"f":[false,false,null],"g":"<gone>#1","h":1}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Wherever a fragment ends, the same comes out in total.
func TestEverySplit(t *testing.T) {
	for _, o := range []redact.Options{{}, {Numbers: true, Booleans: true}} {
		for _, arguments := range []string{
			`{"a\u0062":"x\n\ud83d\ude00y","\ud83d\ude00":[-1.5e+3,true,false,null],"é":{"q":"é\\\""}}`,
			`{"a":"\ud83dx"}`, `{"a":"\u12"}`, `{"a":1,"a":tru}`, `{"a":12}x`,
		} {
			want := masked(t, o, arguments)
			for first := range arguments {
				for second := range arguments[first:] {
					got := masked(t, o, arguments[:first], arguments[first:first+second], arguments[first+second:])
					if got != want {
						t.Fatalf("%s | %s | %s\nbecomes %s\nwant    %s", arguments[:first], arguments[first:first+second], arguments[first+second:], got, want)
					}
				}
			}
		}
	}
}

// FuzzArguments wants the defect of any arguments to stay what it is.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{
		`{"a":"x\n\ud83d\ude00","b":[-1.5e+3,true,null]}`, `{"a":"\ud800`, `{"a":"\udc00\`, `{"a":1e999`, `{"a" "b"}`, `{"a":1,"a"`, `"\ud800\u`, `12.`, `[1,]`,
	} {
		f.Add(seed, uint(3), false)
		f.Add(seed, uint(7), true)
	}
	f.Fuzz(func(t *testing.T, arguments string, split uint, all bool) {
		arguments = strings.ToValidUTF8(arguments, "?")
		o := redact.Options{Numbers: all, Booleans: all}
		got := masked(t, o, arguments)
		at := int(split % uint(len(arguments)+1))
		if left := strings.ToValidUTF8(arguments[:at], ""); masked(t, o, left, arguments[len(left):]) != got {
			t.Errorf("%q split at %d is not the same", arguments, at)
		}
		if masked(t, o, got) != got {
			t.Errorf("%q becomes %q, and that %q", arguments, got, masked(t, o, got))
		}
		if a, b := defect(arguments), defect(got); a != b && !all {
			t.Errorf("%q has the defect %q, masked %q: %q", arguments, a, b, got)
		}
	})
}
