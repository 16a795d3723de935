package redact_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/redact"
)

func fragment(index, arguments string) string {
	return `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":` + index + `,"id":"` + index + `","function":{"name":"f","arguments":"` + arguments + `"}}]}}]}`
}

const finish = `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`

// What passes a limit still passes one when it is masked, so that it does not become
// a pass, and nothing of it is shown.
func TestLimits(t *testing.T) {
	limits := engine.Limits{EventBytes: 400, Deltas: 8, Turns: 2, Slots: 2, ArgumentBytes: 60, Depth: 12}
	long := strings.Repeat("secret", 12)
	for _, c := range []struct {
		what           string
		deltas         []string
		want, original []string
	}{
		{"a delta", []string{fragment("0", strings.Repeat(long, 5)), finish}, []string{"limit_exceeded/event_bytes"}, nil},
		{"arguments", []string{fragment("0", `{\"a\":\"`), fragment("0", long), fragment("0", `\"}`), finish}, []string{"limit_exceeded/event_bytes"}, []string{"limit_exceeded/argument_bytes"}},
		{"slots", []string{fragment("0", `{}`), fragment("1", `{}`), fragment("2", `{\"a\":\"secret\"}`), finish}, []string{"limit_exceeded/slots", "unknown_tool/no_schemas"}, nil},
		{"depth", []string{fragment("0", `{}`), `{"choices":` + strings.Repeat(`["secret",`, 20) + `0` + strings.Repeat("]", 20) + `}`, finish}, []string{"limit_exceeded/depth", "unknown_tool/no_schemas"}, nil},
		{"depth of arguments", []string{fragment("0", strings.Repeat("[", 13)+`\"secret`), finish}, []string{"invalid_arguments_json/too_deep"}, nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			v, err := engine.New(engine.Options{Limits: limits})
			if err != nil {
				t.Fatal(err)
			}
			r, err := redact.New(redact.Options{Format: "openai", Limits: limits})
			if err != nil {
				t.Fatal(err)
			}
			original, masked := v.NewStream(engine.StreamOptions{Format: "openai"}), v.NewStream(engine.StreamOptions{Format: "openai"})
			for _, d := range c.deltas {
				out := r.Delta(nil, []byte(d))
				if strings.Contains(string(out), "secret") {
					t.Errorf("shows content: %s", out)
				}
				original.Observe([]byte(d))
				masked.Observe(out)
			}
			before, after := original.Finish(), masked.Finish()
			if before.Status != after.Status {
				t.Errorf("%s, masked %s", before.Status, after.Status)
			}
			var got []string
			for _, id := range codes(&after) {
				got = append(got, string(id))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, id := range c.original {
				if !slices.ContainsFunc(before.Findings, func(f finding.Finding) bool { return string(f.ID()) == id }) {
					t.Errorf("the original has not %s", id)
				}
			}
		})
	}
}
