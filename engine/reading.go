package engine

import (
	"bytes"
	"errors"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
	"github.com/toolverdict/toolverdict/engine/wire"
)

// The part of a [Stream] that reads a delta and gives it to the turn that it belongs
// to.

// done is what some transports send last. It proves nothing.
const done = "[DONE]"

// Done reports whether a delta is what some transports send last, "[DONE]", with
// quotes or without them. It says nothing.
func Done(delta []byte) bool {
	d := bytes.TrimSpace(delta)
	return string(d) == done || string(d) == `"`+done+`"`
}

// read reads delta number n.
func (s *Stream) read(delta []byte, n int) {
	if s.full {
		return
	}
	s.number = n
	s.log.Delta(n)
	if len(delta) > s.verifier.limits.EventBytes {
		s.log.Add(s.lastTurn(), finding.LimitEventBytes, s.place())
		return
	}
	if Done(delta) {
		return
	}
	err := s.document.Parse(delta, s.verifier.limits.Depth)
	if err != nil && s.options.Cut != nil && s.options.Cut(delta) {
		s.Lose(finding.LostPayloadTruncated)
		return
	}
	if s.format == nil && !s.recognise(delta) {
		return
	}
	if err != nil || s.document.Root().Kind() != strictjson.Object {
		s.unreadable(err)
		return
	}
	if e := s.effects.recall(&s.document); e.Known {
		e.Again()
		return
	}
	s.dispatch(s.document.Root())
}

// unreadable reports a delta that is no JSON object.
func (s *Stream) unreadable(err error) {
	var strict *strictjson.Error
	id := finding.InvalidEvent
	switch {
	case errors.As(err, &strict) && strict.Reason == strictjson.TooDeep:
		id = finding.LimitDepth
	case s.list() == chunks:
		id = finding.InvalidChunk
	}
	s.log.Add(s.lastTurn(), id, s.place())
}

// dispatch gives a delta to the turn that it belongs to. A delta that is one of
// another format is none of this stream; what its reader makes of it follows.
func (s *Stream) dispatch(delta strictjson.Value) {
	if s.format.Recognise(delta) {
		s.recognised = true
	} else if wire.Recognise(delta, s.options.Hint) != nil {
		s.log.Add(s.lastTurn(), finding.InvalidEvent, s.place())
		s.effects.forget()
		if !s.config.Consequences {
			return
		}
	}
	if len(s.turns) == 0 || s.turns[s.lastTurn()].reader.Starts(delta) {
		if s.full = len(s.turns) == s.maxTurns(); s.full {
			s.log.Add(s.lastTurn(), finding.LimitTurns, s.place())
			return
		}
		s.effects.forget()
		s.turns = append(s.turns, s.newTurn())
	}
	s.observe(s.turns[s.lastTurn()].reader, delta)
}

// observe lets a reader read a delta, and notes what that did. What is found is
// found each time anew.
func (s *Stream) observe(reader wire.Reader, delta strictjson.Value) {
	found := s.log.Len()
	reader.Observe(delta)
	var e wire.Effect
	if r, ok := reader.(wire.Repeater); ok && s.log.Len() == found {
		e = r.Effect()
	}
	s.effects.note(&s.document, e)
}
