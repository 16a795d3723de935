package redact

import (
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// A rewriter copies a text with some of its values masked.
type rewriter struct {
	*Redactor
	dst    []byte
	text   []byte
	copied int // how much of text is in dst
}

// all rewrites the whole text, whose root is v.
func (w *rewriter) all(v strictjson.Value, at *place) []byte {
	w.value(v, at)
	return append(w.dst, w.text[w.copied:]...)
}

func (w *rewriter) value(v strictjson.Value, at *place) {
	start, _ := v.Span()
	if text := w.pieces.at(start); text != nil {
		w.replace(v, text)
		return
	}
	if at.is() == arguments {
		w.arguments(v)
		return
	}
	switch v.Kind() {
	case strictjson.Object:
		for member := v.First(); member.Exists(); member = v.After(member) {
			w.value(member, at.below(string(v.Name(member))))
		}
	case strictjson.Array:
		for element := v.First(); element.Exists(); element = v.After(element) {
			w.value(element, at.below("#"))
		}
	case strictjson.String:
		w.string(v, at.is())
	case strictjson.Number:
		if t := at.is(); t != word && t != counts {
			w.replace(v, []byte{'0'})
		}
	}
}

func (w *rewriter) string(v strictjson.Value, t treatment) {
	switch {
	case t == word || v.Is(""):
	case t == id:
		if w.ids.hashes(v) {
			w.replace(v, quote(w.ids.hash(v.View())))
		}
	default:
		w.replace(v, w.quoted)
	}
}

// arguments masks whole arguments, which may be their text.
func (w *rewriter) arguments(v strictjson.Value) {
	t := (*tap)(w.Redactor)
	if v.Kind() == strictjson.String {
		w.replace(v, quote(t.whole(v.View())))
	} else {
		w.replace(v, t.whole(v.Raw()))
	}
}

// replace copies what stands in front of a value, and text in its place.
func (w *rewriter) replace(v strictjson.Value, text []byte) {
	start, end := v.Span()
	w.dst = append(append(w.dst, w.text[w.copied:start]...), text...)
	w.copied = end
}

// Call appends a call as an adapter handed it over, an object with the members id,
// name, type and arguments, to dst. Arguments that are the same as those of the
// stream stay the same. text is what the value was parsed from.
func (r *Redactor) Call(dst, text []byte, call strictjson.Value) []byte {
	return r.part(dst, text, call, handed)
}

// Content appends a value of which nothing but its structure stays to dst.
func (r *Redactor) Content(dst, text []byte, v strictjson.Value) []byte {
	return r.part(dst, text, v, nil)
}

// part rewrites one value of a text.
func (r *Redactor) part(dst, text []byte, v strictjson.Value, at *place) []byte {
	r.pieces.reset()
	start, end := v.Span()
	w := rewriter{r, dst, text[:end], start}
	return w.all(v, at)
}
