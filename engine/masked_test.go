package engine_test

import (
	"strings"
	"testing"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/mask"
	"github.com/toolverdict/toolverdict/engine/schema"
)

// masked is a verifier of a tool with one constraint on a text.
func masked(t *testing.T, rules mask.Rules) *engine.Verifier {
	t.Helper()
	set, violations := schema.Compile(schema.JSONSchema, map[string][]byte{
		"f": []byte(`{"type":"object","properties":{"unit":{"enum":["c","f"]},"note":{"type":"string"}},"required":["note"],"additionalProperties":false}`),
	})
	if len(violations) > 0 {
		t.Fatal(violations)
	}
	return verifier(t, func(o *engine.Options) { o.Schemas, o.Masks = set, rules })
}

func fragments(texts ...string) []string {
	deltas := []string{chunk(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"f"}}]}`, ``)}
	for _, text := range texts {
		deltas = append(deltas, chunk(`{"tool_calls":[{"index":0,"function":{"arguments":"`+strings.ReplaceAll(text, `"`, `\"`)+`"}}]}`, ``))
	}
	return append(deltas, finish)
}

func TestMaskedValuesInTheVerdict(t *testing.T) {
	const at = "/calls/choice:0/slot:0"
	unknown := "unknown redacted_constraint " + at
	for _, c := range []struct {
		what     string
		rules    mask.Rules
		deltas   []string
		status   engine.Verdict
		findings []string
	}{
		{"not needed", mask.Rules{}, fragments(`{"note":"[reda`, `cted]"}`), engine.Pass, nil},
		{"needed", mask.Rules{}, fragments(`{"unit":"[redacted]#2","note":"x"}`), engine.Indeterminate, []string{unknown + "/arguments/unit"}},
		{"beside what is wrong", mask.Rules{}, fragments(`{"unit":"[redacted]#2"}`), engine.Fail, []string{"error schema_required " + at + "/arguments/note", unknown + "/arguments/unit"}},
		{"each fragment as a whole", mask.Rules{}, fragments(`[redacted]`, `[redacted]`), engine.Indeterminate, []string{unknown}},
		{"no mask any more", mask.Rules{Placeholders: []string{}}, fragments(`{"unit":"[redacted]","note":"x"}`), engine.Fail, []string{"error schema_enum " + at + "/arguments/unit"}},
		{"another mask", mask.Rules{Placeholders: []string{"***"}}, fragments(`{"unit":"***","note":"x"}`), engine.Indeterminate, []string{unknown + "/arguments/unit"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := masked(t, c.rules).NewStream(engine.StreamOptions{})
			observe(s, c.deltas...)
			want(t, s.Finish(), c.status, "openai", c.findings...)
		})
	}
}

// What is masked in one turn says nothing of another.
func TestMaskedValuesOfOneTurn(t *testing.T) {
	named := func(id string, deltas []string) (out []string) {
		for _, d := range deltas {
			out = append(out, strings.Replace(d, `{"choices"`, `{"id":"`+id+`","choices"`, 1))
		}
		return out
	}
	s := masked(t, mask.Rules{}).NewStream(engine.StreamOptions{})
	observe(s, named("1", fragments(`{"unit":"[redacted]","note":"x"}`))...)
	observe(s, named("2", fragments(`{"note":"x"}`))...)
	r := s.Finish()
	if r.TurnVerdict(0) != engine.Indeterminate || r.TurnVerdict(1) != engine.Pass {
		t.Errorf("%s and %s", r.TurnVerdict(0), r.TurnVerdict(1))
	}
}

func TestMasksThatCannotBeUsed(t *testing.T) {
	_, err := engine.New(engine.Options{Masks: mask.Rules{Placeholders: []string{""}}})
	if err == nil || err.Error() != `masks: placeholder "": it is empty, as values may be` {
		t.Error(err)
	}
}
