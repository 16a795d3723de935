package strictjson_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/engine/strictjson"
)

const depth = 4

// texts are JSON texts and what is wrong with them; "" means that they are
// strict.
var texts = []struct {
	text   string
	reason strictjson.Reason
}{
	{`{}`, ""},
	{` { "a" : [ 1 , -0 , 1.5e3 , true , false , null , "x" ] } `, ""},
	{`"\u00e5\ud83d\ude00\/\b\f\n\r\t\"\\"`, ""},
	{`0`, ""},
	{`1e308`, ""},
	{`5e-324`, ""},
	{`0e999999`, ""},
	{`123456789012345678901234567890`, ""},
	{`[[[[]]]]`, ""},

	{``, strictjson.Empty},
	{" \t\r\n", strictjson.Empty},
	{`{`, strictjson.Truncated},
	{`{"a`, strictjson.Truncated},
	{`{"a"`, strictjson.Truncated},
	{`{"a":`, strictjson.Truncated},
	{`{"a":1`, strictjson.Truncated},
	{`{"a":1,`, strictjson.Truncated},
	{`[1,2`, strictjson.Truncated},
	{`tru`, strictjson.Truncated},
	{`-`, strictjson.Truncated},
	{`1e`, strictjson.Truncated},
	{`"\u00`, strictjson.Truncated},
	{`"\ud83d`, strictjson.Truncated},
	{"\"\xe2\x82", strictjson.Truncated},

	{`{} {}`, strictjson.TrailingData},
	{`{}x`, strictjson.TrailingData},
	{`1 2`, strictjson.TrailingData},
	{"{}\x00", strictjson.TrailingData},
	{`{}}`, strictjson.TrailingData},

	{`{"a":1,"a":2}`, strictjson.DuplicateKey},
	{`{"a":1,"\u0061":2}`, strictjson.DuplicateKey},
	{`[{"b":{"c":1,"c":1}}]`, strictjson.DuplicateKey},

	{"\"\xff\"", strictjson.InvalidUnicode},
	{"\"\xc0\xaf\"", strictjson.InvalidUnicode},
	{"\"\xed\xa0\x80\"", strictjson.InvalidUnicode},
	{"\"\xe2\x82\"", strictjson.InvalidUnicode},
	{`"\ud800"`, strictjson.InvalidUnicode},
	{`"\ud800\u0041"`, strictjson.InvalidUnicode},
	{`"\ude00"`, strictjson.InvalidUnicode},
	{`{"\ud800":1}`, strictjson.InvalidUnicode},

	{`[[[[[]]]]]`, strictjson.TooDeep},
	{`{"a":{"a":{"a":{"a":{}}}}}`, strictjson.TooDeep},

	{"\ufeff{}", strictjson.Syntax},
	{`{a:1}`, strictjson.Syntax},
	{`{'a':1}`, strictjson.Syntax},
	{`{"a":1,}`, strictjson.Syntax},
	{`[1,]`, strictjson.Syntax},
	{`[1 2]`, strictjson.Syntax},
	{`{"a" 1}`, strictjson.Syntax},
	{`{1:2}`, strictjson.Syntax},
	{`]`, strictjson.Syntax},
	{`[}`, strictjson.Syntax},
	{`NaN`, strictjson.Syntax},
	{`Infinity`, strictjson.Syntax},
	{`[-Infinity]`, strictjson.Syntax},
	{`+1`, strictjson.Syntax},
	{`.5`, strictjson.Syntax},
	{`[01]`, strictjson.Syntax},
	{`[1.]`, strictjson.Syntax},
	{`0x10`, strictjson.TrailingData},
	{`"\x41"`, strictjson.Syntax},
	{"\"\x01\"", strictjson.Syntax},
	{"\"a\nb\"", strictjson.Syntax},
	{`/* c */ {}`, strictjson.Syntax},
}

func reason(err error) strictjson.Reason {
	if e, ok := errors.AsType[*strictjson.Error](err); ok {
		return e.Reason
	}
	return ""
}

func TestDocumentAndDecodeAreEquallyStrict(t *testing.T) {
	for _, c := range texts {
		var d strictjson.Document
		if got := reason(d.Parse([]byte(c.text), depth)); got != c.reason {
			t.Errorf("Parse(%q): reason %q, want %q", c.text, got, c.reason)
		}
		if (c.reason == "") != d.Root().Exists() {
			t.Errorf("Parse(%q): root exists: %v", c.text, d.Root().Exists())
		}
		_, err := strictjson.Decode([]byte(c.text), depth)
		if got := reason(err); got != c.reason {
			t.Errorf("Decode(%q): reason %q, want %q", c.text, got, c.reason)
		}
	}
}

func TestDecodeRejectsNumbersThatAFloatCannotHold(t *testing.T) {
	for _, text := range []string{
		`1e400`, `-1e400`, `[1e-400]`, `{"a":1e99999999999}`, `1e-99999999999`,
		strings.Repeat("9", 310), `0.` + strings.Repeat("0", 400) + `1`, `1.` + strings.Repeat("0", 2000),
	} {
		_, err := strictjson.Decode([]byte(text), depth)
		if got := reason(err); got != strictjson.NumberRange {
			t.Errorf("Decode(%.20q…): reason %q, want %q", text, got, strictjson.NumberRange)
		}
		var d strictjson.Document
		if err := d.Parse([]byte(text), depth); err != nil {
			t.Errorf("Parse(%.20q…): %v: the range of numbers is for arguments only", text, err)
		}
	}
}

