package redact

import (
	"hash/maphash"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// A tap is the part of a Redactor that is told what becomes arguments.
type tap Redactor

// An argument is the state of the arguments of one call.
type argument struct {
	lexer
	masked maphash.Hash // of what came of them so far
}

// of returns the state of a call.
func (t *tap) of(s *assembly.Slot) *argument {
	a := t.slots[s]
	if a == nil {
		a = &argument{lexer: t.lexer()}
		a.masked.SetSeed(t.values.seed)
		t.slots[s] = a
	}
	return a
}

// lexer is a new one, for text from its beginning.
func (t *tap) lexer() lexer {
	return lexer{values: &t.values, depth: t.options.Limits.Depth, numbers: t.options.Numbers, booleans: t.options.Booleans}
}

// Fragment implements [assembly.Tap].
func (t *tap) Fragment(s *assembly.Slot, fragment strictjson.Value) {
	a := t.of(s)
	text := a.mask(fragment.View())
	_, _ = a.masked.Write(text)
	t.pieces.add(fragment, quote(text))
}

// Raw implements [assembly.Tap]. The value is masked by itself: it must stay JSON
// whatever comes before it.
func (t *tap) Raw(s *assembly.Slot, value strictjson.Value) {
	t.of(s).mask(value.Raw())
	t.pieces.add(value, t.whole(value.Raw()))
}

// Written implements [assembly.Tap]: the text comes from one value at a path.
func (t *tap) Written(s *assembly.Slot, text []byte, at strictjson.Value) {
	a := t.of(s)
	a.mask(text)
	if v := at.Get("stringValue"); v.Kind() == strictjson.String {
		t.pieces.add(v, quote(a.placeholder))
	}
	for _, name := range []string{"numberValue", "boolValue"} {
		if v := at.Get(name); v.Exists() {
			t.pieces.add(v, t.whole(v.Raw()))
		}
	}
}

// Repeated implements [assembly.Tap]. Texts that differ must still differ.
func (t *tap) Repeated(s *assembly.Slot, text strictjson.Value) {
	masked := t.whole(text.View())
	if t.of(s).masked.Sum64() == maphash.Bytes(t.values.seed, masked) && !text.Is(string(s.Arguments())) {
		masked = append(masked, ' ')
	}
	t.pieces.add(text, quote(masked))
}

// whole masks text that is complete.
func (t *tap) whole(text []byte) []byte {
	l := t.lexer()
	return append([]byte(nil), l.mask(text)...)
}

// quote writes text, which strict JSON held before, as a JSON string.
func quote(text []byte) []byte {
	quoted, _ := jsontext.AppendQuote(nil, text)
	return quoted
}
