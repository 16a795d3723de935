package redact

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash/maphash"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// maxValues is how many different values of a stream are told apart. A stream that
// has more is a hostile one, and all of the rest look the same.
const maxValues = 64 << 10

// values number what was masked, so that it can still be seen which values are
// equal. Of the values themselves only a hash is kept.
type values struct {
	seed    maphash.Seed
	inside  []byte // the placeholder as it stands inside a JSON string
	texts   map[uint64]int
	numbers map[uint64]int // by their exact value
	exact   int            // how many exact values were worked out
}

func newValues(placeholder string) values {
	quoted, _ := jsontext.AppendQuote(nil, placeholder) // it was checked
	return values{
		seed: maphash.MakeSeed(), inside: quoted[1 : len(quoted)-1],
		texts: map[uint64]int{}, numbers: map[uint64]int{},
	}
}

// ordinal returns the number of a value, the next one if it is new. There is none if
// there are too many.
func ordinal(known map[uint64]int, hash uint64) (n int, ok bool) {
	if n, ok = known[hash]; ok {
		return n, true
	}
	if n = len(known) + 1; n > maxValues {
		return 0, false
	}
	known[hash] = n
	return n, true
}

// text appends the placeholder of a string to dst.
func (v *values) text(dst []byte, hash uint64) []byte {
	dst = append(dst, v.inside...)
	if n, ok := ordinal(v.texts, hash); ok {
		dst = strconv.AppendInt(append(dst, '#'), int64(n), 10)
	}
	return dst
}

// number appends what stands for a number in range to dst: another one, which is
// written as an integer where that one is.
func (v *values) number(dst []byte, text string) []byte {
	n := 0
	if v.exact++; v.exact <= maxValues { // exact arithmetic is slow
		if r := strictjson.Exact(json.Number(text)); r != nil {
			n, _ = ordinal(v.numbers, maphash.String(v.seed, r.RatString()))
		}
	}
	dst = strconv.AppendInt(dst, int64(n), 10)
	if !isInteger(text) {
		dst = append(dst, ".0"...)
	}
	return dst
}

// isInteger reports whether a number is written as one.
func isInteger(number string) bool {
	for _, c := range number {
		if c == '.' || c == 'e' || c == 'E' {
			return false
		}
	}
	return true
}

// ids hash what names a call, so that the same id stays the same.
type ids struct{ key []byte }

// idBytes is how much of a hash is shown.
const idBytes = 16

// hashes reports whether an id is to be hashed. "null" is an SDK's word for none.
func (i *ids) hashes(v strictjson.Value) bool {
	return len(i.key) > 0 && !v.Is("") && !v.Is("null")
}

func (i *ids) hash(text []byte) []byte {
	h := hmac.New(sha256.New, i.key)
	_, _ = h.Write(text)
	return hex.AppendEncode(nil, h.Sum(nil)[:idBytes])
}
