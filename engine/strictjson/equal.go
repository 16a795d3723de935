package strictjson

import (
	"encoding/json"
	"math/big"
)

// Equal compares two values as [Decode] builds them: numbers by their exact
// value and not by their text, objects without regard to order.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		x, y := Exact(a), Exact(b)
		return x != nil && y != nil && x.Cmp(y) == 0
	case []any:
		b, ok := b.([]any)
		return ok && equalArrays(a, b)
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && equalObjects(a, b)
	}
	switch b.(type) {
	case []any, map[string]any:
		return false
	}
	return a == b
}

func equalArrays(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func equalObjects(a, b map[string]any) bool {
	if len(a) != len(b) {
		return false
	}
	for name, v := range a {
		if w, ok := b[name]; !ok || !Equal(v, w) {
			return false
		}
	}
	return true
}

// Exact returns the value of a json.Number without rounding, nil if v is none.
// Decode has made sure that neither its digits nor its exponent are excessive.
func Exact(v any) *big.Rat {
	n, ok := v.(json.Number)
	if !ok {
		return nil
	}
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		return nil
	}
	return r
}
