package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/handover"
)

// A Comparison is one call on both sides: as the wire carries it and as the
// adapter handed it over. It shows arguments by size and hash only.
type Comparison struct {
	// Difference is the finding's name, "" if both sides are the same.
	Difference finding.ID `json:"difference,omitzero"`
	// Turn, Scope and Slot name the call on the wire, if there is one.
	Turn  int    `json:"turn,omitzero"`
	Scope string `json:"scope,omitzero"`
	Slot  int64  `json:"slot"`
	// Wire and Adapter are the two sides, nil where there is none.
	Wire    *Side `json:"wire,omitzero"`
	Adapter *Side `json:"adapter,omitzero"`
}

// A Side is one side of a comparison, without content.
type Side struct {
	// ID and Name are as they came; they may be empty.
	ID   string `json:"id"`
	Name string `json:"name"`
	// Bytes is the size of the arguments, -1 if they were not recorded.
	Bytes int `json:"arguments_bytes"`
	// SHA256 is the hash of their text, in hexadecimal; "" if not recorded.
	SHA256 string `json:"arguments_sha256,omitzero"`
	// Arguments is their text. It is content: no report shows it unless asked.
	Arguments string `json:"-"`
}

func sideOf(id, name string, arguments []byte) *Side {
	s := &Side{ID: id, Name: name, Bytes: -1}
	if arguments != nil {
		sum := sha256.Sum256(arguments)
		s.Bytes, s.SHA256, s.Arguments = len(arguments), hex.EncodeToString(sum[:]), string(arguments)
	}
	return s
}

// HandOver says what the adapter handed over of this stream; an empty list says
// that it handed over nothing. Without this call the two sides are not compared. The list
// is the stream's from then on.
func (s *Stream) HandOver(calls []handover.Call) { s.handed, s.compared = calls, true }

// HandOverSome is [Stream.HandOver] for a list of which some calls were lost: those that
// are not in it may have been handed over as well.
func (s *Stream) HandOverSome(calls []handover.Call) {
	s.HandOver(calls)
	s.partly = true
}

// compare adds what the adapter did differently to the findings of a report whose
// turns were judged.
func (s *Stream) compare(r *Report) {
	wire := make([]handover.Wire, len(r.Calls))
	standings := make([]handover.Standing, r.Turns)
	for turn := range standings {
		standings[turn] = standing(r.TurnVerdict(turn))
	}
	for i, c := range r.Calls {
		wire[i] = handover.Wire{ID: c.ID, Name: c.Name, Arguments: c.Arguments, Standing: standings[c.Turn]}
	}
	for i := range s.handed {
		h := &s.handed[i]
		h.ByProvider = slices.ContainsFunc(s.turns, func(t turn) bool { return t.assembly.RunByProvider(h.ID) })
	}
	for _, pair := range handover.Compare(wire, s.handed, s.verifier.limits.Depth, s.config.Masks.Texts()) {
		if s.partly && pair.Difference == finding.EmittedCallMissing {
			continue
		}
		pair.Difference = inContext(pair.Difference, r.Status)
		s.noteComparison(r, pair)
	}
}

// inContext says what a call that no wire call corresponds to means: in a stream
// that is blocked as a whole there was nothing to hand over, and one of which
// evidence is missing may have carried it.
func inContext(difference finding.ID, stream Verdict) finding.ID {
	if difference != finding.EmittedCallExtra {
		return difference
	}
	switch standing(stream) {
	case handover.Blocked:
		return finding.EmittedDespiteBlock
	case handover.Unknown:
		if stream == Indeterminate {
			return ""
		}
	}
	return difference
}

// noteComparison shows a pair in the report, and its difference as a finding.
func (s *Stream) noteComparison(r *Report, pair handover.Pair) {
	c := Comparison{Difference: pair.Difference}
	path, turn := "", s.lastTurn()
	var call *finding.Call
	if pair.Handed >= 0 {
		h := s.handed[pair.Handed]
		c.Adapter = sideOf(h.ID, h.Name, h.Arguments)
		path = "/adapter_emitted/" + strconv.Itoa(pair.Handed)
	}
	if pair.Wire >= 0 {
		if c.Adapter != nil {
			r.alias(pair.Wire, c.Adapter.ID)
		}
		w := &r.Calls[pair.Wire]
		c.Turn, c.Scope, c.Slot = w.Turn, w.Scope, w.Slot
		c.Wire = sideOf(w.ID, w.Name, []byte(w.Arguments))
		call, turn = &finding.Call{Scope: w.Scope, Slot: w.Slot, ID: w.ID}, w.Turn
		if path == "" {
			path = w.Path()
		}
	}
	r.HandedOver = append(r.HandedOver, c)
	if pair.Difference != "" {
		s.log.AddCall(turn, pair.Difference, path, call)
	}
}

// standing says what a turn's verdict means for its calls.
func standing(v Verdict) handover.Standing {
	switch v {
	case Pass:
		return handover.Released
	case Fail, Invalid:
		return handover.Blocked
	}
	return handover.Unknown
}
