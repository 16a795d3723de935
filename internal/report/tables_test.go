package report

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// one is a request of one span.
const one = `{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"a"}]}]}]}`

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, in string
		spans    int
		cut      bool
		err      string
	}{
		{"nothing", "", 0, false, ""},
		{"empty lines", "\n\r\n" + one + "\n\n" + one, 2, false, ""},
		{"still being written", one + "\n" + one[:20], 1, true, ""},
		{"broken in the middle", one + "\n{\"resourceSpans\":[{\n" + one + "\n", 1, false, "f, line 2: no request of traces in OTLP/JSON: each line must be one, as the file exporter writes with format json"},
		{"broken at the end", one + "\n{]\n", 1, false, "f, line 2: no request of traces in OTLP/JSON: each line must be one, as the file exporter writes with format json"},
		{"the first is not whole", one[:20], 0, false, "f, line 1: no request of traces in OTLP/JSON: each line must be one, as the file exporter writes with format json"},
		{"gzip", "\x1f\x8b\x08\x00", 0, false, "f, line 1: compressed with gzip: use gzip -dc FILE | toolverdict report --from -"},
		{"zstd", "\x28\xb5\x2f\xfd\x04", 0, false, "f, line 1: compressed with zstd: use zstd -dc FILE | toolverdict report --from -"},
		{"compressed by the exporter", "\x00\x00\x01\x00\x28\xb5\x2f\xfd", 0, false, "f, line 1: not what the file exporter writes as JSON: set its format to json, and no compression"},
		{"another signal", `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"x"}}]}]}]}`, 0, false, ""},
		{"too long", one + "\n" + strings.Repeat(" ", 200) + one, 1, false, "f, line 2: longer than 128 bytes: let the collector export smaller batches (send_batch_max_size of the batch processor)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			spans := 0
			cut, err := read(strings.NewReader(c.in), "f", 128, func(td ptrace.Traces) { spans += td.SpanCount() })
			message := ""
			if err != nil {
				message = err.Error()
			}
			if spans != c.spans || cut != c.cut || message != c.err {
				t.Errorf("%d spans, cut %v, error %q", spans, cut, message)
			}
		})
	}
}

