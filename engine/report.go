package engine

import (
	"fmt"
	"slices"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
)

// A Verdict is the answer to one question: may the calls of this turn be handed
// to whatever decides about execution?
type Verdict uint8

// The verdicts, from best to worst.
const (
	// NotApplicable: the stream carries no tool calls.
	NotApplicable Verdict = iota
	// Pass: every call is complete, unambiguous and valid.
	Pass
	// Indeterminate: nothing is known to be wrong, but evidence is missing.
	Indeterminate
	// Invalid: the deltas can't be read as any supported format.
	Invalid
	// Fail: at least one finding of level error.
	Fail
)

var verdictNames = [...]string{
	NotApplicable: "not_applicable",
	Pass:          "pass",
	Indeterminate: "indeterminate",
	Invalid:       "invalid",
	Fail:          "fail",
}

// Verdicts returns all verdicts, best first.
func Verdicts() []Verdict {
	return []Verdict{NotApplicable, Pass, Indeterminate, Invalid, Fail}
}

// String returns the name that reports and attributes use.
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("Verdict(%d)", uint8(v))
}

// MarshalText implements [encoding.TextMarshaler].
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (v *Verdict) UnmarshalText(text []byte) error {
	for i, name := range verdictNames {
		if string(text) == name {
			*v = Verdict(i)
			return nil
		}
	}
	return fmt.Errorf("unknown verdict %q", text)
}

// A Report is what a finished stream comes to. It shares no memory with the
// stream and may be kept.
type Report struct {
	// Status is the worst verdict of the stream's turns.
	Status Verdict `json:"status"`
	// Applicable says that the stream carries tool calls, or should have.
	Applicable bool `json:"applicable"`
	// Executable is true only if Status is [Pass]. It is eligibility, never
	// authorisation.
	Executable bool `json:"executable"`
	// Format is the wire format, "" if it was not recognised.
	Format string `json:"format"`
	// Turns is how many turns the stream holds.
	Turns int `json:"turns"`
	// Calls lists the calls by turn, then scope, then slot.
	Calls []Call `json:"calls"`
	// Findings lists the deviations: those of single deltas in the order of the
	// stream, then those of whole calls in the order of Calls.
	Findings []finding.Finding `json:"findings"`
	// HandedOver compares the calls with those that the adapter handed over, if
	// that is known.
	HandedOver []Comparison `json:"handed_over,omitzero"`
	// Omitted counts findings that the limit left out of Findings.
	Omitted int `json:"findings_omitted,omitzero"`

	limit  int // of Findings
	turns  []ending
	others map[int][]string // ids of a call besides its own
}

// An ending is what is left to know of a turn.
type ending struct {
	claimed  bool // it carries calls, or was meant to
	terminal int  // the delta with the last terminal evidence, or -1
}

// A Call is what a slot became.
type Call = assembly.Call

// Primary returns the most severe finding, nil if there is none.
func (r *Report) Primary() *finding.Finding {
	if i := finding.Primary(r.Findings); i >= 0 {
		return &r.Findings[i]
	}
	return nil
}

// judge sets the verdict that calls and findings come to.
func (r *Report) judge() {
	claimed := slices.ContainsFunc(r.turns, func(e ending) bool { return e.claimed })
	r.Applicable, r.Status = judge(claimed, len(r.Calls) > 0, r.Findings)
	r.Executable = r.Status == Pass
}

// TerminalDelta returns the number of the delta that brought the last terminal
// evidence of a turn, counting from 0; -1 if none did.
func (r *Report) TerminalDelta(turn int) int {
	if turn >= len(r.turns) {
		return -1
	}
	return r.turns[turn].terminal
}

// CallIDs returns the ids under which call number n of Calls may have been run: its
// own, a few of those that collided with it in its slot, and the one under which the
// adapter handed it over: some mint ids.
func (r *Report) CallIDs(n int) []string {
	if id := r.Calls[n].ID; id != "" {
		return append([]string{id}, r.others[n]...)
	}
	return r.others[n]
}

// collide notes ids that collided with that of call number n.
func (r *Report) collide(n int, ids []string) {
	if r.others == nil {
		r.others = map[int][]string{}
	}
	r.others[n] = ids
}

// alias notes another id of call number n.
func (r *Report) alias(n int, id string) {
	if id != "" && !slices.Contains(r.CallIDs(n), id) {
		r.collide(n, append(slices.Clip(r.others[n]), id))
	}
}

// Blame adds a finding that came from elsewhere, and judges anew. It is only
// counted where the limit leaves no room and one of its code is listed.
func (r *Report) Blame(f finding.Finding) {
	if len(r.Findings) >= r.limit && slices.ContainsFunc(r.Findings, func(g finding.Finding) bool { return g.ID() == f.ID() }) {
		r.Omitted++
		return
	}
	r.Findings = append(r.Findings, f)
	r.judge()
}

// TurnVerdict returns the verdict of one turn of the stream, counting from 0. Where
// findings were left out, any turn with calls may be the one that they are about.
func (r *Report) TurnVerdict(turn int) Verdict {
	var findings []finding.Finding
	for _, f := range r.Findings {
		if f.Turn == turn || f.Fault == finding.Capture && f.ID() != finding.RedactedConstraint {
			findings = append(findings, f)
		}
	}
	called := slices.ContainsFunc(r.Calls, func(c Call) bool { return c.Turn == turn })
	_, v := judge(turn < len(r.turns) && r.turns[turn].claimed, called, findings)
	if called && r.Omitted > 0 {
		v = max(v, r.Status)
	}
	return v
}

// judge decides. Where nothing claims to be a call, an error makes the stream
// invalid if its deltas could not be read; any other error says that there should
// have been calls, or may have been. Where all that claimed to be a call is gone,
// by a policy that plays its findings down, there is nothing that could pass.
func judge(claimed, called bool, findings []finding.Finding) (applicable bool, v Verdict) {
	applicable = claimed
	worst := finding.Off
	for i := range findings {
		worst = max(worst, findings[i].Level)
		rule, _ := finding.Lookup(findings[i].ID())
		applicable = applicable || findings[i].Level == finding.Error && !rule.Unreadable
	}
	switch {
	case worst == finding.Error && applicable:
		return true, Fail
	case worst == finding.Error:
		return false, Invalid
	case worst == finding.Unknown:
		return applicable, Indeterminate
	case called:
		return true, Pass
	}
	return false, NotApplicable
}
