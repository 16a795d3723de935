// Package verdicts says what the example requests of testdata/otlp must come to,
// for every test that sends them through a collector.
package verdicts

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/internal/collector"
)

// Expected is the description of the one span of each request, by the request's
// name.
var Expected = map[string]string{
	"01-openai-parallel-calls":     "checkout-agent openai pass true calls=2 turns=1 [] ",
	"02-mistral-whole-call":        "travel-agent mistral pass true calls=1 turns=1 [] ",
	"03-anthropic-text-and-call":   "support-agent anthropic pass true calls=1 turns=1 [] ",
	"04-mlflow-openai-call":        "notebook-agent openai pass true calls=1 turns=1 [] ",
	"05-openai-index-collision":    `checkout-agent openai fail false calls=1 turns=1 ["identity_collision","invalid_arguments_json/trailing_data"] wire`,
	"06-anthropic-stream-stops":    `support-agent anthropic fail false calls=1 turns=1 ["invalid_arguments_json/truncated","missing_terminal"] wire`,
	"07-openai-duplicate-terminal": `travel-agent openai fail false calls=1 turns=1 ["duplicate_terminal","wrong_terminal_reason"] wire`,
	"08-openai-text-only":          "checkout-agent openai not_applicable false calls=0 turns=1 [] ",
}

// Describe writes what is annotated on a span: service, format, verdict,
// executable, counts, findings, fault.
func Describe(s collector.Span) string {
	get := func(key, none string) string {
		if v, ok := s.Attributes().Get("toolverdict." + key); ok {
			return v.AsString()
		}
		return none
	}
	return strings.Join([]string{
		s.Service, get("format", ""), get("verdict", ""), get("executable", ""),
		"calls=" + get("calls", ""), "turns=" + get("turns", ""), get("findings", "[]"), get("fault", ""),
	}, " ")
}

// Requests reads the requests of a folder, by name. There must be one for each
// expectation, and no other.
func Requests(tb testing.TB, folder string) map[string][]byte {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) != len(Expected) {
		tb.Fatalf("%d requests, %d with a known verdict: %v", len(files), len(Expected), err)
	}
	bodies := map[string][]byte{}
	for name := range Expected {
		body, err := os.ReadFile(filepath.Join(folder, name+".json")) //nolint:gosec // a folder of our own
		if err != nil {
			tb.Fatal(err)
		}
		bodies[name] = body
	}
	return bodies
}

// Check wants the spans to be those of all requests, in any order.
func Check(tb testing.TB, spans []collector.Span) {
	tb.Helper()
	var got, want []string
	for _, s := range spans {
		got = append(got, Describe(s))
	}
	for _, description := range Expected {
		want = append(want, description)
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		tb.Errorf("verdicts (-want +got):\n%s", diff)
	}
}
