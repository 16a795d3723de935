package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// One fuzzer for each format: its seeds are the format's streams, a delta a line.

func FuzzOpenAI(f *testing.F)          { fuzzFormat(f, "openai") }
func FuzzMistral(f *testing.F)         { fuzzFormat(f, "mistral") }
func FuzzAnthropic(f *testing.F)       { fuzzFormat(f, "anthropic") }
func FuzzOpenAIResponses(f *testing.F) { fuzzFormat(f, "openai_responses") }
func FuzzBedrockConverse(f *testing.F) { fuzzFormat(f, "bedrock_converse") }
func FuzzGemini(f *testing.F)          { fuzzFormat(f, "gemini") }
func FuzzCohere(f *testing.F)          { fuzzFormat(f, "cohere") }
func FuzzOllama(f *testing.F)          { fuzzFormat(f, "ollama") }

// fuzzFormat wants no deltas to do harm: no panic, memory within the limits, and
// nothing executable that is not whole; with the format named, and recognised.
func fuzzFormat(f *testing.F, format string) {
	f.Helper()
	for _, lines := range seeds(f, format) {
		f.Add(lines)
	}
	limits := engine.Limits{EventBytes: 4096, Deltas: 64, Slots: 8, ArgumentBytes: 1024, Depth: 16, Findings: 16}
	v := verifier(f, func(o *engine.Options) { o.Limits = limits })
	f.Fuzz(func(t *testing.T, lines string) {
		deltas := strings.Split(lines, "\n")
		named, auto := v.NewStream(engine.StreamOptions{Format: format}), v.NewStream(engine.StreamOptions{Hint: format})
		observe(named, deltas...)
		observe(auto, deltas...)
		wantBounded(t, named.Finish(), limits)
		wantBounded(t, auto.Finish(), limits)
	})
}

func wantBounded(t *testing.T, r engine.Report, limits engine.Limits) {
	t.Helper()
	size := 0
	for _, c := range r.Calls {
		size += len(c.Arguments)
		if r.Executable && (!c.Terminal || c.Name == "") {
			t.Errorf("an executable turn has the call %+v", c)
		}
	}
	// Calls without arguments may get {} for free.
	if turns := max(1, r.Turns); size > limits.ArgumentBytes*turns+2*len(r.Calls) || len(r.Calls) > limits.Slots*turns {
		t.Errorf("%d calls with %d bytes of arguments in %d turns", len(r.Calls), size, turns)
	}
	if len(r.Findings) > limits.Findings+len(finding.Rules()) {
		t.Errorf("%d findings", len(r.Findings))
	}
	if r.Executable != (r.Status == engine.Pass) {
		t.Errorf("executable is %v for %s", r.Executable, r.Status)
	}
}

// seeds reads the streams of a format, each as lines of deltas.
func seeds(f *testing.F, format string) (out []string) {
	f.Helper()
	files, err := filepath.Glob("../testdata/streams/" + format + "/*/*.json")
	if err != nil || len(files) == 0 {
		f.Fatalf("%d streams of %s: %v", len(files), format, err)
	}
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
	}
	return out
}
