package report_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/internal/report"
)

func TestPageAndText(t *testing.T) {
	d := digested(t, 30, judged(t, config.Keep, sent(t, false, day()...)...)...)
	golden(t, "report.txt", summary(t, d))
	golden(t, "report.html", page(t, d))
}

// The same spans give the same bytes, whatever the order in which they stand.
func TestOrderOfSpansDoesNotMatter(t *testing.T) {
	requests := judged(t, config.Keep, sent(t, false, day()...)...)
	var spans []ptrace.Traces // each alone
	for _, td := range requests {
		resource := td.ResourceSpans().At(0)
		for _, span := range resource.ScopeSpans().At(0).Spans().All() {
			alone := ptrace.NewTraces()
			r := alone.ResourceSpans().AppendEmpty()
			resource.Resource().CopyTo(r.Resource())
			span.CopyTo(r.ScopeSpans().AppendEmpty().Spans().AppendEmpty())
			spans = append(spans, alone)
		}
	}
	for _, keep := range []int{3, 30} {
		d := digested(t, keep, requests...)
		wantText, wantPage := summary(t, d), page(t, d)
		random := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			random.Shuffle(len(spans), func(i, j int) { spans[i], spans[j] = spans[j], spans[i] })
			d := digested(t, keep, spans...)
			if !bytes.Equal(summary(t, d), wantText) || !bytes.Equal(page(t, d), wantPage) {
				t.Fatalf("of %d turns: another order of the spans gives another report (-want +got):\n%s", keep, cmp.Diff(string(wantText), string(summary(t, d))))
			}
		}
	}
}

// What is known of a turn that ran two calls which collided: with its deltas, with
// masked ones, without them, and where the collector got the span of the tool first.
func TestWhatIsKnownOfATurn(t *testing.T) {
	collision := of(gateway, "openai/faulty/index-reused", "call_a")
	marks := []report.Mark{{Delta: 2, Code: "identity_collision"}}
	lane := report.Lane{Scope: "choice:0", ID: "call_a", Others: []string{"call_b"}, Tool: "get_weather", Marks: marks}
	run := report.Run{Tool: "get_weather", CallID: "call_a", FailOpen: true}
	for _, c := range []struct {
		name      string
		mode      config.DeltaEvents
		backwards bool
		want      report.Timeline
	}{
		{"kept", config.Keep, false, report.Timeline{
			Replayed: true, Deltas: 4, Ends: []int{3}, Runs: []report.PlacedRun{{Run: run, After: 3, Known: true}},
			Lanes: []*report.Lane{grown(lane, report.Piece{From: 1, To: 2, Fragments: 2, Bytes: 32})},
		}},
		{"the tool first", config.Keep, true, report.Timeline{
			Replayed: true, Deltas: 4, Ends: []int{3}, Runs: []report.PlacedRun{{Run: run, After: 3, Known: true}},
			Lanes: []*report.Lane{grown(lane, report.Piece{From: 1, To: 2, Fragments: 2, Bytes: 32})},
		}},
		{"masked", config.Redact, false, report.Timeline{
			Replayed: true, Deltas: 4, Ends: []int{3}, Runs: []report.PlacedRun{{Run: run, After: 3, Known: true}},
			Lanes: []*report.Lane{grown(lane, report.Piece{From: 1, To: 2, Fragments: 2, Bytes: 24})},
		}},
		{"dropped", config.Drop, false, report.Timeline{
			Deltas: 3, Lanes: []*report.Lane{{Scope: "choice:0", ID: "call_a", Marks: marks}},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			turns := digested(t, 30, judged(t, c.mode, sent(t, c.backwards, collision)...)...).Worst()
			if len(turns) != 1 || !turns[0].FailOpen || len(turns[0].Timelines) != 1 || len(turns[0].Runs) != 1 || !turns[0].Runs[0].FailOpen {
				t.Fatalf("%d turns: %+v", len(turns), turns)
			}
			codes := []string{"executed_despite_block", "identity_collision", "invalid_arguments_json/trailing_data"}
			if diff := cmp.Diff(codes, turns[0].Codes); diff != "" || turns[0].Primary != codes[0] || turns[0].Fault != "adapter" {
				t.Errorf("primary %s of fault %s, codes (-want +got):\n%s", turns[0].Primary, turns[0].Fault, diff)
			}
			ignore := cmp.Options{cmpopts.IgnoreUnexported(report.Run{}), cmpopts.IgnoreFields(report.Run{}, "Start")}
			if diff := cmp.Diff(&c.want, turns[0].Timelines[0], ignore); diff != "" {
				t.Errorf("timeline (-want +got):\n%s", diff)
			}
		})
	}
}

