package processor

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

// maxNesting is how deep a structured value is followed: as deep as the JSON
// library reads. Protobuf brings far more, and every level takes stack, of which
// a process does not survive running out.
const maxNesting = 10_000

// isText reports whether a value is JSON text already, rather than structured.
func isText(v pcommon.Value) bool {
	return v.Type() == pcommon.ValueTypeStr || v.Type() == pcommon.ValueTypeBytes
}

// appendPayload appends the JSON text of a payload to dst. A structured value is
// written as it is, keys that come twice included. Where JSON has no word for it
// the text just ends, so that the engine refuses it rather than reads a repair.
func appendPayload(dst []byte, v pcommon.Value) []byte {
	switch v.Type() {
	case pcommon.ValueTypeStr:
		return append(dst, v.Str()...)
	case pcommon.ValueTypeBytes:
		return append(dst, v.Bytes().AsRaw()...)
	}
	dst, _ = appendValue(dst, v, 1)
	return dst
}

// appendValue writes a value that begins at this depth. It returns false where
// JSON can't express it.
func appendValue(dst []byte, v pcommon.Value, depth int) (_ []byte, ok bool) {
	switch v.Type() {
	case pcommon.ValueTypeMap:
		return appendMap(dst, v.Map(), depth)
	case pcommon.ValueTypeSlice:
		return appendSlice(dst, v.Slice(), depth)
	case pcommon.ValueTypeStr:
		return appendString(dst, v.Str())
	case pcommon.ValueTypeBytes:
		return appendString(dst, base64.StdEncoding.EncodeToString(v.Bytes().AsRaw()))
	case pcommon.ValueTypeInt:
		return strconv.AppendInt(dst, v.Int(), 10), true
	case pcommon.ValueTypeBool:
		return strconv.AppendBool(dst, v.Bool()), true
	case pcommon.ValueTypeDouble:
		return appendNumber(dst, v.Double())
	}
	return append(dst, "null"...), true
}

func appendMap(dst []byte, m pcommon.Map, depth int) (_ []byte, ok bool) {
	dst = append(dst, '{')
	if depth > maxNesting {
		return dst, false
	}
	first := true
	for key, value := range m.All() {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		if dst, ok = appendString(dst, key); !ok {
			return dst, false
		}
		if dst, ok = appendValue(append(dst, ':'), value, depth+1); !ok {
			return dst, false
		}
	}
	return append(dst, '}'), true
}

func appendSlice(dst []byte, s pcommon.Slice, depth int) (_ []byte, ok bool) {
	dst = append(dst, '[')
	if depth > maxNesting {
		return dst, false
	}
	for i, value := range s.All() {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, ok = appendValue(dst, value, depth+1); !ok {
			return dst, false
		}
	}
	return append(dst, ']'), true
}

// appendString fails for text that is no UTF-8.
func appendString(dst []byte, text string) (_ []byte, ok bool) {
	if !utf8.ValidString(text) {
		return dst, false
	}
	dst, err := jsontext.AppendQuote(dst, text)
	return dst, err == nil
}

// appendNumber fails for what is no number.
func appendNumber(dst []byte, n float64) (_ []byte, ok bool) {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return dst, false
	}
	return append(dst, jsontext.Float(n).String()...), true
}

// scalar returns the text of an attribute that is a text or a number; "" of one
// that is structured.
func scalar(v pcommon.Value) string {
	if t := v.Type(); t == pcommon.ValueTypeMap || t == pcommon.ValueTypeSlice {
		return ""
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

// cut reports whether a payload looks as if a limit on attribute values had cut
// it: it is no JSON, and is just as long as such limits are. SDKs count bytes or
// characters.
func cut(payload []byte) bool {
	if len(payload) == 0 || !limitLength(len(payload)) && !limitLength(utf8.RuneCount(payload)) {
		return false
	}
	return !isJSON(payload)
}

func limitLength(n int) bool {
	return n >= 32 && bits.OnesCount(uint(n)) == 1 || n >= 1000 && n%1000 == 0 || slices.Contains(roundLimits, n)
}
