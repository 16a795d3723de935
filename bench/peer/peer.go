package peer

import (
	"slices"

	"github.com/toolverdict/toolverdict/internal/streams"
)

// A Call is what a peer made of the deltas of one call.
type Call struct{ ID, Name, Arguments string }

// A Reader reads the deltas of one stream, again and again.
type Reader interface {
	// Read reads all deltas of a stream, from its beginning. The error says that
	// one can't be read.
	Read(deltas [][]byte) error
}

// A Merger is a Reader that also makes calls of the deltas.
type Merger interface {
	Reader
	// Calls returns the calls of the stream that was read last.
	Calls() []Call
}

// A Peer is one way of reading streams.
type Peer struct {
	// Name is what the tables call it.
	Name string
	// Formats are the wire formats that it can read.
	Formats []string
	// Open makes a reader for a stream. The error says that the stream's schemas
	// can't be used.
	Open func(s *streams.Stream) (Reader, error)
}

// Reads reports whether the peer can read a stream.
func (p *Peer) Reads(s *streams.Stream) bool { return slices.Contains(p.Formats, s.Format) }

// The names of peers that other packages ask for.
const (
	Engine    = "toolverdict"
	Observing = "toolverdict, Observe alone"
	OpenAI    = "openai-go, accumulator"
	Anthropic = "anthropic-sdk-go, accumulator"
	Scan      = "jsontext, tokens only"
)

const (
	openai    = "openai"
	anthropic = "anthropic"
)

// All returns the peers, the engine first.
func All() []Peer {
	both, chat := []string{openai, anthropic}, []string{openai}
	return []Peer{
		{Engine, both, openEngine},
		{Observing, both, openObserving},
		{OpenAI, chat, open(&openaiSDK{})},
		{Anthropic, []string{anthropic}, open(&anthropicSDK{})},
		{"go-openai, merged with +=", chat, open(&concatenation{})},
		{"go-openai, merged with strings.Builder", chat, open(&building{})},
		{"encoding/json, least struct", both, openMinimal},
		{Scan, both, open(newTokens())},
		{"jsontext.Value.IsValid", both, open(validity(strictlyValid))},
		{"json.Valid", both, open(validity(valid))},
	}
}

// open opens a reader that needs to know nothing of the stream.
func open(r Reader) func(*streams.Stream) (Reader, error) {
	return func(*streams.Stream) (Reader, error) { return r, nil }
}
