package processor

import (
	"context"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
)

// A feeder gives the payloads of a recording to a stream of the engine.
type feeder struct {
	*recording
	*share
	most int  // bytes of a payload
	text bool // the payload at hand is text, which SDKs cut, and not structured
}

// feed observes the payloads in order. It writes them to a buffer one after the
// other, and returns that.
func (f *feeder) feed(ctx context.Context, stream *engine.Stream, buffer []byte) []byte {
	for _, d := range f.deltas {
		value, ok := f.events.At(d.position).Attributes().Get(f.source.payload)
		if !ok {
			if !f.source.unsure {
				stream.Lose(finding.LostPayloadTruncated)
			}
			continue
		}
		f.text = isText(value)
		buffer = appendPayload(buffer[:0], value, f.most)
		if f.source.bare && isObject(buffer) {
			buffer = wrapBare(buffer)
		}
		f.add(ctx, len(buffer))
		stream.Observe(buffer)
	}
	return buffer
}

// cut reports whether the payload at hand, which is no JSON, looks as if its
// recorder had cut it.
func (f *feeder) cut(payload []byte) bool { return f.text && cut(payload) }
