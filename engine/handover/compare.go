package handover

import (
	"slices"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/mask"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// A Call is one call as the adapter handed it over.
type Call struct {
	// ID, Name and Type are "" where they were lost. So are an ID and a Type that
	// were not recorded.
	ID, Name, Type string
	// Anonymous says that there was no id when the call was handed over: if the wire
	// has one, it was lost.
	Anonymous bool
	// Nameless says that the name was not recorded: it can't be compared.
	Nameless bool
	// ByProvider says that the provider ran the call itself: there is nothing to compare.
	ByProvider bool
	// Arguments is JSON text. It is nil where arguments were not recorded.
	Arguments []byte
}

// A Standing says what became of a call's turn.
type Standing uint8

// The standings.
const (
	// Released: the turn passes.
	Released Standing = iota
	// Blocked: the turn fails.
	Blocked
	// Unknown: evidence is missing, so the adapter may know better.
	Unknown
)

// A Wire is one call as the wire carries it.
type Wire struct {
	ID, Name, Arguments string
	Standing            Standing
}

// A Pair is one comparison: the indices of both sides, -1 for none, and in which
// way they differ, "" if they do not.
type Pair struct {
	Wire, Handed int
	Difference   finding.ID
}

// Compare matches the calls of both sides and says how each pair differs. depth
// limits the nesting of arguments. A placeholder is no difference to what it may
// stand for.
func Compare(wire []Wire, handed []Call, depth int, masks *mask.Masks) []Pair {
	m := matcher{wire: wire, handed: handed, depth: depth, masks: masks, usedWire: make([]bool, len(wire)), usedHand: make([]bool, len(handed))}
	for h, call := range handed {
		m.usedHand[h] = call.ByProvider
	}
	m.match(func(w Wire, c Call) bool { return c.ID != "" && c.ID == w.ID })
	for _, s := range []Standing{Released, Unknown, Blocked} {
		m.match(func(w Wire, c Call) bool { return w.Standing == s && c.Name != "" && c.Name == w.Name })
		m.match(func(w Wire, _ Call) bool { return w.Standing == s })
	}
	m.rest()
	return m.pairs
}

type matcher struct {
	wire               []Wire
	handed             []Call
	depth              int
	masks              *mask.Masks
	usedWire, usedHand []bool
	pairs              []Pair
}

// match pairs what is still free, in order, where fits holds.
func (m *matcher) match(fits func(Wire, Call) bool) {
	for h, call := range m.handed {
		if m.usedHand[h] {
			continue
		}
		for w, wire := range m.wire {
			if !m.usedWire[w] && fits(wire, call) {
				m.usedWire[w], m.usedHand[h] = true, true
				m.pairs = append(m.pairs, Pair{w, h, m.difference(wire, call)})
				break
			}
		}
	}
}

// difference is the worst of what two calls of one pair differ in.
func (m *matcher) difference(wire Wire, call Call) finding.ID {
	switch {
	case wire.Standing == Blocked:
		return finding.EmittedDespiteBlock
	case wire.Standing == Unknown:
		return ""
	case call.Name != wire.Name && !call.Nameless, call.otherID(wire.ID), call.Type != "" && call.Type != "function":
		return finding.EmittedIdentityDiffers
	case call.Arguments != nil && !m.sameArguments(wire.Arguments, call.Arguments):
		return finding.EmittedArgumentsDiffer
	}
	return ""
}

// otherID reports whether the id is not the one on the wire. Calls that have none
// there may be given any.
func (c Call) otherID(wire string) bool {
	return wire != "" && c.ID != wire && (c.ID != "" || c.Anonymous)
}

// sameArguments compares JSON values. No text at all is how some adapters write
// no arguments.
func (m *matcher) sameArguments(wire string, handed []byte) bool {
	if len(handed) == 0 {
		handed = []byte("{}")
	}
	if m.masks.Only(handed) || m.masks.Only([]byte(wire)) {
		return true
	}
	want, err := strictjson.Decode([]byte(wire), m.depth)
	if err != nil {
		return false
	}
	got, err := strictjson.Decode(handed, m.depth)
	return err == nil && m.masks.Equal(want, got) != mask.No
}

// rest is what has no counterpart. In a stream that must be blocked, whatever was
// handed over was so despite the block.
func (m *matcher) rest() {
	blocked := slices.ContainsFunc(m.wire, func(w Wire) bool { return w.Standing == Blocked })
	unknown := slices.ContainsFunc(m.wire, func(w Wire) bool { return w.Standing == Unknown })
	for w, wire := range m.wire {
		if !m.usedWire[w] && wire.Standing == Released {
			m.pairs = append(m.pairs, Pair{w, -1, finding.EmittedCallMissing})
		}
	}
	for h := range m.handed {
		switch {
		case m.usedHand[h] || unknown:
		case blocked:
			m.pairs = append(m.pairs, Pair{-1, h, finding.EmittedDespiteBlock})
		default:
			m.pairs = append(m.pairs, Pair{-1, h, finding.EmittedCallExtra})
		}
	}
}
