package traffic_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/internal/traffic"
)

const folder = "../../testdata/streams"

var ended = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// spans lists what a turn's spans are, one a line.
func spans(t *testing.T, s *traffic.Source, turn traffic.Turn) string {
	t.Helper()
	traces, err := s.Spans(turn, ended)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, span := range traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans().All() {
		lines = append(lines, describe(span))
	}
	return strings.Join(lines, "\n")
}

func describe(span ptrace.Span) string {
	words := []string{span.Name()}
	if call, ok := span.Attributes().Get("gen_ai.tool.call.id"); ok {
		words = append(words, call.Str())
	}
	for _, e := range span.Events().All() {
		sequence, _ := e.Attributes().Get("toolverdict.delta.sequence")
		words = append(words, sequence.AsString())
	}
	if span.DroppedEventsCount() > 0 {
		words = append(words, "dropped")
	}
	if span.StartTimestamp().AsTime().After(ended) {
		words = append(words, "after the end")
	}
	return strings.Join(words, " ")
}

func TestSpansOfATurn(t *testing.T) {
	turn := traffic.Turn{Model: "m", Stream: "openai/faulty/index-reused", Runs: []string{"call_a"}}
	s := traffic.NewSource(folder, 1)
	for want, evidence := range map[string]traffic.Evidence{
		"chat m 0 1 2 3": traffic.Whole, "chat m 0 1 2 3 dropped": traffic.Dropped, "chat m 0 1 3": traffic.Gap, "chat m": traffic.None,
	} {
		turn.Evidence = evidence
		if diff := cmp.Diff(want+"\nexecute_tool call_a after the end", spans(t, s, turn)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	turn.Early, turn.Evidence = true, traffic.None
	if diff := cmp.Diff("chat m\nexecute_tool call_a", spans(t, s, turn)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMissingStreamIsAnError(t *testing.T) {
	if _, err := traffic.NewSource(folder, 1).Spans(traffic.Turn{Stream: "openai/none"}, ended); err == nil {
		t.Error("no error")
	}
}

// What is drawn depends on the seed, and on how much of the run is over.
func TestDraw(t *testing.T) {
	shares := []traffic.Share{
		{Turn: traffic.Turn{Service: "a"}, Weight: 3},
		{Turn: traffic.Turn{Service: "b"}, Weight: 1},
		{Turn: traffic.Turn{Service: "c"}, Weight: 100, From: 0.5, To: 0.6},
		{Turn: traffic.Turn{Service: "d"}},
	}
	drawn := func(seed uint64, progress float64) string {
		s := traffic.NewSource(folder, seed)
		var names strings.Builder
		for range 16 {
			names.WriteString(s.Draw(shares, progress).Service)
		}
		return names.String()
	}
	got := map[string]string{
		"begin": drawn(1, 0), "again": drawn(1, 0), "other": drawn(2, 0), "middle": drawn(1, 0.5), "end": drawn(1, 0.6),
	}
	want := map[string]string{
		"begin": "baaaaaaaaabaabbb", "again": "baaaaaaaaabaabbb", "other": "baabaaaaaaaaaaaa", "middle": "cccacccccccccccc", "end": "baaaaaaaaabaabbb",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if none := traffic.NewSource(folder, 1).Draw(nil, 0); none.Service != "" {
		t.Errorf("drew %q of nothing", none.Service)
	}
}

func TestEveryStreamOfTheMixIsThere(t *testing.T) {
	s := traffic.NewSource(folder, 1)
	for i := range traffic.Mix {
		spans(t, s, traffic.Mix[i].Turn)
	}
}
