package mask

import (
	"encoding/json"

	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// An Answer is that to a question about values of which some may be masked.
type Answer uint8

// The answers.
const (
	// No, whatever stands behind the masks.
	No Answer = iota
	// Unknown: it depends on what was masked.
	Unknown
	// Yes, whatever stands behind the masks.
	Yes
)

// Equal reports whether two values, as package strictjson decodes them, are equal.
// A placeholder may stand for any value.
func (m *Masks) Equal(a, b any) Answer {
	if m.Is(a) || m.Is(b) {
		return m.equalMasked(a, b)
	}
	switch a := a.(type) {
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return No
		}
		all := Yes
		for i := range a {
			all = min(all, m.Equal(a[i], b[i]))
		}
		return all
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return No
		}
		all := Yes
		for name, v := range a {
			w, ok := b[name]
			if !ok {
				return No
			}
			all = min(all, m.Equal(v, w))
		}
		return all
	}
	if strictjson.Equal(a, b) {
		return Yes
	}
	return No
}

// equalMasked compares two values of which one is masked. Numbers and booleans that
// were masked are still some number or boolean.
func (m *Masks) equalMasked(a, b any) Answer {
	switch a := a.(type) {
	case string:
		_, numbered := m.Text(a)
		if text, ok := b.(string); ok && numbered {
			if _, also := m.Text(text); also && a == text {
				return Yes
			} else if also {
				return No
			}
		}
	case json.Number:
		switch b.(type) {
		case json.Number, string:
		default:
			return No
		}
	case bool:
		switch b.(type) {
		case bool, string:
		default:
			return No
		}
	}
	return Unknown
}

// Among reports whether a value is equal to one of a list.
func (m *Masks) Among(value any, list []any) Answer {
	best := No
	for _, v := range list {
		best = max(best, m.Equal(value, v))
	}
	return best
}