func TestDecodeKeepsNumbersAsText(t *testing.T) {
	got, err := strictjson.Decode([]byte(`{"a":[9007199254740993,1.50,-0],"b":{"c":null,"d":true,"é":"\u00e9"}}`), depth)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"a": []any{json.Number("9007199254740993"), json.Number("1.50"), json.Number("-0")},
		"b": map[string]any{"c": nil, "d": true, "é": "é"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestErrorsQuoteNothing(t *testing.T) {
	err := new(strictjson.Document).Parse([]byte(`{"canary":canary}`), depth)
	if err == nil || strings.Contains(err.Error(), "canary") {
		t.Errorf("error %v", err)
	}
}

func parse(t *testing.T, text string) strictjson.Value {
	t.Helper()
	var d strictjson.Document
	if err := d.Parse([]byte(text), 100); err != nil {
		t.Fatal(err)
	}
	return d.Root()
}

func TestValue(t *testing.T) {
	root := parse(t, `{"s":"a\u0062","\u0065":"","n":null,"list":[1,{"k":"v"},[]],"t":true,"f":false,"o":{}}`)
	if got := root.Get("s"); got.Text() != "ab" || !got.Is("ab") || got.Is("a") || string(got.AppendText([]byte("-"))) != "-ab" {
		t.Errorf("s is %q", got.Text())
	}
	if got := root.Get("e"); !got.Is("") || !got.Given() {
		t.Error("an escaped name is not found")
	}
	if got := root.Get("n"); !got.Exists() || got.Given() {
		t.Error("null is a value, but not given")
	}
	if got := root.Get("missing"); got.Exists() || got.Given() || got.Kind() != strictjson.Missing ||
		got.Text() != "" || got.Raw() != nil || got.Len() != 0 || got.Get("x").Exists() || got.First().Exists() || got.Pointer() != "" {
		t.Error("a missing value finds something")
	}
	if got := root.Get("list"); got.Len() != 3 || string(got.Raw()) != `[1,{"k":"v"},[]]` {
		t.Errorf("list has %d elements: %s", got.Len(), got.Raw())
	}
	if root.Len() != 7 || root.Get("o").First().Exists() {
		t.Errorf("root has %d members", root.Len())
	}
	var names []string
	for v := root.First(); v.Exists(); v = root.After(v) {
		names = append(names, string(root.Name(v)))
	}
	if diff := cmp.Diff([]string{"s", "e", "n", "list", "t", "f", "o"}, names); diff != "" {
		t.Error(diff)
	}
}

func TestIndexIsAnIntegerLiteralFromZero(t *testing.T) {
	for text, want := range map[string]int64{`0`: 0, `7`: 7, `9223372036854775807`: 9223372036854775807} {
		if got, ok := parse(t, text).Index(); !ok || got != want {
			t.Errorf("%s: %d, %v", text, got, ok)
		}
	}
	for _, text := range []string{`-1`, `1.0`, `1e0`, `"1"`, `true`, `null`, `9223372036854775808`, `[]`} {
		if got, ok := parse(t, text).Index(); ok {
			t.Errorf("%s is an index: %d", text, got)
		}
	}
}

func TestPointer(t *testing.T) {
	root := parse(t, `{"a/b":[0,{"~":{"x":[[],["y"]]}}],"z":1}`)
	deep := root.Get("a/b")
	deep = deep.After(deep.First()).Get("~").Get("x")
	deep = deep.After(deep.First()).First()
	for v, want := range map[strictjson.Value]string{
		root:          "",
		root.Get("z"): "/z",
		deep:          "/a~1b/1/~0/x/1/0",
	} {
		if got := v.Pointer(); got != want {
			t.Errorf("pointer %q, want %q", got, want)
		}
	}
}

// A document that is used again must not remember the one before.
func TestDocumentIsReusable(t *testing.T) {
	var d strictjson.Document
	for range 3 {
		if err := d.Parse([]byte(`{"a":[1,2,{"b":"c"}]}`), depth); err != nil || d.Root().Get("a").Len() != 3 {
			t.Fatalf("%v", err)
		}
		if err := d.Parse([]byte(`{"a":`), depth); err == nil || d.Root().Exists() {
			t.Fatalf("%v, root exists: %v", err, d.Root().Exists())
		}
	}
}

// FuzzDocument compares with two other readers: what we accept, both accept; and
// what jsontext accepts, we accept, up to the depth.
func FuzzDocument(f *testing.F) {
	for _, c := range texts {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var d strictjson.Document
		err := d.Parse(text, 10_000)
		_, decodeErr := strictjson.Decode(text, 10_000)
		if valid := jsontext.Value(text).IsValid(); valid != (err == nil) {
			t.Errorf("%q: jsontext says %v, we say %v", text, valid, err)
		}
		if err == nil && !json.Valid(text) {
			t.Errorf("%q: accepted, but encoding/json does not", text)
		}
		if decodeErr == nil && err != nil || err == nil && decodeErr != nil && reason(decodeErr) != strictjson.NumberRange {
			t.Errorf("%q: Parse says %v, Decode says %v", text, err, decodeErr)
		}
		walk(t, d.Root())
	})
}

// walk reads everything that a value holds.
func walk(t *testing.T, v strictjson.Value) {
	t.Helper()
	if v.Exists() && !jsontext.Value(v.Raw()).IsValid() {
		t.Errorf("raw text %q is no value", v.Raw())
	}
	_ = v.Text()
	_ = v.Pointer()
	_, _ = v.Index()
	for e := v.First(); e.Exists(); e = v.After(e) {
		_ = v.Name(e)
		walk(t, e)
	}
}
