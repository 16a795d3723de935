package recording

import (
	"cmp"
	"iter"
	"slices"

	"go.opentelemetry.io/collector/pdata/pcommon"
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

// A Recorder sorts the events of a span into recordings. A hostile span may have
// as many streams as events, so they are found by key, and those that come after
// the limit are left alone. A recorder is used for one span after another, and its
// recordings with it.
type Recorder struct {
	sources  []Source
	most     int // recordings
	found    []*Recording
	index    map[stream]*Recording // of all but the first
	stripped bool
	crowded  bool
	unread   []unread // events of streams after the limit
	judged   bool     // the span has findings of a tier in front
}

// NewRecorder makes one that finds at most so many recordings in a span.
func NewRecorder(sources []Source, most int) *Recorder {
	return &Recorder{sources: sources, most: most}
}

// Judged reports whether the span that was recorded last has findings of a tier in
// front.
func (r *Recorder) Judged() bool { return r.judged }

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

// idleDeltas is how many deltas a recording has room for when it is not in use.
const idleDeltas = 16 << 10

// Release forgets the span, and its recordings.
func (r *Recorder) Release() {
	for _, f := range r.found {
		deltas, ends := f.deltas[:0], f.ends[:0]
		if cap(deltas) > idleDeltas {
			deltas = nil
		}
		*f = Recording{deltas: deltas, ends: ends}
	}
	if len(r.found) > 1 {
		clear(r.found[1:]) // nearly always there is one
		r.found = r.found[:1]
	}
	clear(r.index)
	*r = Recorder{sources: r.sources, most: r.most, found: r.found[:0], index: r.index} // a span with unread events is rare
}

// Record finds the recordings of a span in the order in which they begin. They are
// the recorder's, until it is released. It allocates nothing if there are none.
func (r *Recorder) Record(span ptrace.Span) []*Recording {
	r.judged = false
	events := span.Events()
	for i := range events.Len() {
		switch e := events.At(i); e.Name() {
		case EventFinding: // ours, whatever a source of yours matches
			r.judged = true
		case EventEnd:
			r.end(i, e)
		default:
			r.delta(i, e)
		}
	}
	for _, f := range r.found {
		f.stripped, f.crowded = r.stripped, r.crowded
		f.sort()
	}
	return r.found
}

func turnID(e ptrace.SpanEvent) string {
	if v, ok := e.Attributes().Get(KeyTurnID); ok {
		return Scalar(v)
	}
	return ""
}

// delta puts an event into the recording of its source and turn, if it is a
// delta.
func (r *Recorder) delta(position int, e ptrace.SpanEvent) {
	for i := range r.sources {
		s := &r.sources[i]
		number, ok := s.match(e.Name())
		if !ok {
			continue
		}
		if s.sequence != "" {
			number = sequence(e, s.sequence)
		}
		r.stripped = r.stripped || e.DroppedAttributesCount() > 0
		f := r.recording(stream{s, turnID(e)})
		if f == nil {
			r.crowded = true
			r.unread = append(r.unread, unread{position, s})
			return
		}
		f.deltas = append(f.deltas, delta{position, number})
		if number >= 0 {
			f.numbers++
		}
		return
	}
}

// sequence is the number that an attribute gives an event, -1 if it gives none.
func sequence(e ptrace.SpanEvent, key string) int64 {
	if v, ok := e.Attributes().Get(key); ok && v.Type() == pcommon.ValueTypeInt {
		return v.Int()
	}
	return -1
}

// recording returns the recording of a stream, a new one if it just begins; nil
// where the limit leaves no room.
func (r *Recorder) recording(s stream) *Recording {
	if f := r.known(s); f != nil {
		return f
	}
	n := len(r.found)
	if n == r.most {
		return nil
	}
	f := r.add()
	f.stream, f.count = s, -1
	if n > 0 {
		if r.index == nil {
			r.index = map[stream]*Recording{}
		}
		r.index[s] = f
	}
	return f
}

// known returns the recording of a stream that has begun, nil if it has not.
func (r *Recorder) known(s stream) *Recording {
	if len(r.found) > 0 && r.found[0].stream == s {
		return r.found[0]
	}
	return r.index[s]
}

// add appends a recording, in the memory of one of an earlier span if there is one.
func (r *Recorder) add() *Recording {
	if len(r.found) == 0 && cap(r.found) > 0 {
		r.found = r.found[:1]
		return r.found[0]
	}
	f := &Recording{}
	r.found = append(r.found, f)
	return f
}

// end marks the recordings that an end event belongs to.
func (r *Recorder) end(position int, e ptrace.SpanEvent) {
	id := turnID(e)
	for i := range r.sources {
		f := r.known(stream{&r.sources[i], id})
		if f == nil {
			continue
		}
		f.ends = append(f.ends, position)
		if !f.ended {
			f.ended, f.count = true, sequence(e, KeyDeltaCount)
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