func TestDeltaOf(t *testing.T) {
	for path, want := range map[string]int{
		"/chunks/2": 2, "/events/12/index": 12, "/chunks": -1, "": -1, "/calls/choice:0/slot:0": -1, "/chunks/-1": -1, "/chunks/x/1": -1,
		"/chunks/1048575": 1048575, "/chunks/1048576": -1, "/chunks/99999999999999999999": -1, "chunks/1": -1, "x/chunks/1": -1,
	} {
		got, ok := deltaOf(path)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
}

func TestLaneGrows(t *testing.T) {
	l := &Lane{}
	for _, delta := range []int{0, 0, 1, 3, 4, 7} {
		l.grow(delta, delta)
	}
	want := []Piece{{0, 1, 1, 1}, {3, 4, 2, 7}, {7, 7, 1, 7}}
	if diff := cmp.Diff(want, l.Pieces); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for delta := 10; delta < 10_000; delta += 2 {
		l.grow(delta, 1)
	}
	if n := len(l.Pieces); n != maxPieces || l.Pieces[n-1].To != 9998 {
		t.Errorf("%d pieces, the last to %d", n, l.Pieces[n-1].To)
	}
}

// Hostile findings neither make too many lanes nor bring them out of order.
func TestMarksAreBounded(t *testing.T) {
	var findings []Finding
	for i := range 1000 {
		findings = append(findings, Finding{Code: "x", Path: "/chunks/5", Scope: "choice:0", Slot: math.MaxInt64 - int64(i%40), turn: math.MinInt64 * int64(i%2)})
	}
	line := &Timeline{Replayed: true, Deltas: 6}
	line.mark(findings)
	if len(line.Lanes) != maxLanes || !line.Hidden || len(line.Lanes[0].Marks) == 0 || len(line.Lanes[0].Marks) > maxMarks {
		t.Errorf("%d lanes, hidden %v, %d marks", len(line.Lanes), line.Hidden, len(line.Lanes[0].Marks))
	}
	if !slices.IsSortedFunc(line.Lanes, func(a, b *Lane) int {
		if a.Turn != b.Turn {
			return map[bool]int{true: -1, false: 1}[a.Turn < b.Turn]
		}
		return map[bool]int{true: -1, false: 1}[a.Slot < b.Slot]
	}) {
		t.Error("the lanes are out of order")
	}
}

func TestPlace(t *testing.T) {
	times := func(at ...int64) func(func(int64) bool) {
		return func(yield func(int64) bool) { slices.Values(at)(yield) }
	}
	at := func(ns int64) Run { return Run{CallID: "a", Start: time.Unix(0, ns)} }
	for _, c := range []struct {
		name  string
		run   Run
		times []int64
		want  PlacedRun
	}{
		{"before", at(5), []int64{10, 20}, PlacedRun{at(5), -1, true}},
		{"between", at(15), []int64{10, 20}, PlacedRun{at(15), 0, true}},
		{"with the last", at(20), []int64{10, 20}, PlacedRun{at(20), 1, true}},
		{"some have no times", at(25), []int64{0, 20, 0}, PlacedRun{at(25), 1, true}},
		{"none has", at(25), []int64{0, 0}, PlacedRun{at(25), -1, false}},
		{"the run has none", Run{CallID: "a"}, []int64{10}, PlacedRun{Run{CallID: "a"}, -1, false}},
	} {
		line := &Timeline{}
		line.place([]Run{c.run}, times(c.times...), true)
		if diff := cmp.Diff([]PlacedRun{c.want}, line.Runs, cmp.AllowUnexported(Run{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		other := &Timeline{}
		if other.place([]Run{c.run}, times(c.times...), false); len(other.Runs) > 0 {
			t.Errorf("%s: placed into a stream without the call", c.name)
		}
	}
}

func TestStepsOfTrends(t *testing.T) {
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		long time.Duration
		name string
		bars int64
	}{
		{0, "one minute", 1},
		{59 * time.Minute, "one minute", 60},
		{time.Hour, "5 minutes", 13},
		{12 * time.Hour, "15 minutes", 49},
		{7 * 24 * time.Hour, "3 hours", 57},
		{30 * 24 * time.Hour, "one day", 31},
		{200 * 365 * 24 * time.Hour, "10 years", 21},
	} {
		p := period{begin, begin.Add(c.long)}
		if step := p.step(); steps[step].name != c.name || p.bars(step) != c.bars {
			t.Errorf("%s: %d bars of %s", c.long, p.bars(step), steps[step].name)
		}
	}
	for i := 1; i < len(steps); i++ {
		if steps[i].minutes%steps[i-1].minutes != 0 {
			t.Errorf("%s is no part of %s", steps[i-1].name, steps[i].name)
		}
	}
}

// A trend holds no more than it may, whatever the times, and loses no turn.
func TestTrendIsBounded(t *testing.T) {
	var c trend
	var p period
	for i := range int64(100_000) {
		at := time.Unix(i*i*1_000_003%9_000_000_000, 0)
		c.add(at)
		p.extend(at)
	}
	c.add(time.Time{})
	bars, most := c.bars(&p)
	sum := 0
	for _, n := range bars {
		sum += n
	}
	if len(c.counts) > maxBuckets || len(bars) > maxBars || sum != 100_000 || c.turns != 100_001 || most != slices.Max(bars) {
		t.Errorf("%d buckets, %d bars with %d of %d turns", len(c.counts), len(bars), sum, c.turns)
	}
}

// Neither a few look like none, nor nearly all like all.
func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{
		0: "0 %", 0.01: "< 0.1 %", 1.26: "1.3 %", 12.4: "12 %", 98.7: "99 %", 99.4: "99.4 %", 99.95: "> 99.9 %", 100: "100 %",
	} {
		if got := percent(share); got != want {
			t.Errorf("%v: %s, want %s", share, got, want)
		}
	}
}

// What is beyond the bounds of a digest is left out, and it says so.
func TestBoundsOfADigest(t *testing.T) {
	d := NewDigest(5, nil)
	for i := range maxGroups + 50 {
		td := ptrace.NewTraces()
		resource := td.ResourceSpans().AppendEmpty()
		resource.Resource().Attributes().PutStr("service.name", "service "+strings.Repeat("i", i%70)+string(rune('a'+i/70)))
		span := resource.ScopeSpans().AppendEmpty().Spans().AppendEmpty()
		span.SetSpanID(pcommon.SpanID{byte(i >> 8), byte(i), 1})
		span.Attributes().PutStr("toolverdict.verdict", "fail")
		codes := span.Attributes().PutEmptySlice("toolverdict.findings")
		codes.AppendEmpty().SetStr("code " + strings.Repeat("i", i%70) + string(rune('a'+i/70)))
		d.AddTurns(td)
	}
	if len(d.groups) != maxGroups+1 || d.groups[others].Turns != 50 || len(d.codes) != maxCodes || len(d.Worst()) != 5 {
		t.Errorf("%d groups, %d codes, %d turns", len(d.groups), len(d.codes), len(d.Worst()))
	}
	want := []string{
		"More than 200 combinations of service, provider, model and format: the rest is added up as (others).",
		"More than 100 kinds of findings: those that came last are left out.",
	}
	if diff := cmp.Diff(want, d.notes()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Runs that must not have been have their room to themselves.
func TestRunsAreBounded(t *testing.T) {
	d := NewDigest(5, nil)
	span := ptrace.NewSpan()
	span.Attributes().PutStr("toolverdict.turn.span_id", "0102030405060708")
	for range maxRuns + 3 {
		d.runs.add(span)
	}
	span.Attributes().PutBool("toolverdict.fail_open", true)
	d.runs.add(span)
	if d.runs.others != maxRuns || d.runs.open != 1 || d.runs.lost != 3 {
		t.Errorf("%d runs, %d that must not have been, %d lost", d.runs.others, d.runs.open, d.runs.lost)
	}
}
