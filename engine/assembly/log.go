package assembly

import (
	"strconv"
	"strings"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// A Log collects the findings of a stream, over all its turns. It applies the
// policy and the limit, and knows what lost evidence explains.
type Log struct {
	policy  finding.Policy
	limit   int
	entries []entry
	seen    map[finding.ID]bool
	omitted int
	lost    bool // evidence was lost
	shown   bool // … and a finding says so that keeps the verdict from being a pass
	number  int  // of the current delta
}

// An entry is a finding and the slot that it is about, if any.
type entry struct {
	finding.Finding
	slot *Slot
}

// NewLog starts an empty log that lists at most limit findings, and one of each
// code.
func NewLog(policy finding.Policy, limit int) *Log {
	return &Log{policy: policy, limit: limit, seen: map[finding.ID]bool{}}
}

// Reset empties the log for another stream.
func (l *Log) Reset() {
	clear(l.entries)
	clear(l.seen)
	*l = Log{policy: l.policy, limit: l.limit, entries: l.entries[:0], seen: l.seen}
}

// Delta says which delta of the stream is being read, counting from 0.
func (l *Log) Delta(number int) { l.number = number }

// Len returns how many findings there are, listed or not.
func (l *Log) Len() int { return len(l.entries) + l.omitted }

// Add notes a finding about the stream itself.
func (l *Log) Add(turn int, id finding.ID, path string) { l.add(turn, nil, id, path) }

// AddCall notes a finding about a call of a finished turn, or about none if c is
// nil.
func (l *Log) AddCall(turn int, id finding.ID, path string, c *finding.Call) {
	if f, ok := l.admit(id); ok {
		f.Call = c
		l.list(turn, nil, f, path)
	}
}

// delta notes a finding about a place of the current delta. The path is made
// last: to find a place takes as long as the delta is, and a hostile delta can
// have as many findings as it has bytes.
func (l *Log) delta(a *Assembly, s *Slot, id finding.ID, at strictjson.Value, member []string) {
	f, ok := l.admit(id)
	if !ok {
		return
	}
	var path strings.Builder
	path.WriteString("/" + a.traits.List + "/" + strconv.Itoa(l.number) + at.Pointer())
	for _, m := range member {
		path.WriteString("/" + strictjson.EscapePointer(m))
	}
	l.list(a.turn, s, f, path.String())
}

func (l *Log) add(turn int, s *Slot, id finding.ID, path string) {
	if f, ok := l.admit(id); ok {
		l.list(turn, s, f, path)
	}
}

// admit starts a finding, unless the policy or the limit leaves it out.
func (l *Log) admit(id finding.ID) (f finding.Finding, ok bool) {
	rule, _ := finding.Lookup(id)
	level := l.policy.Level(rule, id)
	if rule.Fault == finding.Capture && id != finding.RedactedConstraint {
		l.lost = true // also where the policy does not show it
		l.shown = l.shown || level >= finding.Unknown
	}
	if level == finding.Off {
		return f, false
	}
	if len(l.entries) >= l.limit && l.seen[id] {
		l.omitted++
		return f, false
	}
	l.seen[id] = true
	code, reason := id.Split()
	return finding.Finding{Level: level, Code: code, Reason: reason, Fault: rule.Fault, Message: rule.Explanation}, true
}

func (l *Log) list(turn int, s *Slot, f finding.Finding, path string) {
	f.Turn, f.Path = turn, path
	l.entries = append(l.entries, entry{f, s})
}

// Close returns the findings and how many the limit left out. Where evidence
// was lost, what the loss could explain is left out: the loss stands for it. A
// loss that the policy plays down can't: then what it explains stays, but is no
// more than unknown, for a call that was not seen to end must never pass.
func (l *Log) Close() (findings []finding.Finding, omitted int) {
	findings = make([]finding.Finding, 0, len(l.entries))
	for _, e := range l.entries {
		if rule, _ := finding.Lookup(e.ID()); l.lost && rule.LossExplains {
			if l.shown {
				continue
			}
			e.Level = min(e.Level, finding.Unknown)
		}
		if e.slot != nil { // only now is its id known for sure
			e.Call = &finding.Call{Scope: e.slot.scope.String(), Slot: e.slot.index, ID: e.slot.id}
		}
		findings = append(findings, e.Finding)
	}
	return findings, l.omitted
}
