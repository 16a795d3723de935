package schema

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/mask"
)

// A maskedValue evaluates a value of which parts are masked. The library can't: it
// would take a placeholder for the value. It still does where nothing is masked.
//
// What comes out has three values, not two. Violations that hold whatever was
// masked are violations. Where it depends on that, there is redacted_constraint
// instead. Nothing at all means valid, whatever was masked.
type maskedValue struct {
	*jsonSchema
	masks *mask.Masks
	root  any
}

// A part is a value and whether it is masked or holds one that is.
type part struct {
	value    any
	masked   bool
	members  map[string]*part
	elements []*part
}

func partOf(value any, m *mask.Masks) *part {
	p := &part{value: value}
	switch v := value.(type) {
	case map[string]any:
		p.members = make(map[string]*part, len(v))
		for name, member := range v {
			sub := partOf(member, m)
			p.members[name], p.masked = sub, p.masked || sub.masked
		}
	case []any:
		for _, element := range v {
			sub := partOf(element, m)
			p.elements, p.masked = append(p.elements, sub), p.masked || sub.masked
		}
	default:
		p.masked = m.Is(value)
	}
	return p
}

// validateMasked checks a value of which parts are masked.
func (j *jsonSchema) validateMasked(value any, m *mask.Masks) violations {
	if j.graph.dynamic() {
		return violations{{ID: finding.RedactedConstraint}}
	}
	e := maskedValue{j, m, value}
	return e.apply(j.compiled, partOf(value, m), nil)
}

// dynamic reports whether what a schema means depends on how it was reached. Then no
// part of it can be applied alone.
func (g *graph) dynamic() bool {
	return slices.ContainsFunc(g.nodes, func(n node) bool {
		return n.schema.DynamicRef != nil || n.schema.RecursiveRef != nil
	})
}

// fails reports whether there is a violation that holds whatever was masked.
func (v violations) fails() bool {
	return slices.ContainsFunc(v, func(v Violation) bool { return v.ID != finding.RedactedConstraint })
}

// apply applies a schema to the value at a place. No caller keeps the place.
func (e *maskedValue) apply(s *jsonschema.Schema, p *part, at []string) violations {
	var out violations
	switch {
	case !p.masked:
		e.library(s, p.value, at, &out)
		return out
	case s.Bool != nil && !*s.Bool:
		out.add(rule(&kind.FalseSchema{}), e.place(at))
		return out
	case s.Bool != nil || !e.typeAndValue(s, p, at, &out):
		return out
	}
	if s.Ref != nil {
		out = append(out, e.apply(s.Ref, p, at)...)
		if s.DraftVersion < 2019 {
			return out
		}
	}
	switch p.value.(type) {
	case map[string]any:
		e.object(s, p, at, &out)
	case []any:
		e.array(s, p, at, &out)
	default:
		if constrains(s, p.value) {
			out.add(finding.RedactedConstraint, e.place(at))
		}
	}
	e.combine(s, p, at, &out)
	if s.UnevaluatedItems != nil || s.UnevaluatedProperties != nil {
		out.add(finding.RedactedConstraint, e.place(at))
	}
	return out
}

func (e *maskedValue) place(at []string) string { return e.path(at, e.root) }

// library lets the library judge what it can.
func (e *maskedValue) library(s *jsonschema.Schema, value any, at []string, out *violations) {
	invalid, ok := errors.AsType[*jsonschema.ValidationError](s.Validate(value))
	if !ok {
		return
	}
	var found violations
	e.collect(invalid, value, &found)
	for _, v := range found {
		out.add(v.ID, below(e.place(at), v.Path))
	}
}

// typeAndValue checks the type, and the values that are listed. It returns false
// where nothing more is to be said.
func (e *maskedValue) typeAndValue(s *jsonschema.Schema, p *part, at []string, out *violations) bool {
	if answer := e.typed(s, p.value); answer != mask.Yes {
		out.answer(answer, finding.SchemaType, e.place(at))
		return false
	}
	if s.Const != nil {
		if answer := e.masks.Equal(p.value, *s.Const); answer != mask.Yes {
			out.answer(answer, rule(&kind.Const{}), e.place(at))
			return answer == mask.Unknown
		}
	}
	if s.Enum != nil {
		if answer := e.masks.Among(p.value, s.Enum.Values); answer != mask.Yes {
			out.answer(answer, finding.SchemaEnum, e.place(at))
			return answer == mask.Unknown
		}
	}
	return true
}

// answer adds what an answer other than yes means.
func (v *violations) answer(a mask.Answer, id finding.ID, path string) {
	if a == mask.Unknown {
		id = finding.RedactedConstraint
	}
	v.add(id, path)
}

// typed reports whether a value is of the type. A placeholder is a string, but it
// may stand for something else; and a masked number may be a whole one.
func (e *maskedValue) typed(s *jsonschema.Schema, value any) mask.Answer {
	if s.Types == nil || s.Types.IsEmpty() {
		return mask.Yes
	}
	names := s.Types.ToStrings()
	if slices.ContainsFunc(names, func(name string) bool { return hasType(name, value) }) {
		return mask.Yes
	}
	switch value.(type) {
	case string:
		return mask.Unknown
	case json.Number:
		if slices.Contains(names, "integer") {
			return mask.Unknown
		}
	}
	return mask.No
}

// constrains reports whether a schema says more of a scalar than its type, and than
// which values there are.
func constrains(s *jsonschema.Schema, value any) bool {
	number := s.Format != nil && slices.Contains(numberFormats, s.Format)
	switch value.(type) {
	case string:
		content := slices.ContainsFunc(s.Extensions, func(x jsonschema.SchemaExt) bool { _, ok := x.(contentSchema); return ok })
		return content || s.MinLength != nil && *s.MinLength > 0 || s.MaxLength != nil || s.Pattern != nil ||
			s.ContentEncoding != nil || s.ContentMediaType != nil || s.Format != nil && !number
	case json.Number:
		return number || s.Minimum != nil || s.Maximum != nil || s.ExclusiveMinimum != nil || s.ExclusiveMaximum != nil || s.MultipleOf != nil
	}
	return false
}
