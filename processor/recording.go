package processor

import (
	"cmp"
	"slices"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine/finding"
)

// A recording is one stream as a span carries it: its delta events, in order,
// and what is known of its completeness.
type recording struct {
	turnID string
	source *source
	deltas []delta
	ended  bool  // the end event was seen
	count  int64 // what it says, -1 if it says nothing
}

// A delta is one delta event.
type delta struct {
	event  ptrace.SpanEvent
	number int64 // -1 if it has none
}

// record finds the recordings of a span, in the order in which they begin. It
// allocates nothing if there are none.
func record(sources []source, span ptrace.Span) []*recording {
	var found []*recording
	events := span.Events()
	for i := range events.Len() {
		e := events.At(i)
		if e.Name() == eventEnd {
			noteEnd(found, e)
			continue
		}
		for j := range sources {
			if number, ok := sources[j].match(e.Name()); ok {
				found = add(found, &sources[j], e, number)
				break
			}
		}
	}
	for _, r := range found {
		r.sort()
	}
	return found
}

// isDelta reports whether an event is a delta or the end of some.
func isDelta(sources []source, e ptrace.SpanEvent) bool {
	return e.Name() == eventEnd || slices.ContainsFunc(sources, func(s source) bool {
		_, ok := s.match(e.Name())
		return ok
	})
}

func turnID(e ptrace.SpanEvent) string {
	if v, ok := e.Attributes().Get(keyTurnID); ok {
		return v.AsString()
	}
	return ""
}

// add puts a delta event into the recording of its source and turn.
func add(found []*recording, s *source, e ptrace.SpanEvent, number int64) []*recording {
	if s.sequence != "" {
		number = -1
		if v, ok := e.Attributes().Get(s.sequence); ok && v.Type() == pcommon.ValueTypeInt {
			number = v.Int()
		}
	}
	id := turnID(e)
	for _, r := range found {
		if r.source == s && r.turnID == id {
			r.deltas = append(r.deltas, delta{e, number})
			return found
		}
	}
	return append(found, &recording{turnID: id, source: s, count: -1, deltas: []delta{{e, number}}})
}

// noteEnd marks the recording that an end event belongs to.
func noteEnd(found []*recording, e ptrace.SpanEvent) {
	id := turnID(e)
	for _, r := range found {
		if r.turnID != id || r.ended {
			continue
		}
		r.ended = true
		if v, ok := e.Attributes().Get(keyDeltaCount); ok && v.Type() == pcommon.ValueTypeInt {
			r.count = v.Int()
		}
	}
}

// sort brings the deltas into the order of their numbers, if all have one.
func (r *recording) sort() {
	if r.numbered() {
		slices.SortStableFunc(r.deltas, func(a, b delta) int { return cmp.Compare(a.number, b.number) })
	}
}

func (r *recording) numbered() bool {
	return !slices.ContainsFunc(r.deltas, func(d delta) bool { return d.number < 0 })
}

// losses returns what shows that deltas are missing. dropped is the span's own
// count of events that its SDK dropped.
func (r *recording) losses(dropped uint32) []finding.ID {
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
	return lost
}

// gap reports whether the numbers do not count up one by one from the start.
// Deltas without numbers show nothing, unless others have one.
func (r *recording) gap() bool {
	if !r.numbered() {
		return slices.ContainsFunc(r.deltas, func(d delta) bool { return d.number >= 0 })
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
