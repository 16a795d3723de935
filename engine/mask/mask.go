package mask

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Default is the placeholder that is known, and written, where none is chosen.
const Default = "[redacted]"

// maxPlaceholder is how long a placeholder may be, in bytes.
const maxPlaceholder = 128

// Rules say what masked values look like.
type Rules struct {
	// Placeholders stand for strings; nil is [Default] alone, an empty list none.
	Placeholders []string
	// Numbers and Booleans say that all of them were masked.
	Numbers, Booleans bool
}

// Masks are compiled rules. They are immutable and safe for concurrent use. Nil
// Masks know of no masked value.
type Masks struct {
	placeholders []string
	needles      [][]byte // of each, a part that is written the same in any JSON
	numbers      bool
	booleans     bool
}

// Compile compiles the rules; nil if nothing is masked. The error says which
// placeholder can't be used.
func (r Rules) Compile() (*Masks, error) {
	placeholders := r.Placeholders
	if placeholders == nil {
		placeholders = []string{Default}
	}
	if len(placeholders) == 0 && !r.Numbers && !r.Booleans {
		return nil, nil
	}
	m := &Masks{placeholders: placeholders, numbers: r.Numbers, booleans: r.Booleans}
	for _, p := range placeholders {
		if err := Check(p); err != nil {
			return nil, fmt.Errorf("placeholder %q: %w", p, err)
		}
		m.needles = append(m.needles, needle(p))
	}
	return m, nil
}

// Check says why a text can't be a placeholder, nil if it can.
func Check(placeholder string) error {
	switch {
	case placeholder == "":
		return errors.New("it is empty, as values may be")
	case len(placeholder) > maxPlaceholder:
		return fmt.Errorf("it is longer than %d bytes", maxPlaceholder)
	case !utf8.ValidString(placeholder), strings.ContainsFunc(placeholder, unicode.IsControl):
		return errors.New("it is no printable text")
	}
	return nil
}

// needle is the longest run of letters and digits, which no encoder escapes; the
// whole of a placeholder that has none.
func needle(placeholder string) []byte {
	runs := strings.FieldsFunc(placeholder, func(r rune) bool {
		return r >= utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	longest := ""
	for _, run := range runs {
		if len(run) > len(longest) {
			longest = run
		}
	}
	if longest == "" {
		return []byte(placeholder)
	}
	return []byte(longest)
}

// Texts are the masks of strings alone.
func (m *Masks) Texts() *Masks {
	if m == nil {
		return nil
	}
	return &Masks{placeholders: m.placeholders, needles: m.needles}
}

// May reports whether JSON text may hold a masked value. It is quick, and only no
// is a sure answer.
func (m *Masks) May(text []byte) bool {
	if m == nil {
		return false
	}
	if m.numbers || m.booleans {
		return true
	}
	for _, needle := range m.needles {
		if bytes.Contains(text, needle) {
			return true
		}
	}
	return false
}

// Text reports whether a string is a placeholder. Numbered says that it carries the
// number of the value that it stands for: another number is another value.
func (m *Masks) Text(s string) (masked, numbered bool) {
	if m == nil {
		return false, false
	}
	for _, p := range m.placeholders {
		rest, found := strings.CutPrefix(s, p)
		switch {
		case !found:
		case rest == "":
			return true, false
		case isNumber(rest):
			return true, true
		}
	}
	return false, false
}

func isNumber(text string) bool {
	digits, ok := strings.CutPrefix(text, "#")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// Is reports whether a value, as package strictjson decodes it, is masked.
func (m *Masks) Is(value any) bool {
	switch v := value.(type) {
	case string:
		masked, _ := m.Text(v)
		return masked
	case json.Number:
		return m != nil && m.numbers
	case bool:
		return m != nil && m.booleans
	}
	return false
}

// In reports whether a value is masked or holds one that is.
func (m *Masks) In(value any) bool {
	switch v := value.(type) {
	case []any:
		return slices.ContainsFunc(v, m.In)
	case map[string]any:
		for _, member := range v {
			if m.In(member) {
				return true
			}
		}
	default:
		return m.Is(v)
	}
	return false
}

// Only reports whether text is no JSON but placeholders, one or one behind the
// other: each fragment of arguments was masked as a whole.
func (m *Masks) Only(text []byte) bool {
	rest := string(bytes.TrimSpace(text))
	if m == nil || rest == "" {
		return false
	}
	for rest != "" {
		short, found := m.cut(rest)
		if !found {
			return false
		}
		rest = short
	}
	return true
}

// cut takes a placeholder, and its number, off the beginning of text.
func (m *Masks) cut(text string) (rest string, found bool) {
	for _, p := range m.placeholders {
		if rest, found := strings.CutPrefix(text, p); found {
			if number, ok := strings.CutPrefix(rest, "#"); ok {
				if behind := strings.TrimLeft(number, "0123456789"); behind != number {
					rest = behind
				}
			}
			return rest, true
		}
	}
	return text, false
}
