package recording

import (
	"github.com/go-json-experiment/json/jsontext"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
)

// The attributes of others that are read.
const (
	keyFormat        = "toolverdict.format"
	keyProvider      = "gen_ai.provider.name"
	keySystem        = "gen_ai.system" // what provider.name was called before
	keyFinishReasons = "gen_ai.response.finish_reasons"
)

// A Feeder gives a recording to a stream of the engine.
type Feeder struct {
	*Recording
	span ptrace.Span
	most int  // bytes of a payload
	text bool // the payload at hand is text, which SDKs cut, and not structured
}

// Feeder makes one for the recording of a span, of whose payloads it reads at most so
// many bytes each: one more shows that a payload is too long.
func (r *Recording) Feeder(span ptrace.Span, most int) *Feeder {
	return &Feeder{Recording: r, span: span, most: most}
}

// Options completes those of the stream by what the span says of it. format is the
// one of the configuration: the word of the span goes first.
func (f *Feeder) Options(o engine.StreamOptions, format string) engine.StreamOptions {
	o.Format, o.Cut = format, f.cut
	if f.source.format != "" {
		o.Format = f.source.format
	}
	if v, ok := f.span.Attributes().Get(keyFormat); ok && v.Str() != "" {
		o.Format = v.Str()
	}
	return o
}

// Hint is the provider's name on a span.
func Hint(attributes pcommon.Map) string {
	for _, key := range []string{keyProvider, keySystem} {
		if v, ok := attributes.Get(key); ok {
			return Scalar(v)
		}
	}
	return ""
}

// Feed observes the payloads in order, and what was lost of them. It writes them to a
// buffer one after the other, and returns that. reading is told how many bytes are to
// be read next.
func (f *Feeder) Feed(stream *engine.Stream, buffer []byte, reading func(n int)) []byte {
	for _, id := range f.losses(f.span.DroppedEventsCount()) {
		stream.Lose(id)
	}
	events := f.span.Events()
	for _, d := range f.deltas {
		value, ok := events.At(d.position).Attributes().Get(f.source.payload)
		if !ok {
			if !f.source.unsure {
				stream.Lose(finding.LostPayloadTruncated)
			}
			continue
		}
		f.text = isText(value)
		buffer = AppendPayload(buffer[:0], value, f.most)
		if f.source.bare && isObject(buffer) {
			buffer = wrapBare(buffer)
		}
		reading(len(buffer))
		stream.Observe(buffer)
	}
	if f.source.bare {
		finishBare(stream, f.span.Attributes())
	}
	return buffer
}

// cut reports whether the payload at hand, which is no JSON, looks as if its
// recorder had cut it.
func (f *Feeder) cut(payload []byte) bool { return f.text && LooksCut(payload) }

// What makes a chunk of the delta of a choice.
const (
	bareHead = `{"choices":[{"index":0,"delta":`
	bareTail = `}]}`
)

// wrapBare makes a chunk of the delta of a choice. Only what is an object by
// itself may be put between the braces of another.
func wrapBare(delta []byte) []byte {
	return append(append([]byte(bareHead), delta...), bareTail...)
}

// finishBare ends a stream of bare deltas, which have no terminal evidence of
// their own, with the reason that the span gives. Without one, that of calls is
// lost.
func finishBare(stream *engine.Stream, attributes pcommon.Map) {
	if !stream.HasCalls() {
		return
	}
	reasons, ok := attributes.Get(keyFinishReasons)
	if !ok || reasons.Type() != pcommon.ValueTypeSlice || reasons.Slice().Len() == 0 {
		stream.Lose(finding.LostTerminal)
		return
	}
	reason := Scalar(reasons.Slice().At(0))
	if reason == "tool_call" { // the conventions' word for it
		reason = "tool_calls"
	}
	chunk := []byte(`{"choices":[{"index":0,"finish_reason":`)
	chunk, err := jsontext.AppendQuote(chunk, reason)
	if err != nil {
		stream.Lose(finding.LostTerminal)
		return
	}
	stream.Observe(append(chunk, `}]}`...))
}
