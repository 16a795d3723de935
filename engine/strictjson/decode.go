package strictjson

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// numberBytes caps the text of one number. Longer ones can't be told apart by a
// float64 and would make exact arithmetic in a schema costly.
const numberBytes = 1024

// plainBytes is how short a number is that is in range however written.
const plainBytes = len("1e99")

// Decode reads text, nested at most depth deep, into Go values: nil, bool,
// string, json.Number, []any and map[string]any. The values share no memory
// with text. The error is an [*Error].
func Decode(text []byte, depth int) (any, error) {
	in := jsontext.NewDecoder(bytes.NewBuffer(text))
	r := reader{dec: in, text: text, depth: depth}
	value, err := r.value()
	if err != nil {
		return nil, err
	}
	if offset, clean := behind(text, int(in.InputOffset())); !clean {
		return nil, &Error{TrailingData, offset}
	}
	return value, nil
}

type reader struct {
	dec   *jsontext.Decoder
	text  []byte
	depth int
}

func (r *reader) value() (any, error) {
	switch r.dec.PeekKind() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	}
	raw, err := r.dec.ReadValue()
	if err != nil {
		return nil, r.fail(err)
	}
	switch raw.Kind() {
	case 't', 'f':
		return raw.Kind() == 't', nil
	case '"':
		text, _ := jsontext.AppendUnquote(nil, raw) // ReadValue has checked it
		return string(text), nil
	case '0':
		if !InRange(raw) {
			return nil, &Error{NumberRange, int(r.dec.InputOffset()) - len(raw)}
		}
		return json.Number(raw), nil
	}
	return nil, nil
}

func (r *reader) object() (any, error) {
	if err := r.enter(); err != nil {
		return nil, err
	}
	object := map[string]any{}
	for r.dec.PeekKind() != '}' {
		name, err := r.dec.ReadToken()
		if err != nil {
			return nil, r.fail(err)
		}
		key := name.String()
		if object[key], err = r.value(); err != nil {
			return nil, err
		}
	}
	return object, r.leave()
}

func (r *reader) array() (any, error) {
	if err := r.enter(); err != nil {
		return nil, err
	}
	array := []any{}
	for r.dec.PeekKind() != ']' {
		element, err := r.value()
		if err != nil {
			return nil, err
		}
		array = append(array, element)
	}
	return array, r.leave()
}

func (r *reader) enter() error {
	if _, err := r.dec.ReadToken(); err != nil {
		return r.fail(err)
	}
	if r.depth--; r.depth < 0 {
		return &Error{TooDeep, int(r.dec.InputOffset())}
	}
	return nil
}

func (r *reader) leave() error {
	r.depth++
	if _, err := r.dec.ReadToken(); err != nil {
		return r.fail(err)
	}
	return nil
}

func (r *reader) fail(err error) error { return classify(err, r.text, r.dec.InputOffset()) }

// InRange reports whether the text of a number is neither too large for a float64 nor so
// small that it would become zero.
func InRange(number []byte) bool {
	if len(number) > numberBytes {
		return false
	}
	f, err := strconv.ParseFloat(string(number), 64)
	if err != nil || math.IsInf(f, 0) {
		return false
	}
	return f != 0 || zero(number)
}

// InRange reports whether all numbers of a document are such as [Decode] accepts.
func (d *Document) InRange() bool {
	for i := range d.nodes {
		n := &d.nodes[i]
		if n.kind == Number && int(n.end-n.start) > plainBytes && !InRange(d.text[n.start:n.end]) {
			return false
		}
	}
	return true
}

// zero reports whether the digits in front of an exponent are all zeros.
func zero(number []byte) bool {
	if e := bytes.IndexAny(number, "eE"); e >= 0 {
		number = number[:e]
	}
	return len(bytes.Trim(number, "-.0")) == 0
}
