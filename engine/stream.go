package engine

import (
	"slices"
	"strconv"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/handover"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/engine/strictjson"
	"github.com/toolverdict/toolverdict/engine/wire"
)

// Auto is the format that is recognised from the deltas.
const Auto = "auto"

// StreamOptions say what is known about one stream before its first delta.
type StreamOptions struct {
	// Format is the wire format. "" and [Auto] recognise it from the deltas.
	Format string
	// Hint is the provider's name as telemetry gives it; it only breaks the tie
	// between formats that look alike (openai and mistral).
	Hint string
	// Schemas are asked for the tools that the verifier's own do not know.
	Schemas *schema.Set
	// Turns is how many turns may be read, where several streams share the limit of
	// the verifier; 0 takes that limit.
	Turns int
	// Budget is what validating arguments may take, where several streams share one.
	Budget *schema.Budget
	// Cut, if it is not nil, is asked of a delta that is no JSON whether its recorder
	// cut it. Then evidence was lost, and the delta is not to blame.
	Cut func(delta []byte) bool
	// Tap, if it is not nil, is told of each piece of arguments as it is read.
	Tap assembly.Tap
	// List is the name of the list of deltas in paths, "chunks" or "events". ""
	// takes the format's own.
	List string
}

// A Stream is one recorded stream of deltas. It holds one [Turn], or several if
// the provider started another response in it. A Stream is not safe for
// concurrent use.
type Stream struct {
	verifier *Verifier
	options  StreamOptions
	config   assembly.Config
	log      *assembly.Log
	format   *wire.Format
	turns    []turn
	spare    *assembly.Assembly  // of an earlier stream
	budget   schema.Budget       // where the options have none
	document strictjson.Document // the delta
	last     strictjson.Document // the arguments that were checked last
	full     bool                // there were too many turns: nothing is read any more
	unknown  bool                // there is no such format, or it can't be told: nothing is read
	pending  []pending           // deltas from before the format was recognised
	deltas   int
	number   int // of the delta that is being read
	handed   []handover.Call
	compared bool // handed is known
	partly   bool // … though not all of it
	// recognised says that a delta was of the format, and not only taken for it.
	recognised bool
	effects    effects
}

// A turn is one response inside a stream.
type turn struct {
	assembly *assembly.Assembly
	reader   wire.Reader
}

// NewStream starts a stream. An unknown format is a finding, not an error.
func (v *Verifier) NewStream(o StreamOptions) *Stream {
	s, ok := v.streams.Get().(*Stream)
	if !ok {
		s = &Stream{verifier: v, log: assembly.NewLog(v.policy, v.limits.Findings)}
	}
	s.options, s.config = o, v.assembly
	s.config.Fallback, s.config.Tap = o.Schemas, o.Tap
	if s.config.Budget = o.Budget; s.config.Budget == nil {
		s.budget = *schema.NewBudget()
		s.config.Budget = &s.budget
	}
	if o.Format != "" && o.Format != Auto {
		s.settle(wire.Lookup(o.Format))
	}
	return s
}

// Release gives the memory of a finished stream back to its verifier, for another
// one. To call it is optional; the stream must not be used afterwards. Reports
// share no memory with it.
func (s *Stream) Release() {
	s.log.Reset()
	s.document.Trim()
	s.last.Trim()
	if len(s.turns) > 0 {
		s.spare = s.turns[0].assembly
		s.spare.Trim()
	}
	clear(s.turns)
	s.effects.forget()
	*s = Stream{verifier: s.verifier, log: s.log, turns: s.turns[:0], spare: s.spare, document: s.document, last: s.last, effects: s.effects}
	s.verifier.streams.Put(s)
}

// Observe reads one delta, the JSON text of one provider event. The bytes are
// only borrowed for the call. Nothing that it can hold is an error: what is
// wrong with it becomes a finding.
func (s *Stream) Observe(delta []byte) {
	n := s.deltas
	if s.deltas++; n >= s.verifier.limits.Deltas {
		if n == s.verifier.limits.Deltas {
			s.log.Add(s.lastTurn(), finding.LimitDeltas, "/"+s.list())
		}
		return
	}
	s.read(delta, n)
}

// chunks is the list of deltas where nothing says otherwise.
const chunks = "chunks"

// list is the name of the list of deltas in paths.
func (s *Stream) list() string {
	switch {
	case s.options.List != "":
		return s.options.List
	case s.format != nil:
		return s.format.Traits.List
	}
	return chunks
}

// place is the path of the delta that is being read.
func (s *Stream) place() string { return "/" + s.list() + "/" + strconv.Itoa(s.number) }

// maxTurns is how many turns the stream may hold.
func (s *Stream) maxTurns() int {
	if s.options.Turns > 0 {
		return s.options.Turns
	}
	return s.verifier.limits.Turns
}

// lastTurn is the number of the turn that is being read.
func (s *Stream) lastTurn() int { return max(0, len(s.turns)-1) }

func (s *Stream) newTurn() turn {
	traits := s.format.Traits
	traits.List = s.list()
	a := s.spare
	if s.spare = nil; a == nil {
		a = &assembly.Assembly{}
	}
	a.Reset(&s.config, traits, s.log, len(s.turns))
	return turn{a, s.format.Open(a, s.verifier.policyOf(s.format))}
}

// Note adds a finding that the caller knows of and the deltas do not show, such
// as a broken tool schema. path is a JSON Pointer into the caller's document.
func (s *Stream) Note(id finding.ID, path string) { s.log.Add(s.lastTurn(), id, path) }

// Lose notes that evidence was lost, as one of the rules with fault capture,
// such as [finding.LostDroppedEvents]. What the loss could explain is then not
// reported as itself.
func (s *Stream) Lose(id finding.ID) { s.Note(id, "/"+s.list()) }

// Recognised reports whether any delta so far was of a supported format.
func (s *Stream) Recognised() bool { return s.recognised }

// HasCalls reports whether any delta so far carried a call.
func (s *Stream) HasCalls() bool {
	return slices.ContainsFunc(s.turns, func(t turn) bool { return !t.assembly.Empty() })
}

// Finish ends the stream and gives the report. The stream must not be used
// afterwards.
func (s *Stream) Finish() Report {
	s.readPending()
	r := Report{Turns: len(s.turns), Calls: []Call{}, limit: s.verifier.limits.Findings}
	if s.format != nil {
		r.Format = s.format.Name
	}
	for _, t := range s.turns {
		t.reader.Finish()
		t.assembly.Finish(&s.last)
		for i, ids := range t.assembly.OtherIDs() {
			r.collide(len(r.Calls)+i, ids)
		}
		r.Calls = append(r.Calls, t.assembly.Calls()...)
		r.turns = append(r.turns, ending{t.assembly.Claimed(), t.assembly.Ended()})
	}
	r.Findings, r.Omitted = s.log.Close()
	r.judge()
	if s.compared {
		s.compare(&r)
		r.Findings, r.Omitted = s.log.Close()
		r.judge()
	}
	return r
}
