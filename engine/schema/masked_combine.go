package schema

import (
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/mask"
)

// combine applies the schemas that are combined with others.
func (e *maskedValue) combine(s *jsonschema.Schema, p *part, at []string, out *violations) {
	for _, sub := range s.AllOf {
		*out = append(*out, e.apply(sub, p, at)...)
	}
	if s.Not != nil {
		sure, maybe := e.count([]*jsonschema.Schema{s.Not}, p, at)
		out.unless(sure == 0, maybe == 0, rule(&kind.Not{}), e.place(at))
	}
	if len(s.AnyOf) > 0 {
		sure, maybe := e.count(s.AnyOf, p, at)
		out.unless(sure+maybe > 0, sure > 0, rule(&kind.AnyOf{}), e.place(at))
	}
	if len(s.OneOf) > 0 {
		sure, maybe := e.count(s.OneOf, p, at)
		out.unless(sure < 2 && sure+maybe > 0, sure == 1 && maybe == 0, rule(&kind.OneOf{}), e.place(at))
	}
	if s.If != nil {
		*out = append(*out, e.conditional(s, p, at)...)
	}
}

// unless adds a violation if it is not even possible that a value is valid, and
// that it is unknown if it is possible but not sure.
func (v *violations) unless(possible, sure bool, id finding.ID, path string) {
	switch {
	case !possible:
		v.answer(mask.No, id, path)
	case !sure:
		v.answer(mask.Unknown, id, path)
	}
}

// count returns how many of the schemas a value meets, for sure and maybe.
func (e *maskedValue) count(subs []*jsonschema.Schema, p *part, at []string) (sure, maybe int) {
	for _, sub := range subs {
		switch found := e.apply(sub, p, at); {
		case len(found) == 0:
			sure++
		case !found.fails():
			maybe++
		}
	}
	return sure, maybe
}

// conditional applies then or else. Where it is unknown which of them applies, a
// violation that both find holds, and any other may.
func (e *maskedValue) conditional(s *jsonschema.Schema, p *part, at []string) violations {
	then, otherwise := e.optional(s.Then, p, at), e.optional(s.Else, p, at)
	switch condition := e.apply(s.If, p, at); {
	case len(condition) == 0:
		return then
	case condition.fails():
		return otherwise
	}
	var out violations
	for _, v := range then {
		if slices.Contains(otherwise, v) {
			out.add(v.ID, v.Path)
		}
	}
	if len(then)+len(otherwise) > 0 && !out.fails() {
		out.add(finding.RedactedConstraint, e.place(at))
	}
	return out
}

func (e *maskedValue) optional(s *jsonschema.Schema, p *part, at []string) violations {
	if s == nil {
		return nil
	}
	return e.apply(s, p, at)
}
