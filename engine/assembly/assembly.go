package assembly

import (
	"slices"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/mask"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// Traits say in what formats differ where the rules are the same for all.
type Traits struct {
	// List is the name of the list of deltas in paths: "chunks" or "events".
	List string
	// EmptyIsObject says that an ended call without a byte of arguments means {}.
	EmptyIsObject bool
	// IDOptional says that calls may come without an id.
	IDOptional bool
	// Dense says that indices are to count up from 0.
	Dense bool
}

// Config is what an assembly checks against. It is shared and never changed.
type Config struct {
	// Schemas are the tools that may be called. Fallback is asked for those that
	// Schemas does not know. Either may be nil.
	Schemas, Fallback *schema.Set
	// Budget is what validating arguments may take; nil gives each call its own.
	Budget *schema.Budget
	// Slots, ArgumentBytes and Depth are limits on one turn.
	Slots, ArgumentBytes, Depth int
	// Consequences says that findings are also reported that follow from
	// another one: a call that ended for the wrong reason also lacks its
	// terminal, and a call without a name also names no known tool.
	Consequences bool
	// Masks know values that were masked; nil takes every value for what it is.
	Masks *mask.Masks
	// Tap is told what the turn's arguments are made of; it may be nil.
	Tap Tap
}

// A Tap is told of each piece of a delta that becomes arguments, in their order.
type Tap interface {
	// Fragment says that the text of a string was appended.
	Fragment(s *Slot, fragment strictjson.Value)
	// Raw says that a value was appended as it stands.
	Raw(s *Slot, value strictjson.Value)
	// Written says that text was appended that the format has written itself; at is
	// what it comes from.
	Written(s *Slot, text []byte, at strictjson.Value)
	// Repeated says that a string is to repeat the arguments so far.
	Repeated(s *Slot, text strictjson.Value)
}

// An Assembly is one turn that is being put together. It is not safe for
// concurrent use.
type Assembly struct {
	cfg     *Config
	traits  Traits
	log     *Log
	turn    int
	slots   []*Slot
	last    *Slot    // most deltas continue the slot of the one before
	bytes   int      // of arguments
	full    bool     // LimitSlots was reported
	spent   bool     // LimitArgumentBytes was reported: no more arguments are read
	calls   bool     // there are calls, or there were meant to be
	ended   int      // the delta that brought the last terminal evidence, -1 if none did
	foreign []string // ids of calls that the provider runs itself
}

// New starts turn number turn of a stream. Findings go to log.
func New(cfg *Config, traits Traits, log *Log, turn int) *Assembly {
	return new(Assembly).Reset(cfg, traits, log, turn)
}

// Reset starts another turn in the memory of one that is over and reported.
func (a *Assembly) Reset(cfg *Config, traits Traits, log *Log, turn int) *Assembly {
	*a = Assembly{ended: -1, cfg: cfg, traits: traits, log: log, turn: turn, slots: a.slots[:0]}
	return a
}

// The bounds on what a turn that is over may hold for another one.
const (
	idleSlots     = 16
	idleArguments = 128 << 10 // bytes of each
)

// Trim lets go of memory that only an unusual turn needed.
func (a *Assembly) Trim() {
	if cap(a.slots) > idleSlots {
		a.slots = nil
	}
	for _, s := range a.slots[:cap(a.slots)] {
		if s != nil && cap(s.arguments) > idleArguments {
			s.arguments = nil
		}
	}
}

// Report notes a finding about one place of the current delta: at, or the
// member of at that is named and may be missing.
func (a *Assembly) Report(id finding.ID, at strictjson.Value, member ...string) {
	a.log.delta(a, nil, id, at, member)
}

// ReportTurn notes a finding about the turn as a whole.
func (a *Assembly) ReportTurn(id finding.ID) {
	a.log.add(a.turn, nil, id, "/"+a.traits.List)
}

// ProviderRuns notes the id of a call that the provider runs itself, for adapters list those
// beside the client's. There is room for as many as for slots.
func (a *Assembly) ProviderRuns(id strictjson.Value) {
	if id.Kind() == strictjson.String && !id.Is("") && len(a.foreign) < a.cfg.Slots && !a.RunByProvider(id.Text()) {
		a.foreign = append(a.foreign, id.Text())
	}
}

// RunByProvider reports whether an id is one of those.
func (a *Assembly) RunByProvider(id string) bool { return slices.Contains(a.foreign, id) }

// Slot returns the slot of that index, a new one if there is none yet. It
// returns nil where the limit leaves no room: the delta is then lost evidence.
func (a *Assembly) Slot(scope Scope, index int64, at strictjson.Value) *Slot {
	if s := a.Lookup(scope, index); s != nil {
		return s
	}
	if len(a.slots) >= a.cfg.Slots {
		if !a.full {
			a.full = true
			a.Report(finding.LimitSlots, at)
		}
		return nil
	}
	a.Claim()
	a.last = a.add()
	*a.last = Slot{a: a, scope: scope, index: index, born: a.log.number, arguments: a.last.arguments[:0]}
	return a.last
}

// add appends a slot, in the memory of one of an earlier turn if there is one.
func (a *Assembly) add() *Slot {
	n := len(a.slots)
	if n == cap(a.slots) {
		a.slots = append(a.slots, nil)
	}
	a.slots = a.slots[:n+1]
	if a.slots[n] == nil {
		a.slots[n] = &Slot{}
	}
	return a.slots[n]
}

// Lookup returns the slot of that index, nil if there is none.
func (a *Assembly) Lookup(scope Scope, index int64) *Slot {
	if s := a.last; s != nil && s.index == index && s.scope == scope {
		return s
	}
	for _, s := range a.slots {
		if s.index == index && s.scope == scope {
			a.last = s
			return s
		}
	}
	return nil
}

// HasCalls reports whether the scope has a slot.
func (a *Assembly) HasCalls(scope Scope) bool {
	return slices.ContainsFunc(a.slots, func(s *Slot) bool { return s.scope == scope })
}

// Claim notes that the turn carries calls, though one may not have become a slot.
func (a *Assembly) Claim() { a.calls = true }

// Claimed reports whether the turn carries calls, or was meant to.
func (a *Assembly) Claimed() bool { return a.calls }

// Consequences reports whether findings are wanted that follow from others.
func (a *Assembly) Consequences() bool { return a.cfg.Consequences }

// AllStopped reports whether the provider has ended every call, if there is any.
func (a *Assembly) AllStopped() bool {
	return !slices.ContainsFunc(a.slots, func(s *Slot) bool { return !s.stopped })
}

// NoteEnd notes that the current delta brings terminal evidence.
func (a *Assembly) NoteEnd() { a.ended = a.log.number }

// Ended returns the number of the delta that brought the last terminal evidence,
// -1 if none did.
func (a *Assembly) Ended() int { return a.ended }

// Empty reports whether the turn has no slot at all.
func (a *Assembly) Empty() bool { return len(a.slots) == 0 }

// Stop ends all slots of a scope that are still open, at the place that says
// so. released is false if the reason does not release calls.
func (a *Assembly) Stop(scope Scope, released bool) {
	a.NoteEnd()
	for _, s := range a.slots {
		if s.scope == scope && !s.stopped {
			s.stopped, s.terminal = true, released
		}
	}
}
