package engine

import (
	"bytes"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/wire"
)

// The part of a [Stream] that finds out which format it is of.

// pendingDeltas is how many deltas may come before one that tells the format. A
// stream that tells nothing for longer is of no format that is known.
const pendingDeltas = 16

// A pending delta waits for one that tells the format.
type pending struct {
	number int
	text   []byte
}

// settle fixes the format; nil is one that nobody knows.
func (s *Stream) settle(f *wire.Format) {
	s.format, s.unknown = f, f == nil
	if s.unknown {
		s.log.Add(0, finding.UnknownProfile, "/profile")
	}
}

// recognise settles the format by a delta that decides it, and reads those that
// came before. It reports whether the delta is still to be read.
func (s *Stream) recognise(delta []byte) bool {
	if s.unknown {
		return false
	}
	f := wire.Recognise(s.document.Root(), s.options.Hint)
	if f == nil {
		s.postpone(delta)
		return false
	}
	s.settle(f)
	n, earlier := s.number, s.pending
	s.pending = nil
	for _, p := range earlier {
		s.read(p.text, p.number)
	}
	if len(earlier) > 0 {
		s.read(delta, n)
		return false
	}
	return true
}

// postpone keeps a delta that does not tell the format.
func (s *Stream) postpone(delta []byte) {
	if len(s.pending) == pendingDeltas {
		s.pending = nil
		s.settle(nil)
		return
	}
	s.pending = append(s.pending, pending{s.number, bytes.Clone(delta)})
}

// readPending reads what never told its format: nothing can be said of it, unless
// it is an error of the kind that comes instead of a stream.
func (s *Stream) readPending() {
	earlier := s.pending
	s.pending = nil
	for _, p := range earlier {
		if s.format == nil && !s.unknown {
			_ = s.document.Parse(p.text, s.verifier.limits.Depth) // of what is no JSON there is no root
			s.settle(wire.RecogniseError(s.document.Root()))
		}
		if s.format != nil {
			s.read(p.text, p.number)
		}
	}
}
