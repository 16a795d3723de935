package redact_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/redact"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// One fuzzer for each format: its seeds are the format's streams, a delta a line.

func FuzzRedactOpenAI(f *testing.F)          { fuzzFormat(f, "openai") }
func FuzzRedactMistral(f *testing.F)         { fuzzFormat(f, "mistral") }
func FuzzRedactAnthropic(f *testing.F)       { fuzzFormat(f, "anthropic") }
func FuzzRedactOpenAIResponses(f *testing.F) { fuzzFormat(f, "openai_responses") }
func FuzzRedactBedrockConverse(f *testing.F) { fuzzFormat(f, "bedrock_converse") }
func FuzzRedactGemini(f *testing.F)          { fuzzFormat(f, "gemini") }
func FuzzRedactCohere(f *testing.F)          { fuzzFormat(f, "cohere") }
func FuzzRedactOllama(f *testing.F)          { fuzzFormat(f, "ollama") }

// fuzzFormat wants any deltas to have the same verdict when they are masked, or to
// lack what a schema needs; and what is JSON to stay so.
func fuzzFormat(f *testing.F, format string) {
	f.Helper()
	lines, set := seeds(f, format)
	for _, l := range lines {
		f.Add(l)
	}
	v, err := engine.New(engine.Options{Schemas: set, Limits: engine.Limits{Depth: depth}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		r, again := redactor(t, redact.Options{Format: format}), redactor(t, redact.Options{Format: format})
		original, masked := v.NewStream(engine.StreamOptions{Format: format}), v.NewStream(engine.StreamOptions{Format: format})
		for line := range strings.SplitSeq(lines, "\n") {
			out := r.Delta(nil, []byte(line))
			if a, b := isJSON([]byte(line)), isJSON(out); a != b {
				t.Errorf("%q is JSON: %v; %q: %v", line, a, out, b)
			}
			if twice := again.Delta(nil, out); !bytes.Equal(out, twice) {
				t.Errorf("%q becomes %q, and that %q", line, out, twice)
			}
			original.Observe([]byte(line))
			masked.Observe(out)
		}
		want, got := original.Finish(), masked.Finish()
		sameVerdict(t, &want, &got)
	})
}

func isJSON(text []byte) bool { return new(strictjson.Document).Parse(text, depth) == nil }

func sameVerdict(t *testing.T, want, got *engine.Report) {
	t.Helper()
	wanted, found := codes(want), codes(got)
	known := !slices.Contains(found, finding.RedactedConstraint) || slices.Contains(wanted, finding.RedactedConstraint)
	switch {
	case want.Status != got.Status && (known || got.Status != engine.Indeterminate):
		t.Errorf("the verdict is %s, masked %s: %v %v", want.Status, got.Status, wanted, found)
	case known && !slices.Equal(wanted, found):
		t.Errorf("the findings are %v, masked %v", wanted, found)
	}
}

func codes(r *engine.Report) (ids []finding.ID) {
	for i := range r.Findings {
		ids = append(ids, r.Findings[i].ID())
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// seeds reads the streams of a format, each as lines of deltas, and their schemas.
func seeds(f testing.TB, format string) (out []string, set *schema.Set) {
	f.Helper()
	files, err := filepath.Glob("../../testdata/streams/" + format + "/*/*.json")
	if err != nil || len(files) == 0 {
		f.Fatalf("%d streams of %s: %v", len(files), format, err)
	}
	schemas := map[string][]byte{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		var d strictjson.Document
		if err := d.Parse(text, 1000); err != nil {
			f.Fatalf("%s: %v", file, err)
		}
		list := d.Root().Get("chunks")
		if !list.Exists() {
			list = d.Root().Get("events")
		}
		var lines []string
		for delta := list.First(); delta.Exists(); delta = list.After(delta) {
			lines = append(lines, string(delta.Raw()))
		}
		out = append(out, strings.Join(lines, "\n"))
		tools := d.Root().Get("tool_schemas")
		for tool := tools.First(); tool.Exists(); tool = tools.After(tool) {
			schemas[string(tools.Name(tool))] = bytes.Clone(tool.Raw())
		}
	}
	set, _ = schema.Compile(schema.JSONSchema, schemas)
	return out, set
}
