package wire

import (
	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// A message is the part that is the same in formats whose calls are numbered
// blocks, which start, grow and stop, inside a message that starts and stops. A
// message with calls needs its end, and so does one whose start was seen.
type message struct {
	*assembly.Assembly
	policy Policy
	scope  assembly.Scope
	// announces is the reason that says that the message ended with calls.
	announces string
	// alone says that a recording of the blocks alone is complete.
	alone bool
	// sequential says that a block may not start while another one is open.
	sequential bool

	blocks           map[int64]*block
	open             int // how many blocks are open
	started, stopped bool
	reason           string // why it ended, as JSON text
	effect           Effect // of the delta that was read last
}

// Effect implements [Repeater].
func (m *message) Effect() Effect { return m.effect }

// A block is one that was started.
type block struct {
	slot *assembly.Slot // nil if it is no call of the client's
	open bool
	full bool // its input came whole with the start: no delta may follow
	late bool // it began when the message was over, which was reported
	text bool // it is of a kind that has no input: a fragment of one is misplaced
}

func newMessage(a *assembly.Assembly, p Policy, scope assembly.Scope, announces string) message {
	return message{Assembly: a, policy: p, scope: scope, announces: announces, blocks: map[int64]*block{}}
}

// begin opens the message and reports whether it was not open yet.
func (m *message) begin(at strictjson.Value) bool {
	if m.started {
		m.Report(finding.DuplicateStart, at)
		return false
	}
	m.started = true
	return true
}

// index returns the index of a block; at is where it should be. One that is none
// is reported.
func (m *message) index(at strictjson.Value, member string) (int64, bool) {
	index, ok := at.Get(member).Index()
	if !ok {
		m.Report(finding.InvalidSlot, at, member)
	}
	return index, ok
}

// start opens a block. isCall says that it is a call of the client's. It returns
// nil for one under the index of another: what contradicts is reported.
func (m *message) start(index int64, isCall bool, id, name, at strictjson.Value) *block {
	if known := m.blocks[index]; known != nil {
		m.restart(known, isCall, id, name, at)
		return nil
	}
	if m.sequential && m.started && m.open > 0 {
		m.Report(finding.OverlappingBlocks, at)
	}
	b := m.put(index)
	if !isCall {
		return b
	}
	if b.slot = m.Slot(m.scope, index, at); b.slot != nil {
		if b.late = m.over(); b.late {
			b.slot.Report(finding.DeltaAfterTerminal, at)
		}
		b.slot.Identify(id, name, at)
	}
	return b
}

// put makes an open block under an index.
func (m *message) put(index int64) *block {
	if known := m.blocks[index]; known == nil || !known.open {
		m.open++
	}
	b := &block{open: true}
	m.blocks[index] = b
	return b
}

// over reports whether the message has said why it ends, or that it has: no call
// may begin or grow from there on.
func (m *message) over() bool { return m.stopped || m.reason != "" }

// restart is a second block under the index of an earlier one.
func (m *message) restart(known *block, isCall bool, id, name, at strictjson.Value) {
	switch {
	case known.slot == nil && !isCall:
		m.Report(finding.DuplicateStart, at)
	case known.slot == nil || !isCall:
		m.Report(finding.IdentityCollision, at)
	default:
		known.slot.Report(finding.DuplicateStart, at)
		known.slot.Identify(id, name, at)
	}
}

// grow adds a fragment to the call under an index. A fragment that no start
// announced makes a call that can't pass.
func (m *message) grow(index int64, fragment, at strictjson.Value) {
	b := m.blocks[index]
	if b == nil || b.text {
		b = m.orphan(index, at)
	}
	switch {
	case b.slot == nil: // the input of a tool that the provider runs
	case m.over() && !b.late && !b.slot.Stopped() && fragment.Given() && !fragment.Is(""):
		b.slot.Report(finding.DeltaAfterTerminal, fragment)
	case b.full && !fragment.Is(""):
		b.slot.Report(finding.UnsupportedInitial, fragment)
	default:
		m.effect = m.effect.with(b.slot, fragment)
		b.slot.Append(fragment)
	}
}

func (m *message) orphan(index int64, at strictjson.Value) *block {
	b := m.put(index)
	if b.slot = m.Slot(m.scope, index, at); b.slot != nil {
		b.slot.Report(finding.DeltaBeforeStart, at)
	}
	return b
}

// stop ends the block under an index. One that was never started may be of a
// kind that the recording leaves out.
func (m *message) stop(index int64, at strictjson.Value) {
	b := m.blocks[index]
	if b == nil {
		return
	}
	if b.open {
		b.open = false
		m.open--
	}
	if b.slot == nil {
		return
	}
	if m.stopped && !b.late && !b.slot.Stopped() {
		b.slot.Report(finding.DeltaAfterTerminal, at)
	}
	b.slot.Stop(at)
}

// because notes why the message ends. It may be said several times, as long as
// it is the same, and not for the first time when the message has ended.
func (m *message) because(reason strictjson.Value) {
	if !reason.Given() || m.reason == string(reason.Raw()) {
		return
	}
	switch {
	case m.reason != "":
		m.Report(finding.DuplicateTerminal, reason)
	case m.stopped && !m.Empty():
		m.Report(finding.DeltaAfterTerminal, reason)
	}
	m.reason = string(reason.Raw())
	switch {
	case m.Empty():
		if reason.Is(m.announces) && !m.Claimed() {
			m.Report(finding.TerminalWithoutCall, reason)
		}
	case !accepts(m.policy, reason):
		m.Report(finding.WrongTerminalReason, reason)
	}
}

// end closes the message.
func (m *message) end(at strictjson.Value) {
	if m.stopped {
		m.Report(finding.DuplicateTerminal, at)
	}
	m.stopped = true
	m.NoteEnd()
}

// Finish implements [Reader]: the message must stop, and say why if it carries
// calls. A call that never stopped says so itself.
func (m *message) Finish() {
	needed := m.started || !m.alone && !m.Empty()
	if needed && m.AllStopped() && (!m.stopped || m.reason == "" && !m.Empty()) {
		m.ReportTurn(finding.MissingTerminal)
	}
}
