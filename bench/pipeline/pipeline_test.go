package pipeline

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/internal/streams"
	"github.com/toolverdict/toolverdict/internal/streams/batch"
)

// twice opens a step and runs it twice.
func twice(t *testing.T, s *Step, td ptrace.Traces) error {
	t.Helper()
	run, closing, err := s.Open(t.Context(), td)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := closing(); err != nil {
			t.Error(err)
		}
	}()
	if err := run(); err != nil {
		return err
	}
	return run()
}

func TestStepsTakeEveryStream(t *testing.T) {
	for _, s := range streams.All() {
		for _, step := range Steps() {
			if err := twice(t, &step, batch.New(&s, 1)); err != nil {
				t.Errorf("%s on %s: %v", step.Name, s.Name, err)
			}
		}
	}
}

func TestProcessorJudgesEverySpan(t *testing.T) {
	want := map[string]string{
		"a_openai_1call": "pass", "b_openai_4calls": "pass", "c_anthropic_2calls": "pass", "d_openai_64KiB": "pass",
		"e_text": "not_applicable",
	}
	got := map[string]string{}
	for _, s := range streams.All() {
		td := batch.New(&s, 2)
		if err := twice(t, &Steps()[0], td); err != nil {
			t.Fatal(err)
		}
		for _, span := range td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().All() {
			verdict, _ := span.Attributes().Get("toolverdict.verdict")
			got[s.Name] = verdict.AsString()
			if n := span.Events().Len(); n != len(s.Deltas) {
				t.Errorf("%s: a span has %d events, want %d", s.Name, n, len(s.Deltas))
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
}

// A statement that overlooks a broken delta may not have parsed any.
func TestParseJSONReadsTheDeltas(t *testing.T) {
	steps := Steps()
	broken := streams.Stream{Name: "broken", Format: "openai", Deltas: [][]byte{[]byte(`{"choices":[}`)}}
	if err := twice(t, &steps[len(steps)-1], batch.New(&broken, 1)); err == nil {
		t.Error("a broken delta was not noticed")
	}
}

func TestIdleLeavesTheBatch(t *testing.T) {
	td := batch.New(&streams.Stream{Format: "openai"}, 3)
	before := ptrace.NewTraces()
	td.CopyTo(before)
	idle := Step{Open: Idle}
	if err := twice(t, &idle, td); err != nil {
		t.Fatal(err)
	}
	m := &ptrace.JSONMarshaler{}
	was, _ := m.MarshalTraces(before)
	is, _ := m.MarshalTraces(td)
	if diff := cmp.Diff(string(was), string(is)); diff != "" {
		t.Errorf("the batch changed (-was +is):\n%s", diff)
	}
}
