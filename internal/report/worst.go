package report

import (
	"cmp"
	"slices"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/internal/recording"
)

// Worst returns the turns that were kept, the worst first, with their findings, the
// runs of their calls and their timelines.
func (d *Digest) Worst() []*Turn {
	slices.SortFunc(d.turns, func(a, b kept) int { return worse(&a.Turn, &b.Turn) })
	turns := make([]*Turn, 0, len(d.turns))
	for i := range d.turns {
		k := &d.turns[i]
		t := k.Turn
		t.readFindings(k.span)
		t.Runs = d.runsOf(&t)
		t.Timelines = d.timelines(&t, k.span)
		turns = append(turns, &t)
	}
	return turns
}

// runsOf are the runs that the processor held against a turn.
func (d *Digest) runsOf(t *Turn) []Run {
	var runs []Run
	for _, r := range d.runs[t.Trace] {
		if r.TurnSpan == t.SpanID {
			runs = append(runs, r)
		}
	}
	slices.SortStableFunc(runs, func(a, b Run) int { return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.CallID, b.CallID)) })
	return runs
}

// maxStreams is how many streams of a span are shown.
const maxStreams = 8

// timelines reads the streams of a span again, if their deltas are still there. If
// not, the findings of the span make one timeline.
func (d *Digest) timelines(t *Turn, span ptrace.Span) []*Timeline {
	r := recording.NewRecorder(d.sources, maxStreams)
	var lines []*Timeline
	for _, rec := range r.Record(span) {
		if line := replay(rec, span); line != nil {
			line.Stream = clean(rec.TurnID())
			line.mark(of(t.Findings, line.Stream))
			line.placeRuns(t.Runs, times(rec, span))
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		line := &Timeline{}
		line.mark(t.Findings)
		line.placeRuns(t.Runs, nil)
		lines = append(lines, line)
	}
	return lines
}

// of are the findings of one stream.
func of(findings []Finding, stream string) []Finding {
	var own []Finding
	for _, f := range findings {
		if f.stream == stream {
			own = append(own, f)
		}
	}
	return own
}

// times are those of the deltas, in their order.
func times(rec *recording.Recording, span ptrace.Span) []time.Time {
	all := make([]time.Time, rec.Deltas())
	for i := range all {
		if ns := rec.TimeOf(i, span.Events()); ns > 0 {
			all[i] = time.Unix(0, ns).UTC()
		}
	}
	return all
}
