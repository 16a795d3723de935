package report

import (
	"slices"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/internal/recording"
)

// maxPerKind is how many turns are shown of those that went wrong in the same way.
const maxPerKind = 3

// maxStreams is how many streams of a span are shown.
const maxStreams = 4

// worst keeps the worst turns, and not many of one kind.
type worst struct {
	most  int
	turns []keptTurn // the worst first
}

type keptTurn struct {
	*Turn
	kind string
}

// rival is the turn that gives way if t is kept: the mildest of its kind, or of all;
// -1 if none has to.
func (w *worst) rival(kind string) int {
	alike, last := 0, -1
	for i := range w.turns {
		if w.turns[i].kind == kind {
			alike, last = alike+1, i
		}
	}
	switch {
	case alike == maxPerKind:
		return last
	case len(w.turns) == w.most:
		return w.most - 1
	}
	return -1
}

// admit reports whether a turn is to be kept.
func (w *worst) admit(t *Turn) bool {
	i := w.rival(t.kind())
	return i < 0 || worse(t, w.turns[i].Turn) < 0
}

// keep keeps a turn that is admitted.
func (w *worst) keep(t *Turn) {
	kind := t.kind()
	if i := w.rival(kind); i >= 0 {
		w.turns = slices.Delete(w.turns, i, i+1)
	}
	at, _ := slices.BinarySearchFunc(w.turns, t, func(k keptTurn, t *Turn) int { return worse(k.Turn, t) })
	w.turns = slices.Insert(w.turns, at, keptTurn{t, kind})
}

// Worst returns the turns that were kept, the worst first, with their findings, the
// runs of their calls and their timelines.
func (d *Digest) Worst() []*Turn {
	turns := make([]*Turn, 0, len(d.worst.turns))
	for _, k := range d.worst.turns {
		turns = append(turns, k.Turn)
	}
	return turns
}

// describe reads what is shown of a turn that is kept. Its streams are read again if
// their deltas are still there; if not, its findings make one timeline.
func (d *Digest) describe(t *Turn, span ptrace.Span) {
	t.Findings = readFindings(span)
	r := recording.NewRecorder(d.sources, maxStreams)
	var recordings []*recording.Recording // of the timelines
	for _, rec := range r.Record(span) {
		if line := replay(rec, span); line != nil {
			line.Stream = clean(rec.TurnID())
			line.mark(of(t.Findings, line.Stream))
			t.Timelines, recordings = append(t.Timelines, line), append(recordings, rec)
		}
	}
	if len(t.Timelines) == 0 {
		line := &Timeline{}
		line.mark(t.Findings)
		t.Timelines = []*Timeline{line}
	}
	t.Runs = d.runs.of(t)
	for i, rec := range recordings {
		t.Timelines[i].place(t.Runs, rec.Times(span.Events()), len(recordings) == 1)
	}
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
