package recording

import (
	"encoding/base64"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

// isText reports whether a value is JSON text already, rather than structured.
func isText(v pcommon.Value) bool {
	return v.Type() == pcommon.ValueTypeStr || v.Type() == pcommon.ValueTypeBytes
}

// AppendPayload appends the JSON text of a payload to dst, at most one byte more
// than most: enough to show that it is too long. A structured value is written as
// it is, keys that come twice included. Where JSON has no word for it the text
// just ends, so that the engine refuses it rather than reads a repair.
func AppendPayload(dst []byte, v pcommon.Value, most int) []byte {
	w := writer{dst: dst, most: len(dst) + most}
	switch v.Type() {
	case pcommon.ValueTypeStr:
		w.dst = append(w.dst, v.Str()[:min(len(v.Str()), most+1)]...)
	case pcommon.ValueTypeBytes:
		w.dst = append(w.dst, firstBytes(v.Bytes(), most+1)...)
	default:
		w.value(v, 1)
	}
	return w.dst[:min(len(w.dst), w.most+1)]
}

// A writer writes structured values as JSON. Its methods return false where JSON
// can't express the rest, or where it would be too long.
type writer struct {
	dst  []byte
	most int // bytes of dst
}

func (w *writer) add(text string) bool {
	w.dst = append(w.dst, text...)
	return len(w.dst) <= w.most
}

// value writes a value that begins at this depth.
func (w *writer) value(v pcommon.Value, depth int) bool {
	switch v.Type() {
	case pcommon.ValueTypeMap:
		return w.object(v.Map(), depth)
	case pcommon.ValueTypeSlice:
		return w.array(v.Slice(), depth)
	case pcommon.ValueTypeStr:
		return w.text(v.Str())
	case pcommon.ValueTypeBytes:
		return w.bytes(v.Bytes())
	case pcommon.ValueTypeInt:
		return w.add(strconv.FormatInt(v.Int(), 10))
	case pcommon.ValueTypeBool:
		return w.add(strconv.FormatBool(v.Bool()))
	case pcommon.ValueTypeDouble:
		return w.number(v.Double())
	}
	return w.add("null")
}

func (w *writer) object(m pcommon.Map, depth int) bool {
	if !w.add("{") || depth > MaxNesting {
		return false
	}
	first := true
	for key, value := range m.All() {
		if !first && !w.add(",") {
			return false
		}
		first = false
		if !w.text(key) || !w.add(":") || !w.value(value, depth+1) {
			return false
		}
	}
	return w.add("}")
}

func (w *writer) array(s pcommon.Slice, depth int) bool {
	if !w.add("[") || depth > MaxNesting {
		return false
	}
	for i, value := range s.All() {
		if i > 0 && !w.add(",") || !w.value(value, depth+1) {
			return false
		}
	}
	return w.add("]")
}

// text fails for text that is no UTF-8.
func (w *writer) text(text string) bool {
	if room := max(0, w.most-len(w.dst)); len(text) > room {
		w.add(`"` + text[:room]) // it does not matter how: it is too long
		return false
	}
	if !utf8.ValidString(text) {
		return false
	}
	dst, err := jsontext.AppendQuote(w.dst, text)
	w.dst = dst
	return err == nil && len(w.dst) <= w.most
}

func (w *writer) bytes(b pcommon.ByteSlice) bool {
	return w.text(base64.StdEncoding.EncodeToString(firstBytes(b, w.most)))
}

// firstBytes copies up to n bytes.
func firstBytes(b pcommon.ByteSlice, n int) []byte {
	if b.Len() <= n {
		return b.AsRaw()
	}
	first := make([]byte, n)
	for i := range first {
		first[i] = b.At(i)
	}
	return first
}

// number fails for what is no number.
func (w *writer) number(n float64) bool {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return false
	}
	return w.add(jsontext.Float(n).String())
}

// Text returns an attribute that is a text, "" if it is none.
func Text(attributes pcommon.Map, key string) string {
	if v, ok := attributes.Get(key); ok && v.Type() == pcommon.ValueTypeStr {
		return v.Str()
	}
	return ""
}

// Scalar returns the beginning of the text of an attribute that is a text or a
// number; "" of one that is structured.
func Scalar(v pcommon.Value) string {
	switch v.Type() {
	case pcommon.ValueTypeMap, pcommon.ValueTypeSlice:
		return ""
	case pcommon.ValueTypeStr:
		return v.Str()[:min(len(v.Str()), maxScalar)]
	case pcommon.ValueTypeBytes:
		return base64.StdEncoding.EncodeToString(firstBytes(v.Bytes(), maxScalar))
	}
	return v.AsString()
}

// isObject reports whether a payload is the text of one JSON object. How strict
// it is inside is for the engine to say.
func isObject(payload []byte) bool {
	return jsontext.Value(payload).Kind() == '{' && isJSON(payload)
}

func isJSON(payload []byte) bool {
	return jsontext.Value(payload).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// roundLimits are lengths at which SDKs and exporters are often set to cut
// values, besides powers of two and multiples of a thousand.
var roundLimits = []int{100, 120, 200, 250, 255, 300, 400, 500, 511, 600, 750, 800, 1023, 2047, 4095, 8191, 16383, 32766, 32767, 65535}

// LooksCut reports whether a payload looks as if a limit on attribute values had cut
// it: it is no JSON, and is just as long as such limits are. SDKs count bytes or
// characters.
func LooksCut(payload []byte) bool {
	if len(payload) == 0 || !limitLength(len(payload)) && !limitLength(utf8.RuneCount(payload)) {
		return false
	}
	return !isJSON(payload)
}

func limitLength(n int) bool {
	return n >= 32 && bits.OnesCount(uint(n)) == 1 || n >= 1000 && n%1000 == 0 || slices.Contains(roundLimits, n)
}
