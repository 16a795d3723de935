package recording

import (
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

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
