package assembly

import (
	"errors"
	"slices"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// emptyObject is what an ended call without arguments means in some formats.
var emptyObject = []byte("{}")

// Finish runs the checks that need the whole turn, on every call, blocked or
// not, in slot order. Afterwards [Assembly.Calls] has the calls in that order.
// arguments is used to read those of the calls, one after the other.
func (a *Assembly) Finish(arguments *strictjson.Document) {
	slices.SortStableFunc(a.slots, (*Slot).compare)
	for i, s := range a.slots {
		s.checkIdentity(a.slots[:i])
		if !s.terminal && (!s.stopped || a.cfg.Consequences) {
			s.reportCall(finding.MissingTerminal, "")
		}
		if !s.opaque {
			s.checkArguments(arguments)
		}
	}
	if a.traits.Dense {
		a.checkDense()
	}
}

// checkIdentity wants an id, a name, and an id that no earlier slot has.
func (s *Slot) checkIdentity(earlier []*Slot) {
	if s.id == "" && !s.noID && !s.a.traits.IDOptional {
		s.reportCall(finding.MissingCallID, "")
	}
	if s.name == "" && !s.opaque {
		s.reportCall(finding.MissingToolName, "")
	}
	if s.id != "" && slices.ContainsFunc(earlier, func(t *Slot) bool { return t.scope == s.scope && t.id == s.id }) {
		s.reportCall(finding.DuplicateCallID, "")
	}
}

// checkArguments reads the joined fragments once, and validates them. They are
// built only where a look at them does not do: to name a defect, or a violation.
func (s *Slot) checkArguments(arguments *strictjson.Document) {
	if s.cut {
		s.reportCall(finding.ArgumentsTruncated, "")
		return
	}
	if len(s.arguments) == 0 && s.terminal && s.a.traits.EmptyIsObject {
		s.arguments = append(s.arguments, emptyObject...)
	}
	if err := arguments.Parse(s.arguments, s.a.cfg.Depth); err == nil && arguments.InRange() {
		s.checkValue(arguments.Root())
		return
	}
	if s.a.cfg.Masks.Only(s.arguments) {
		s.reportCall(finding.RedactedConstraint, "")
		return
	}
	if _, err := strictjson.Decode(s.arguments, s.a.cfg.Depth); err != nil {
		s.reportCall(s.argumentsFinding(err), "")
	}
}

func (s *Slot) checkValue(v strictjson.Value) {
	if v.Kind() != strictjson.Object {
		s.reportCall(finding.ArgumentsNotObject, "")
		return
	}
	if s.name == "" && !s.a.cfg.Consequences {
		return // MissingToolName says it
	}
	tool := s.a.cfg.tool(s.name)
	if tool == nil {
		s.reportCall(s.a.cfg.unknownTool(), "")
		return
	}
	for _, v := range tool.Problems() {
		s.reportCall(v.ID, "")
	}
	if s.a.cfg.Masks.May(s.arguments) || !tool.Accepts(v) {
		s.checkSchema(tool)
	}
}

// argumentsFinding names the defect. Nothing at all is a cut where the call
// never ended: then it says nothing about what the model wanted to write.
func (s *Slot) argumentsFinding(err error) finding.ID {
	var strict *strictjson.Error
	if !errors.As(err, &strict) {
		return finding.ArgumentsSyntax
	}
	if strict.Reason == strictjson.Empty && !s.terminal {
		return finding.ArgumentsTruncated
	}
	return finding.Join("invalid_arguments_json", string(strict.Reason))
}

// checkSchema says in what the arguments, which are strict JSON, break the schema.
func (s *Slot) checkSchema(tool *schema.Schema) {
	value, err := strictjson.Decode(s.arguments, s.a.cfg.Depth)
	if err != nil {
		s.reportCall(s.argumentsFinding(err), "")
		return
	}
	for _, v := range tool.ValidateMasked(value, s.a.cfg.Masks, s.a.cfg.Budget) {
		s.reportCall(v.ID, "/arguments"+v.Path)
	}
}

// tool returns the schema of a tool, nil if nobody has one.
func (c *Config) tool(name string) *schema.Schema {
	if tool := c.Schemas.Lookup(name); tool != nil {
		return tool
	}
	return c.Fallback.Lookup(name)
}

// unknownTool tells a tool that is not among those offered from one of which
// nobody said, or nobody can read, what was offered.
func (c *Config) unknownTool() finding.ID {
	if c.Fallback.Unreadable() {
		return finding.InvalidToolSchemas
	}
	if c.Schemas == nil && c.Fallback == nil {
		return finding.UnknownToolNoSchemas
	}
	return finding.UnknownTool
}

// checkDense reports the first gap of each scope.
func (a *Assembly) checkDense() {
	var want int64
	var reported bool
	for i, s := range a.slots {
		if i == 0 || a.slots[i-1].scope != s.scope {
			want, reported = 0, false
		}
		if s.index != want && !reported {
			reported = true
			s.reportCall(finding.SparseSlots, "")
		}
		want = s.index + 1
	}
}
