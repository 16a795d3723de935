package engine

import (
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/schema"
)

// Options are what a [Verifier] is compiled from.
type Options struct {
	// Schemas are the tool schemas to check arguments against. Nil means that
	// every called tool is unknown, unless a stream brings its own.
	Schemas *schema.Set
	// Levels changes the levels of findings, by code or code/reason.
	Levels map[string]finding.Level
	// Limits bound what one stream may cost.
	Limits Limits
}

// A Verifier checks streams. It is compiled once, is immutable, and is safe for
// concurrent use.
type Verifier struct{}

// New compiles a verifier. The error says which option can't be used.
func New(o Options) (*Verifier, error) { return nil, nil }

// StreamOptions say what is known about one stream before its first delta.
type StreamOptions struct {
	// Format is the wire format. "" and "auto" recognise it from the deltas.
	Format string
	// Hint is the provider's name as telemetry gives it; it only breaks the tie
	// between formats that look alike (openai and mistral).
	Hint string
	// Schemas are used where the verifier has none of its own.
	Schemas *schema.Set
}

// A Stream is one recorded stream of deltas. It holds one turn, or several if
// the provider started another response in it. A Stream is not safe for
// concurrent use.
type Stream struct{}

// NewStream starts a stream. An unknown format is a finding, not an error.
func (v *Verifier) NewStream(o StreamOptions) *Stream { return nil }

// Observe reads one delta, the JSON text of one provider event. The bytes are
// only borrowed for the call. Nothing that it can hold is an error: what is
// wrong with it becomes a finding.
func (s *Stream) Observe(delta []byte) {}

// Lose notes that evidence was lost, as one of the rules with fault capture,
// such as [finding.LostDroppedEvents].
func (s *Stream) Lose(id finding.ID) {}

// Recognised reports whether any delta so far was of a supported format.
func (s *Stream) Recognised() bool { return false }

// Finish ends the stream and gives the report. The stream must not be used
// afterwards.
func (s *Stream) Finish() Report { return Report{} }
