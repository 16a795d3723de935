package report

import (
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/strictjson"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// replay reads a recording again, to see which delta did what. It returns nil if the
// recording is none after all. The verdict is the processor's: it may have been
// configured otherwise.
func replay(rec *recording.Recording, span ptrace.Span) *Timeline {
	v, err := engine.New(engine.Options{})
	if err != nil {
		return nil // not with these options
	}
	w := &watch{timeline: &Timeline{Replayed: true}}
	feeder := rec.Feeder(span, engine.DefaultLimits().EventBytes)
	options := feeder.Options(engine.StreamOptions{Hint: recording.Hint(span.Attributes()), Tap: w}, engine.Auto)
	stream := v.NewStream(options)
	feeder.Feed(stream, nil, func(int) { w.timeline.Deltas++ })
	if rec.Unsure() && !stream.Recognised() {
		return nil
	}
	w.finish(stream.Finish())
	return w.timeline
}

// A watch notes what is appended to which slot. It implements [assembly.Tap].
type watch struct{ timeline *Timeline }

func (w *watch) grow(s *assembly.Slot, bytes int) {
	turn, scope, index := s.Place()
	if l := w.timeline.lane(int64(turn), scope.String(), index); l != nil {
		l.grow(s.Delta(), bytes)
	}
}

// Fragment implements [assembly.Tap].
func (w *watch) Fragment(s *assembly.Slot, fragment strictjson.Value) {
	w.grow(s, len(fragment.View()))
}

// Raw implements [assembly.Tap].
func (w *watch) Raw(s *assembly.Slot, value strictjson.Value) { w.grow(s, len(value.Raw())) }

// Written implements [assembly.Tap].
func (w *watch) Written(s *assembly.Slot, text []byte, _ strictjson.Value) { w.grow(s, len(text)) }

// Repeated implements [assembly.Tap]: nothing is added.
func (*watch) Repeated(*assembly.Slot, strictjson.Value) {}

// finish names the lanes, and notes where turns ended.
func (w *watch) finish(r engine.Report) {
	for i, c := range r.Calls {
		l := w.timeline.lane(int64(c.Turn), c.Scope, c.Slot)
		if l == nil {
			continue
		}
		l.ID, l.Tool = clean(c.ID), clean(c.Name)
		for _, id := range r.CallIDs(i) {
			l.other(clean(id))
		}
	}
	for turn := range r.Turns {
		// A stream of bare deltas has no end of its own: that which the span gives comes
		// after the last delta.
		if n := r.TerminalDelta(turn); n >= 0 {
			w.timeline.Ends = append(w.timeline.Ends, n)
		}
	}
}
