package recording

import (
	"cmp"
	"iter"
	"slices"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine/finding"
)

// A Recording is one stream as a span carries it: its delta events, in order,
// and what is known of its completeness.
type Recording struct {
	stream
	deltas   []delta
	numbers  int   // how many deltas have one
	ended    bool  // the end event was seen
	count    int64 // what it says, -1 if it says nothing
	stripped bool  // a delta event of the span lost attributes
	crowded  bool  // the span has more streams, which are not read
	ends     []int // the positions of its end events on the span
}

// A stream is what tells the recordings of a span apart.
type stream struct {
	source *Source
	turnID string
}

// A delta is one delta event.
type delta struct {
	position int   // of the event on the span
	number   int64 // -1 if it has none
}

// TurnID is what the application calls the stream, "" if it has no name.
func (r *Recording) TurnID() string { return r.turnID }

// Deltas is how many delta events there are.
func (r *Recording) Deltas() int { return len(r.deltas) }

// Unsure reports whether the events may be no deltas at all, so that a stream of
// which none is recognised is none.
func (r *Recording) Unsure() bool { return r.source.unsure }

// Positions are the positions of its events on the span, ends included.
func (r *Recording) Positions() iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, d := range r.deltas {
			if !yield(d.position) {
				return
			}
		}
		for _, position := range r.ends {
			if !yield(position) {
				return
			}
		}
	}
}

// sort brings the deltas into the order of their numbers, if all have one.
func (r *Recording) sort() {
	if order := func(a, b delta) int { return cmp.Compare(a.number, b.number) }; r.numbered() && !slices.IsSortedFunc(r.deltas, order) {
		slices.SortStableFunc(r.deltas, order)
	}
}

func (r *Recording) numbered() bool { return r.numbers == len(r.deltas) }

// losses returns what shows that evidence is missing. dropped is the span's own
// count of events that its SDK dropped. An attribute that a delta event lost may
// have said which stream it is of, so it is a loss to each, and so are streams
// that are not read: which ones depends on the order of events.
func (r *Recording) losses(dropped uint32) []finding.ID {
	var lost []finding.ID
	if dropped > 0 {
		lost = append(lost, finding.LostDroppedEvents)
	}
	if r.gap() {
		lost = append(lost, finding.LostSequenceGap)
	}
	if r.count >= 0 && r.count != int64(len(r.deltas)) {
		lost = append(lost, finding.LostCountMismatch)
	}
	if r.stripped {
		lost = append(lost, finding.LostPayloadTruncated)
	}
	if r.crowded {
		lost = append(lost, finding.LimitTurns)
	}
	return lost
}

// gap reports whether the numbers do not count up one by one from the start.
// Deltas without numbers show nothing, unless others have one.
func (r *Recording) gap() bool {
	if !r.numbered() {
		return r.numbers > 0
	}
	want := r.deltas[0].number
	if want > r.source.first {
		return true
	}
	for _, d := range r.deltas {
		if d.number != want {
			return true
		}
		want++
	}
	return false
}

// TimeOf is when the delta came that the engine counts as number n, in nanoseconds, 0
// if it did not.
func (r *Recording) TimeOf(n int, events ptrace.SpanEventSlice) int64 {
	for at := range r.Times(events) {
		if n == 0 {
			return at
		}
		n--
	}
	return 0
}

// Times are when the deltas came that the engine reads, in their order, in
// nanoseconds.
func (r *Recording) Times(events ptrace.SpanEventSlice) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for _, d := range r.deltas {
			e := events.At(d.position)
			if _, ok := e.Attributes().Get(r.source.payload); !ok {
				continue // the engine does not read it
			}
			if !yield(int64(e.Timestamp())) {
				return
			}
		}
	}
}
