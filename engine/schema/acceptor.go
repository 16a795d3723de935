package schema

import (
	"math/big"
	"reflect"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// An acceptor is a compiled schema made ready to accept a value as it was parsed,
// without building it. It knows the keywords that tools use most. What it accepts
// is valid; what it does not accept the library decides, which also says why.
type acceptor struct {
	unsure bool // it does not know all that the schema says: nothing is accepted

	types      kinds
	enum       []scalar      // nil if any value will do
	all        []*acceptor   // must all accept
	any        [][]*acceptor // of each, one must accept
	properties map[string]property
	required   int       // how many properties are
	closed     bool      // no other properties
	rest       *acceptor // of other properties, nil if anything goes
	items      *acceptor // nil if anything goes
	members    bounds    // of an array
	length     bounds    // of a string, in code points
	pattern    *pattern
	number     interval
}

// A property is what an object says of one name.
type property struct {
	value    *acceptor // nil if anything goes
	required bool
}

// bounds are of a count; a most of -1 is none.
type bounds struct{ least, most int }

func (b bounds) hold(n int) bool { return n >= b.least && (b.most < 0 || n <= b.most) }

func boundsOf(least, most *int) bounds {
	b := bounds{0, -1}
	if least != nil {
		b.least = *least
	}
	if most != nil {
		b.most = *most
	}
	return b
}

// known are the fields of a compiled schema that an acceptor reads, or that
// promise nothing.
var known = []string{
	"DraftVersion", "Location", "ID", "Anchor", "DynamicAnchor", "RecursiveAnchor",
	"Title", "Description", "Default", "Comment", "ReadOnly", "WriteOnly", "Examples", "Deprecated",
	"Bool", "Ref", "Types", "Enum", "Const", "AllOf", "AnyOf",
	"Required", "Properties", "AdditionalProperties", "Items2020", "MinItems", "MaxItems",
	"MinLength", "MaxLength", "Pattern", "Minimum", "Maximum", "ExclusiveMinimum", "ExclusiveMaximum",
}

// knows reports whether the schema says nothing that an acceptor would miss.
func knows(s *jsonschema.Schema) bool {
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && !v.Field(i).IsZero() && !slices.Contains(known, f.Name) {
			return false
		}
	}
	return true
}

// acceptors makes them, one of each schema: schemas may refer to themselves.
type acceptors map[*jsonschema.Schema]*acceptor

// of returns the acceptor of a schema, nil if there is none.
func (m acceptors) of(s *jsonschema.Schema) *acceptor {
	if s == nil {
		return nil
	}
	if a := m[s]; a != nil {
		return a
	}
	a := &acceptor{}
	m[s] = a
	if a.unsure = !knows(s) || s.Bool != nil && !*s.Bool; a.unsure {
		return a
	}
	a.types = kindsOf(s.Types)
	m.combine(a, s)
	m.object(a, s)
	a.items, a.members = m.of(s.Items2020), boundsOf(s.MinItems, s.MaxItems)
	a.length = boundsOf(s.MinLength, s.MaxLength)
	if s.Pattern != nil {
		re, ok := s.Pattern.(pattern)
		a.pattern, a.unsure = &re, a.unsure || !ok
	}
	var exact bool
	a.number, exact = intervalOf(s)
	a.unsure = a.unsure || !exact
	return a
}

func (m acceptors) combine(a *acceptor, s *jsonschema.Schema) {
	if s.Ref != nil {
		a.all = append(a.all, m.of(s.Ref))
	}
	for _, sub := range s.AllOf {
		a.all = append(a.all, m.of(sub))
	}
	if len(s.AnyOf) > 0 {
		var some []*acceptor
		for _, sub := range s.AnyOf {
			some = append(some, m.of(sub))
		}
		a.any = append(a.any, some)
	}
	for _, values := range allowed(s) {
		for _, v := range values {
			if s, ok := scalarOf(v); ok {
				a.enum = append(a.enum, s)
			}
		}
		a.unsure = a.unsure || len(a.enum) == 0
	}
}

// allowed are the values that enum and const list. A schema with both is rare
// enough to be left to the library.
func allowed(s *jsonschema.Schema) [][]any {
	var lists [][]any
	if s.Enum != nil {
		lists = append(lists, s.Enum.Values)
	}
	if s.Const != nil {
		lists = append(lists, []any{*s.Const})
	}
	if len(lists) > 1 {
		return [][]any{nil}
	}
	return lists
}

func (m acceptors) object(a *acceptor, s *jsonschema.Schema) {
	switch additional := s.AdditionalProperties.(type) {
	case nil:
	case bool:
		a.closed = !additional
	case *jsonschema.Schema:
		a.rest = m.of(additional)
	default:
		a.unsure = true
	}
	a.properties = make(map[string]property, len(s.Properties))
	for name, sub := range s.Properties {
		a.properties[name] = property{value: m.of(sub)}
	}
	for _, name := range s.Required {
		p, declared := a.properties[name]
		if !declared && (a.closed || a.rest != nil) {
			a.unsure = true // required, but under no name that is allowed
		}
		p.required = true
		a.properties[name] = p
	}
	for _, p := range a.properties {
		if p.required {
			a.required++
		}
	}
}

// An interval is what a number must lie in, by bounds that a float64 holds
// exactly.
type interval struct{ least, most *limit }

type limit struct {
	value     float64
	exclusive bool
}

// intervalOf reads the bounds; exact is false if they are no such, or too many.
func intervalOf(s *jsonschema.Schema) (i interval, exact bool) {
	least, ok := limitOf(s.Minimum, s.ExclusiveMinimum)
	most, also := limitOf(s.Maximum, s.ExclusiveMaximum)
	return interval{least, most}, ok && also
}

func limitOf(inclusive, exclusive *big.Rat) (l *limit, exact bool) {
	switch {
	case inclusive == nil && exclusive == nil:
		return nil, true
	case inclusive != nil && exclusive != nil:
		return nil, false
	}
	l = &limit{exclusive: exclusive != nil}
	if l.exclusive {
		inclusive = exclusive
	}
	l.value, exact = inclusive.Float64()
	return l, exact
}