// Findings name a call by its id, and its deltas under the hash of that: it is one call.
func TestHashedIDsAreOfTheSameCall(t *testing.T) {
	cfg := config.Default()
	cfg.DeltaEvents, cfg.Redaction.IDsKey = config.Redact, "0123456789abcdef"
	turns := digested(t, 30, judgedBy(t, cfg, sent(t, false, of(gateway, "openai/faulty/arguments-truncated"))...)...).Worst()
	if len(turns) != 1 || len(turns[0].Findings) == 0 || turns[0].Findings[0].CallID != "call_a" {
		t.Fatalf("%d turns: %+v", len(turns), turns)
	}
	lanes := turns[0].Timelines[0].Lanes
	if len(lanes) != 1 || len(lanes[0].ID) != 32 || lanes[0].Others != nil {
		t.Errorf("%d lanes, the first is %+v", len(lanes), lanes[0])
	}
}

func grown(l report.Lane, pieces ...report.Piece) *report.Lane {
	l.Pieces = pieces
	return &l
}

// A call that ran too early was judged by the clocks: the page shows the same.
func TestEarlyRunIsPlacedBeforeTheEnd(t *testing.T) {
	turn := digested(t, 30, judged(t, config.Keep, sent(t, true, early(of(support, "anthropic/healthy/text-then-call", "toolu_a")))...)...).Worst()[0]
	line := turn.Timelines[0]
	if r := line.Runs[0]; !r.Known || r.After < 0 || len(line.Ends) != 1 || r.After >= line.Ends[0] || !r.FailOpen || turn.Primary != "executed_before_terminal" {
		t.Errorf("%s: run %+v, ends %v", turn.Primary, r, line.Ends)
	}
}

// Providers that number their calls give the same id in every turn of a trace: what ran
// before a turn began is none of its own.
func TestRunsOfEarlierTurnsAreNotShown(t *testing.T) {
	requests := sent(t, true, early(of(support, "anthropic/healthy/text-then-call", "toolu_a")))
	tool := requests[0].ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
	requests[0].ResourceSpans().At(0).ScopeSpans().At(0).Spans().AppendEmpty()
	before := requests[0].ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(1)
	tool.CopyTo(before)
	before.SetSpanID([8]byte{1})
	before.SetStartTimestamp(tool.StartTimestamp() - 60e9)
	turn := digested(t, 30, judged(t, config.Keep, requests...)...).Worst()[0]
	if len(turn.Runs) != 1 || !turn.Runs[0].Start.Equal(tool.StartTimestamp().AsTime()) {
		t.Errorf("%d runs: %+v", len(turn.Runs), turn.Runs)
	}
}

// A run that must not have been is told of even where the turn is missing.
func TestRunWithoutItsTurn(t *testing.T) {
	requests := judged(t, config.Keep, sent(t, false, of(gateway, "openai/faulty/index-reused", "call_a"), of(gateway, "openai/healthy/one-call"))...)
	requests[0].ResourceSpans().At(0).ScopeSpans().At(0).Spans().RemoveIf(func(s ptrace.Span) bool { return s.Name() != "execute_tool" })
	const want = "1 call ran that must not run, of turns that are not among these spans: they are not counted as failed open.\n"
	if got := string(summary(t, digested(t, 30, requests...))); !strings.HasSuffix(got, want) {
		t.Errorf("got %s", got)
	}
}

// Of many turns that went wrong in the same way few are shown, the latest.
func TestFewOfAKind(t *testing.T) {
	turns := day()
	for range 6 {
		turns = append(turns, of(gateway, "openai/faulty/index-reused"))
	}
	kinds := map[string]int{}
	worst := digested(t, 30, judged(t, config.Keep, sent(t, false, turns...)...)...).Worst()
	for _, turn := range worst {
		kinds[turn.Primary]++
	}
	want := map[string]int{"executed_despite_block": 1, "executed_before_terminal": 1, "identity_collision": 3, "missing_terminal": 1, "capture_incomplete/dropped_events": 1, "capture_incomplete/sequence_gap": 1, "unknown_profile": 1}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var began []string
	for _, turn := range worst {
		if turn.Primary == "identity_collision" {
			began = append(began, turn.Start.Truncate(10*time.Minute).Format("15:04"))
		}
	}
	if diff := cmp.Diff([]string{"10:30", "10:20", "10:10"}, began); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
