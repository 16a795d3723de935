package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/internal/collector"
)

const fixtures = "../../examples/adapters/streams"

func streamOf(t *testing.T, path string) *Stream {
	t.Helper()
	s, err := loadStream(filepath.Join(fixtures, path))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// span is one as the collector writes it: with a verdict, what is said of fail-open
// if anything, and findings.
func span(verdict, failOpen string, findings ...string) *collector.Span {
	s := ptrace.NewSpan()
	s.Attributes().PutStr("toolverdict.verdict", verdict)
	if failOpen != "" {
		s.Attributes().PutBool("toolverdict.fail_open", failOpen == "true")
	}
	list := s.Attributes().PutEmptySlice("toolverdict.findings")
	for _, f := range findings {
		list.AppendEmpty().SetStr(f)
	}
	s.Events().AppendEmpty().SetName("toolverdict.stream.end")
	return &collector.Span{Span: s}
}

func transfer(amount float64, delivered int) Run {
	return Run{Arguments: map[string]any{"to": "alice", "amount": amount}, Delivered: delivered}
}

// A result says what happened, and whether the collector's word agrees.
func TestResults(t *testing.T) {
	healthy, cut := streamOf(t, "openai/one-call.json"), streamOf(t, "openai/cut-off.json")
	two, missing := streamOf(t, "openai/after-terminal.json"), streamOf(t, "openai/missing-id.json")
	wire := []string{"invalid_arguments_json/truncated", "missing_terminal"}
	handed := []HandedCall{{"call_a", "transfer"}}
	cell := func(adapter string, s *Stream) Deed { return Deed{Cell: Cell{adapter, s.Name}} }
	for _, c := range []struct {
		what   string
		result Result
		says   string
		differ []string
	}{
		{
			"a healthy call ran",
			Result{Deed: cell("a", healthy), Stream: healthy, Runs: []Run{transfer(1000, 8)}, Turn: span("pass", "false")},
			"ran", nil,
		},
		{
			"a healthy call is blamed",
			Result{Deed: cell("a", healthy), Stream: healthy, Runs: []Run{transfer(1000, 8)}, Turn: span("fail", "true", "missing_terminal")},
			"ran",
			[]string{`the verdict is "fail", want "pass"`, `fail_open is "true", want "false"`, `what is wrong on the wire is "missing_terminal", want ""`},
		},
		{
			"too early, and found",
			Result{Deed: cell("a", healthy), Stream: healthy, Runs: []Run{transfer(1000, 5)}, Turn: span("fail", "true", "executed_before_terminal")},
			"**ran**, early", nil,
		},
		{
			"too early, and not found",
			Result{Deed: cell("a", healthy), Stream: healthy, Runs: []Run{transfer(1000, 5)}, Turn: span("pass", "false")},
			"**ran**, early",
			[]string{`fail_open is "false", want "true"`},
		},
		{
			"a cut call ran, and only the tool's span says so",
			Result{
				Deed: cell("a", cut), Stream: cut, Runs: []Run{transfer(1, 5)},
				Turn: span("fail", "", append(wire, "emitted_despite_block")...), Tools: []collector.Span{*span("", "true")},
			},
			"**ran**, altered", nil,
		},
		{
			"a cut call was handed over",
			Result{Deed: Deed{Cell: Cell{"a", cut.Name}, Handed: handed}, Stream: cut, Turn: span("fail", "", wire...)},
			"handed over", nil,
		},
		{
			"a cut call was blocked, and passes",
			Result{Deed: cell("a", cut), Stream: cut, Turn: span("pass", "")},
			"blocked",
			[]string{`the verdict is "pass", want "fail"`, `what is wrong on the wire is "", want "invalid_arguments_json/truncated missing_terminal"`},
		},
		{
			"no span",
			Result{Deed: cell("a", cut), Stream: cut},
			"blocked",
			[]string{"no span with a verdict"},
		},
		{
			"both ran",
			Result{
				Deed: cell("a", two), Stream: two,
				Runs: []Run{transfer(1000, 12), {Arguments: map[string]any{"to": "bob", "amount": 20.}, Delivered: 12}},
				Turn: span("fail", "true", "delta_after_terminal", "missing_terminal"),
			},
			"**ran both**", nil,
		},
		{
			"a blind spot",
			Result{Deed: cell("go-openai", missing), Stream: missing, Runs: []Run{transfer(1000, 8)}, Turn: span("fail", "", "missing_call_id")},
			"**ran**", nil,
		},
		{
			"a blind spot that has gone",
			Result{Deed: cell("go-openai", missing), Stream: missing, Runs: []Run{transfer(1000, 8)}, Turn: span("fail", "true", "missing_call_id")},
			"**ran**",
			[]string{"is no longer a blind spot: " + blind[Cell{"go-openai", "missing-id"}]},
		},
	} {
		if got := c.result.String(); got != c.says {
			t.Errorf("%s: %q, want %q", c.what, got, c.says)
		}
		if diff := cmp.Diff(c.differ, c.result.check()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.what, diff)
		}
	}
}

// Every blind spot is a cell that is measured.
func TestBlindSpotsAreCells(t *testing.T) {
	streams, err := loadStreams(fixtures)
	if err != nil {
		t.Fatal(err)
	}
	p := NewProvider(streams)
	for c := range blind {
		if p.stream(c) == nil {
			t.Errorf("%v", c)
		}
	}
}

func TestPageIsComparedWithoutItsDate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	if err := settle(path, "a\n"+dated+"Monday\nb\n", true); err != nil {
		t.Fatal(err)
	}
	if err := settle(path, "a\n"+dated+"Tuesday\nb\n", false); err != nil {
		t.Error(err)
	}
	if err := settle(path, "a\n"+dated+"Monday\nc\n", false); err == nil {
		t.Error("another page passes")
	}
}

func TestAStreamSaysHowItEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.json")
	if err := os.WriteFile(path, []byte(`{"profile":"openai","tool_schemas":{},"chunks":[],"ends":"soon"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := loadStream(path); err == nil || err.Error() != `ends: "soon" is none of whole, closed, broken` {
		t.Errorf("%v", err)
	}
}
