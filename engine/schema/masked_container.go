package schema

import (
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolverdict/toolverdict/engine/finding"
)

// object checks the names of an object, and what is below them.
func (e *maskedValue) object(s *jsonschema.Schema, p *part, at []string, out *violations) {
	e.library(namesOnly(s), p.value, at, out)
	additional := false
	for name, member := range p.members {
		here := append(slices.Clone(at), name)
		known := false
		if sub := s.Properties[name]; sub != nil {
			known = true
			*out = append(*out, e.apply(sub, member, here)...)
		}
		for re, sub := range s.PatternProperties {
			if re.MatchString(name) {
				known = true
				*out = append(*out, e.apply(sub, member, here)...)
			}
		}
		if known {
			continue
		}
		switch rest := s.AdditionalProperties.(type) {
		case bool:
			additional = additional || !rest
		case *jsonschema.Schema:
			*out = append(*out, e.apply(rest, member, here)...)
		}
	}
	if additional {
		out.add(finding.SchemaAdditional, below(e.place(at), "/*"))
	}
	for _, sub := range dependent(s, p.members) {
		*out = append(*out, e.apply(sub, p, at)...)
	}
}

// namesOnly is what a schema says of an object whatever its values are.
func namesOnly(s *jsonschema.Schema) *jsonschema.Schema {
	names := &jsonschema.Schema{
		DraftVersion: s.DraftVersion, Required: s.Required, DependentRequired: s.DependentRequired,
		MinProperties: s.MinProperties, MaxProperties: s.MaxProperties, Dependencies: map[string]any{},
	}
	for name, dependency := range s.Dependencies {
		if list, ok := dependency.([]string); ok {
			names.Dependencies[name] = list
		}
	}
	for _, x := range s.Extensions {
		if _, ok := x.(propertyNames); ok {
			names.Extensions = append(names.Extensions, x)
		}
	}
	return names
}

// dependent are the schemas that an object must meet because of a name that it has.
func dependent(s *jsonschema.Schema, members map[string]*part) (subs []*jsonschema.Schema) {
	for name, sub := range s.DependentSchemas {
		if members[name] != nil {
			subs = append(subs, sub)
		}
	}
	for name, dependency := range s.Dependencies {
		if sub, ok := dependency.(*jsonschema.Schema); ok && members[name] != nil {
			subs = append(subs, sub)
		}
	}
	return subs
}

// array checks how many elements there are, and each of them.
func (e *maskedValue) array(s *jsonschema.Schema, p *part, at []string, out *violations) {
	e.library(&jsonschema.Schema{DraftVersion: s.DraftVersion, MinItems: s.MinItems, MaxItems: s.MaxItems}, p.value, at, out)
	if s.UniqueItems && len(p.elements) > 1 {
		e.unique(p, at, out)
	}
	tuple, rest := itemsOf(s)
	for i, element := range p.elements {
		here := append(slices.Clone(at), strconv.Itoa(i))
		sub := rest
		if i < len(tuple) {
			sub = tuple[i]
		}
		if sub != nil {
			*out = append(*out, e.apply(sub, element, here)...)
		}
	}
	if additional, ok := s.AdditionalItems.(bool); ok && !additional && tuple != nil && len(p.elements) > len(tuple) {
		out.add(rule(&kind.AdditionalItems{}), e.place(at))
	}
	if s.Contains != nil {
		e.contains(s, p, at, out)
	}
}

// itemsOf are the schemas of the first elements, and that of the rest, which may be
// nil.
func itemsOf(s *jsonschema.Schema) (tuple []*jsonschema.Schema, rest *jsonschema.Schema) {
	if s.DraftVersion >= 2020 {
		return s.PrefixItems, s.Items2020
	}
	switch items := s.Items.(type) {
	case *jsonschema.Schema:
		return nil, items
	case []*jsonschema.Schema:
		rest, _ = s.AdditionalItems.(*jsonschema.Schema)
		return items, rest
	}
	return nil, nil
}

// unique compares the elements that are not masked.
func (e *maskedValue) unique(p *part, at []string, out *violations) {
	var plain []any
	for _, element := range p.elements {
		if !element.masked {
			plain = append(plain, element.value)
		}
	}
	before := len(*out)
	e.library(&jsonschema.Schema{UniqueItems: true}, plain, at, out)
	if len(*out) == before {
		out.add(finding.RedactedConstraint, e.place(at))
	}
}

// contains counts the elements that match, for sure and maybe.
func (e *maskedValue) contains(s *jsonschema.Schema, p *part, at []string, out *violations) {
	sure, maybe := 0, 0
	for i, element := range p.elements {
		switch found := e.apply(s.Contains, element, append(slices.Clone(at), strconv.Itoa(i))); {
		case len(found) == 0:
			sure++
		case !found.fails():
			maybe++
		}
	}
	least, id := 1, rule(&kind.Contains{})
	if s.MinContains != nil {
		least, id = *s.MinContains, rule(&kind.MinContains{})
	}
	switch {
	case sure+maybe < least:
		out.add(id, e.place(at))
	case sure < least:
		out.add(finding.RedactedConstraint, e.place(at))
	}
	switch most := s.MaxContains; {
	case most == nil:
	case sure > *most:
		out.add(rule(&kind.MaxContains{}), e.place(at))
	case sure+maybe > *most:
		out.add(finding.RedactedConstraint, e.place(at))
	}
}
