package report

import (
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/strictjson"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// replay reads a recording again, to see which delta did what. It returns nil if the
// recording is none after all.
func replay(rec *recording.Recording, span ptrace.Span) *Timeline {
	v, err := engine.New(engine.Options{})
	if err != nil {
		return nil // not with these options
	}
	w := &watch{timeline: &Timeline{Replayed: true}, delta: -1}
	feeder := rec.Feeder(span, engine.DefaultLimits().EventBytes)
	options := feeder.Options(engine.StreamOptions{Hint: recording.Hint(span.Attributes()), Tap: w}, engine.Auto)
	stream := v.NewStream(options)
	feeder.Feed(stream, nil, func(int) { w.delta++ })
	if rec.Unsure() && !stream.Recognised() {
		return nil
	}
	w.finish(stream.Finish())
	return w.timeline
}

// A watch notes what is appended to which slot. It implements [assembly.Tap].
type watch struct {
	timeline *Timeline
	delta    int // that is being read
}

func (w *watch) grow(s *assembly.Slot, bytes int) {
	turn, scope, index := s.Place()
	w.timeline.lane(turn, scope.String(), index).grow(w.delta, bytes)
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
	w.timeline.Deltas = w.delta + 1
	for i, c := range r.Calls {
		l := w.timeline.lane(c.Turn, c.Scope, c.Slot)
		l.ID, l.Tool = clean(c.ID), clean(c.Name)
		for _, id := range r.CallIDs(i) {
			if id != c.ID {
				l.Others = append(l.Others, clean(id))
			}
		}
	}
	for turn := range r.Turns {
		if n := r.TerminalDelta(turn); n >= 0 {
			w.timeline.Terminals = append(w.timeline.Terminals, n)
		}
	}
}
