package recording

import (
	"bytes"
	"strconv"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine/mask"
	"github.com/toolverdict/toolverdict/engine/redact"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// Redact masks the payloads of the recording in place, each in the kind of value that
// it is. One that is structured and can't be masked place by place becomes a
// placeholder. buffer is written to, and returned.
func (f *Feeder) Redact(r *redact.Redactor, buffer []byte) []byte {
	events := f.span.Events()
	for _, d := range f.deltas {
		attributes := events.At(d.position).Attributes()
		value, ok := attributes.Get(f.source.payload)
		if !ok {
			continue
		}
		buffer = AppendPayload(buffer[:0], value, f.most)
		put(value, f.masked(r, buffer))
		alone(attributes, f.source.payload)
	}
	return buffer
}

// masked masks one payload.
func (f *Feeder) masked(r *redact.Redactor, payload []byte) []byte {
	if !f.source.bare || !isObject(payload) {
		return r.Delta(nil, payload)
	}
	chunk := r.Delta(nil, wrapBare(payload))
	delta, whole := bytes.CutPrefix(chunk, []byte(bareHead))
	if !whole {
		return chunk
	}
	return bytes.TrimSuffix(delta, []byte(bareTail))
}

// put writes JSON text to a value, as text if it was text, else structured.
func put(dst pcommon.Value, text []byte) {
	switch dst.Type() {
	case pcommon.ValueTypeStr:
		dst.SetStr(string(text))
		return
	case pcommon.ValueTypeBytes:
		dst.SetEmptyBytes().FromRaw(text)
		return
	}
	var d strictjson.Document
	if d.Parse(text, MaxNesting) != nil {
		dst.SetStr(mask.Default)
		return
	}
	if d.Root().Kind() == strictjson.String { // what was too long: it must stay JSON text
		dst.SetStr(string(text))
		return
	}
	putValue(dst, d.Root())
}

func putValue(dst pcommon.Value, v strictjson.Value) {
	switch v.Kind() {
	case strictjson.Object:
		m := dst.SetEmptyMap()
		for member := v.First(); member.Exists(); member = v.After(member) {
			putValue(m.PutEmpty(string(v.Name(member))), member)
		}
	case strictjson.Array:
		s := dst.SetEmptySlice()
		for element := v.First(); element.Exists(); element = v.After(element) {
			putValue(s.AppendEmpty(), element)
		}
	case strictjson.String:
		dst.SetStr(v.Text())
	case strictjson.True, strictjson.False:
		dst.SetBool(v.Kind() == strictjson.True)
	case strictjson.Number:
		putNumber(dst, string(v.Raw()))
	}
}

func putNumber(dst pcommon.Value, text string) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && dst.Type() != pcommon.ValueTypeDouble {
		dst.SetInt(n)
		return
	}
	f, _ := strconv.ParseFloat(text, 64) // it was written from one
	dst.SetDouble(f)
}

// alone removes what repeats a key: only the first is read, but all are passed on.
func alone(attributes pcommon.Map, key string) {
	seen := false
	attributes.RemoveIf(func(k string, _ pcommon.Value) bool {
		again := k == key && seen
		seen = seen || k == key
		return again
	})
}

// An unread event is one of a stream for which the limit left no room.
type unread struct {
	position int
	source   *Source
}

// RedactUnread puts a placeholder in place of the payloads of streams that are not
// read, because the span has too many.
func (r *Recorder) RedactUnread(span ptrace.Span) {
	for _, u := range r.unread {
		attributes := span.Events().At(u.position).Attributes()
		if value, ok := attributes.Get(u.source.payload); ok {
			value.SetStr(mask.Default)
			alone(attributes, u.source.payload)
		}
	}
}
