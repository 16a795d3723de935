package processor

import (
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

// appendPayload appends the JSON text of a payload to dst. A string and bytes are
// JSON text already; a map is written as JSON.
func appendPayload(dst []byte, v pcommon.Value) []byte {
	switch v.Type() {
	case pcommon.ValueTypeStr:
		return append(dst, v.Str()...)
	case pcommon.ValueTypeBytes:
		return append(dst, v.Bytes().AsRaw()...)
	default:
		return append(dst, v.AsString()...)
	}
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
	return !jsontext.Value(payload).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

func limitLength(n int) bool {
	return n >= 32 && bits.OnesCount(uint(n)) == 1 || n >= 1000 && n%1000 == 0 || slices.Contains(roundLimits, n)
}
