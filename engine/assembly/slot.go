package assembly

import (
	"cmp"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// A Slot is one call that is being put together.
type Slot struct {
	a         *Assembly
	scope     Scope
	index     int64
	id, name  string
	arguments []byte
	otherIDs  []string // that came after the first
	born      int      // the number of the delta that brought it up first
	late      bool     // LateIdentity was reported
	stopped   bool     // the provider ended it, for whatever reason
	terminal  bool     // … in the way that releases it
	noID      bool     // calls of this kind have none
	opaque    bool     // its content is of a kind that is not checked
	cut       bool     // arguments were left out because of the limit
}

// maxOtherIDs is how many of the ids that collide in one slot are remembered.
const maxOtherIDs = 8

// Identify gives the slot the id and name of a delta; absent, null and empty
// ones say nothing. at is the delta. An identity is written once: another
// non-empty value is a collision, and the first one stays.
func (s *Slot) Identify(id, name, at strictjson.Value) {
	s.identify(&s.id, id, finding.InvalidCallID, at)
	s.identify(&s.name, name, finding.InvalidToolName, at)
}

func (s *Slot) identify(known *string, value strictjson.Value, invalid finding.ID, at strictjson.Value) {
	switch {
	case !value.Given() || value.Is(""):
	case value.Kind() != strictjson.String:
		s.Report(invalid, at)
	case *known == "":
		s.noteLate(at)
		*known = value.Text()
	case !value.Is(*known):
		s.Report(finding.IdentityCollision, at)
		if known == &s.id && len(s.otherIDs) < maxOtherIDs {
			s.otherIDs = append(s.otherIDs, value.Text())
		}
	}
}

func (s *Slot) noteLate(at strictjson.Value) {
	if s.a.log.number != s.born && !s.late {
		s.late = true
		s.Report(finding.LateIdentity, at)
	}
}

// Append adds a fragment of arguments. An absent one says nothing, nor does
// null, unless the call has ended.
func (s *Slot) Append(fragment strictjson.Value) {
	switch {
	case !fragment.Exists():
	case s.stopped:
		s.Report(finding.DeltaAfterTerminal, fragment)
	case fragment.Kind() == strictjson.Null:
	case fragment.Kind() != strictjson.String:
		s.Report(finding.InvalidArgumentsDelta, fragment)
	default:
		if s.grow(fragment.AppendText(s.arguments), fragment) && s.a.cfg.Tap != nil {
			s.a.cfg.Tap.Fragment(s, fragment)
		}
	}
}

// AppendRaw adds arguments that are a JSON value of the delta, as they stand.
func (s *Slot) AppendRaw(value strictjson.Value) {
	if s.stopped {
		s.Report(finding.DeltaAfterTerminal, value)
		return
	}
	if s.grow(append(s.arguments, value.Raw()...), value) && s.a.cfg.Tap != nil {
		s.a.cfg.Tap.Raw(s, value)
	}
}

// AppendBytes adds arguments that the format has written itself; at is what they
// come from.
func (s *Slot) AppendBytes(text []byte, at strictjson.Value) {
	if s.grow(append(s.arguments, text...), at) && s.a.cfg.Tap != nil {
		s.a.cfg.Tap.Written(s, text, at)
	}
}

// Repeats reports whether a string says the same as the arguments so far. Its JSON
// text is never shorter than what it says: the arguments may be large, and the
// deltas that repeat them many.
func (s *Slot) Repeats(text strictjson.Value) bool {
	if s.a.cfg.Tap != nil {
		s.a.cfg.Tap.Repeated(s, text)
	}
	return len(text.Raw()) >= len(s.arguments) && text.Is(string(s.arguments))
}

// grow replaces the arguments by longer ones, and reports whether the limit of the
// turn leaves room.
func (s *Slot) grow(arguments []byte, at strictjson.Value) bool {
	before := len(s.arguments)
	s.arguments = arguments
	if !s.reserve(len(arguments)-before, at) {
		s.arguments = arguments[:before]
		return false
	}
	return true
}

// reserve accounts for n more bytes of arguments. It returns false, and reports
// it, where the limit leaves no room. Behind the first piece that does not fit
// none is read: with a gap the rest could parse.
func (s *Slot) reserve(n int, at strictjson.Value) bool {
	s.cut = s.cut || n > 0 && (s.a.spent || s.a.bytes+n > s.a.cfg.ArgumentBytes)
	if !s.cut {
		s.a.bytes += n
		return true
	}
	if !s.a.spent {
		s.a.spent = true
		s.Report(finding.LimitArgumentBytes, at)
	}
	return false
}

// Stop ends the slot, at the place that says so.
func (s *Slot) Stop(at strictjson.Value) {
	if s.stopped {
		s.Report(finding.DuplicateTerminal, at)
		return
	}
	s.stopped, s.terminal = true, true
	s.a.NoteEnd()
}

// Opaque marks a call whose content can't be checked: only its identity and
// end are.
func (s *Slot) Opaque() { s.opaque = true }

// Stopped reports whether the provider has ended the slot, for whatever reason.
func (s *Slot) Stopped() bool { return s.stopped }

// Begun reports whether anything is known of the call.
func (s *Slot) Begun() bool { return s.id != "" || s.name != "" || len(s.arguments) > 0 }

// ID returns the call's id as far as it is known.
func (s *Slot) ID() string { return s.id }

// Place returns where the slot is: the number of its turn in the stream, what its
// index is relative to, and the index.
func (s *Slot) Place() (turn int, scope Scope, index int64) { return s.a.turn, s.scope, s.index }

// Delta returns the number of the delta that is being read.
func (s *Slot) Delta() int { return s.a.log.number }

// NoID says that calls of this kind have no id.
func (s *Slot) NoID() { s.noID = true }

// Arguments returns the text of the arguments so far. It belongs to the slot.
func (s *Slot) Arguments() []byte { return s.arguments }

// Report notes a finding about the slot, at a place of the current delta.
func (s *Slot) Report(id finding.ID, at strictjson.Value, member ...string) {
	s.a.log.delta(s.a, s, id, at, member)
}

// reportCall notes a finding about the slot as a whole; path goes on from it.
func (s *Slot) reportCall(id finding.ID, path string) {
	s.a.log.add(s.a.turn, s, id, s.path()+path)
}

func (s *Slot) path() string {
	c := Call{Turn: s.a.turn, Scope: s.scope.String(), Slot: s.index}
	return c.Path()
}

func (s *Slot) compare(t *Slot) int {
	return cmp.Or(s.scope.compare(t.scope), cmp.Compare(s.index, t.index))
}
