package mask_test

import (
	"strings"
	"testing"

	"github.com/toolverdict/toolverdict/engine/mask"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

func compile(t *testing.T, r mask.Rules) *mask.Masks {
	t.Helper()
	m, err := r.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func decode(t *testing.T, text string) any {
	t.Helper()
	v, err := strictjson.Decode([]byte(text), 100)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestText(t *testing.T) {
	m := compile(t, mask.Rules{Placeholders: []string{"[redacted]", "***"}})
	for _, c := range []struct {
		text             string
		masked, numbered bool
	}{
		{"[redacted]", true, false},
		{"[redacted]#12", true, true},
		{"***", true, false},
		{"***#1", true, true},
		{"[redacted]#", false, false},
		{"[redacted]#1x", false, false},
		{"[redacted] ", false, false},
		{"a [redacted]", false, false},
		{"", false, false},
	} {
		if masked, numbered := m.Text(c.text); masked != c.masked || numbered != c.numbered {
			t.Errorf("%q: masked %v, numbered %v", c.text, masked, numbered)
		}
	}
}

func TestNoMasksKnowNothing(t *testing.T) {
	for _, m := range []*mask.Masks{nil, compile(t, mask.Rules{Placeholders: []string{}})} {
		if m.May([]byte(`"[redacted]"`)) || m.Is("[redacted]") || m.In(decode(t, `["[redacted]"]`)) || m.Only([]byte("[redacted]")) {
			t.Error("a mask is known")
		}
	}
}

// The quick look must find a placeholder however it is written.
func TestMay(t *testing.T) {
	for _, c := range []struct {
		rules mask.Rules
		text  string
		want  bool
	}{
		{mask.Rules{}, `{"a":"[redacted]"}`, true},
		{mask.Rules{}, `{"a":"\u005bredacted\u005d#2"}`, true},
		{mask.Rules{}, `{"a":"secret"}`, false},
		{mask.Rules{Placeholders: []string{"<REMOVED BY POLICY>"}}, `{"a":"\u003cREMOVED BY POLICY\u003e"}`, true},
		{mask.Rules{Placeholders: []string{"***"}}, `{"a":"***"}`, true},
		{mask.Rules{Numbers: true}, `{"a":1}`, true},
		{mask.Rules{Booleans: true}, `{"a":true}`, true},
	} {
		if got := compile(t, c.rules).May([]byte(c.text)); got != c.want {
			t.Errorf("%+v of %s: %v", c.rules, c.text, got)
		}
	}
}

func TestIn(t *testing.T) {
	m := compile(t, mask.Rules{Numbers: true})
	for text, want := range map[string]bool{
		`{"a":{"b":["x","[redacted]"]}}`: true, `[[1]]`: true, `{"a":[true,null,"x"]}`: false, `{"[redacted]":"x"}`: false,
	} {
		if got := m.In(decode(t, text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestOnly(t *testing.T) {
	m := compile(t, mask.Rules{})
	for text, want := range map[string]bool{
		"[redacted]": true, " [redacted][redacted]#3[redacted]\n": true, "": false, " ": false, "[redacted]x": false, `{"a":"[redacted]"}`: false,
	} {
		if got := m.Only([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want mask.Answer
	}{
		{`1`, `1.0`, mask.Yes},
		{`"x"`, `"y"`, mask.No},
		{`"[redacted]"`, `"y"`, mask.Unknown},
		{`"y"`, `"[redacted]"`, mask.Unknown},
		{`"[redacted]"`, `{"a":1}`, mask.Unknown},
		{`"[redacted]#1"`, `"[redacted]#1"`, mask.Yes},
		{`"[redacted]#1"`, `"[redacted]#2"`, mask.No},
		{`"[redacted]#1"`, `"[redacted]"`, mask.Unknown},
		{`{"a":"[redacted]","b":1}`, `{"b":1,"a":"x"}`, mask.Unknown},
		{`{"a":"[redacted]","b":1}`, `{"b":2,"a":"x"}`, mask.No},
		{`{"a":"[redacted]"}`, `{"b":"x"}`, mask.No},
		{`["[redacted]"]`, `["x","y"]`, mask.No},
		{`["[redacted]"]`, `null`, mask.No},
		{`true`, `false`, mask.Unknown},
		{`true`, `null`, mask.No},
	} {
		if got := compile(t, mask.Rules{Booleans: true}).Equal(decode(t, c.a), decode(t, c.b)); got != c.want {
			t.Errorf("%s and %s: %d", c.a, c.b, got)
		}
	}
}

func TestPlaceholdersThatCannotBeUsed(t *testing.T) {
	for placeholder, want := range map[string]string{
		"":                       `placeholder "": it is empty, as values may be`,
		"a\x1b[1m":               `placeholder "a\x1b[1m": it is no printable text`,
		"\xff":                   `placeholder "\xff": it is no printable text`,
		strings.Repeat("x", 129): `placeholder "` + strings.Repeat("x", 129) + `": it is longer than 128 bytes`,
	} {
		if _, err := (mask.Rules{Placeholders: []string{placeholder}}).Compile(); err == nil || err.Error() != want {
			t.Errorf("%q: %v", placeholder, err)
		}
	}
}
