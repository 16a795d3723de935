package schema

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// acceptSteps bounds, for each value in a value and some more, the work of one
// acceptance: alternatives within alternatives could take any time. A step takes a
// few nanoseconds.
const (
	acceptSteps = 16
	fewNodes    = 64
)

// An acceptance is the evaluation of one value. It stops when no steps are left.
type acceptance struct{ left int }

func (e *acceptance) spend(steps int) bool {
	e.left -= steps
	return e.left >= 0
}

func (e *acceptance) value(a *acceptor, v strictjson.Value) bool {
	switch {
	case a == nil:
		return true
	case a.unsure || !e.spend(1+len(a.enum)) || !a.types.have(v) || !a.lists(v):
		return false
	}
	for _, sub := range a.all {
		if !e.value(sub, v) {
			return false
		}
	}
	for _, some := range a.any {
		if !e.one(some, v) {
			return false
		}
	}
	switch v.Kind() {
	case strictjson.Object:
		return e.object(a, v)
	case strictjson.Array:
		return e.array(a, v)
	case strictjson.String:
		return e.text(a, v)
	case strictjson.Number:
		return a.number.holds(v)
	}
	return true
}

func (e *acceptance) one(some []*acceptor, v strictjson.Value) bool {
	for _, sub := range some {
		if e.value(sub, v) {
			return true
		}
	}
	return false
}

func (e *acceptance) object(a *acceptor, object strictjson.Value) bool {
	required := 0
	for v := object.First(); v.Exists(); v = object.After(v) {
		p, declared := a.properties[string(object.Name(v))]
		switch {
		case declared && !e.value(p.value, v):
			return false
		case !declared && (a.closed || !e.value(a.rest, v)):
			return false
		case p.required:
			required++
		}
	}
	return required == a.required
}

func (e *acceptance) array(a *acceptor, array strictjson.Value) bool {
	n := 0
	for v := array.First(); v.Exists(); v = array.After(v) {
		if n++; !e.value(a.items, v) {
			return false
		}
	}
	return a.members.hold(n)
}

func (e *acceptance) text(a *acceptor, v strictjson.Value) bool {
	if a.length == (bounds{0, -1}) && a.pattern == nil {
		return true
	}
	text := v.View()
	if !e.spend(len(text)/blockBytes) || !a.length.hold(utf8.RuneCount(text)) {
		return false
	}
	return a.pattern == nil || e.spend(a.pattern.cost*(8+len(text))) && a.pattern.Match(text)
}

// kinds are the types that a schema allows; none are all.
type kinds struct {
	set      uint16 // of strictjson.Kind
	integers bool   // numbers, as long as they are digits
}

var kindsByType = map[string]uint16{
	"object": 1 << strictjson.Object, "array": 1 << strictjson.Array, "string": 1 << strictjson.String,
	"number": 1 << strictjson.Number, "boolean": 1<<strictjson.True | 1<<strictjson.False, "null": 1 << strictjson.Null,
}

func kindsOf(types *jsonschema.Types) (k kinds) {
	if types == nil {
		return k
	}
	for _, name := range types.ToStrings() {
		k.set |= kindsByType[name]
		k.integers = k.integers || name == "integer"
	}
	return k
}

func (k kinds) have(v strictjson.Value) bool {
	if k == (kinds{}) || k.set&(1<<v.Kind()) != 0 {
		return true
	}
	return k.integers && v.Kind() == strictjson.Number && isDigits(v.Raw())
}

// isDigits reports whether a number is written as an integer.
func isDigits(number []byte) bool {
	for _, c := range number {
		if c == '.' || c == 'e' || c == 'E' {
			return false
		}
	}
	return true
}

// A scalar is a value that an enum lists.
type scalar struct {
	kind strictjson.Kind
	text string // of a string or number
}

// scalarOf reads a value as [strictjson.Decode] builds it; ok is false for
// objects and arrays.
func scalarOf(v any) (s scalar, ok bool) {
	switch v := v.(type) {
	case nil:
		return scalar{kind: strictjson.Null}, true
	case bool:
		if v {
			return scalar{kind: strictjson.True}, true
		}
		return scalar{kind: strictjson.False}, true
	case string:
		return scalar{strictjson.String, v}, true
	case json.Number:
		return scalar{strictjson.Number, string(v)}, true
	}
	return s, false
}

// lists reports whether the enum has the value, if there is one. Numbers are
// compared as text: of those that are written differently the library decides.
func (a *acceptor) lists(v strictjson.Value) bool {
	if a.enum == nil {
		return true
	}
	for _, s := range a.enum {
		if s.kind != v.Kind() {
			continue
		}
		switch s.kind {
		case strictjson.String:
			if v.Is(s.text) {
				return true
			}
		case strictjson.Number:
			if string(v.Raw()) == s.text {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// maxExactDigits is how many digits, sign included, a float64 holds for sure.
const maxExactDigits = 15

// holds reports whether a number lies inside for sure. One whose nearest float64
// is the bound itself does only if it is that float64.
func (i interval) holds(v strictjson.Value) bool {
	if i == (interval{}) {
		return true
	}
	f, err := strconv.ParseFloat(string(v.Raw()), 64)
	exact := len(v.Raw()) <= maxExactDigits && isDigits(v.Raw())
	return err == nil && i.least.below(f, exact) && i.most.above(f, exact)
}

func (l *limit) below(f float64, exact bool) bool {
	return l == nil || f > l.value || f == l.value && exact && !l.exclusive
}

func (l *limit) above(f float64, exact bool) bool {
	return l == nil || f < l.value || f == l.value && exact && !l.exclusive
}
