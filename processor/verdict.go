package processor

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/schema"
)

// The attributes of others that are read.
const (
	keyProvider      = "gen_ai.provider.name"
	keySystem        = "gen_ai.system" // what provider.name was called before
	keyDefinitions   = "gen_ai.tool.definitions"
	keyFinishReasons = "gen_ai.response.finish_reasons"
)

// A judgement is what the engine says of one recording.
type judgement struct {
	report   *engine.Report
	verdicts []engine.Verdict // by turn, before anybody was blamed for running a call
	ended    []int64          // by turn: when the provider ended it, 0 if it did not
}

// timeOf is when the delta came that the engine counts as number n.
func (r *recording) timeOf(n int, events ptrace.SpanEventSlice) int64 {
	for _, d := range r.deltas {
		e := events.At(d.position)
		if _, ok := e.Attributes().Get(r.source.payload); !ok || n < 0 {
			continue // the engine has not read it
		}
		if n--; n < 0 {
			return int64(e.Timestamp())
		}
	}
	return 0
}

// judge gives one recording to the engine. It returns nil if the recording is
// none of ours after all. The options are those that all of the span have in
// common; alone says that there is no other.
func (p *verdictProcessor) judge(ctx context.Context, r *recording, s *share, span ptrace.Span, options engine.StreamOptions, alone bool) *judgement {
	attributes := span.Attributes()
	options.Format = p.formatOf(r, attributes)
	f := feeder{recording: r, share: s, most: p.config.Limits.MaxEventBytes}
	options.Cut = f.cut
	stream := p.verifier.NewStream(options)
	defer stream.Release()
	for _, id := range r.losses(span.DroppedEventsCount()) {
		stream.Lose(id)
	}
	buffer := p.buffers.Get().(*[]byte)
	*buffer = f.feed(ctx, stream, *buffer)
	p.buffers.Put(buffer)
	if r.source.bare {
		finishBare(stream, attributes)
	}
	if r.source.unsure && !stream.Recognised() {
		return nil
	}
	if alone {
		if handed := handedOver(attributes, p.config.Limits.MaxEventBytes); len(handed) > 0 {
			stream.HandOver(handed)
		}
	}
	report := stream.Finish()
	j := &judgement{report: &report}
	for turn := range report.Turns {
		j.verdicts = append(j.verdicts, report.TurnVerdict(turn))
		j.ended = append(j.ended, r.timeOf(report.TerminalDelta(turn), span.Events()))
	}
	return j
}

// wrapBare makes a chunk of the delta of a choice. Only what is an object by
// itself may be put between the braces of another.
func wrapBare(delta []byte) []byte {
	chunk := append([]byte(`{"choices":[{"index":0,"delta":`), delta...)
	return append(chunk, `}]}`...)
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
	reason := scalar(reasons.Slice().At(0))
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

// formatOf is the format of a recording: the span's word goes first.
func (p *verdictProcessor) formatOf(r *recording, attributes pcommon.Map) string {
	if v, ok := attributes.Get(keyFormat); ok && v.Str() != "" {
		return v.Str()
	}
	if r.source.format != "" {
		return r.source.format
	}
	return p.config.Format
}

func hint(attributes pcommon.Map) string {
	for _, key := range []string{keyProvider, keySystem} {
		if v, ok := attributes.Get(key); ok {
			return scalar(v)
		}
	}
	return ""
}

// definitions compiles the tool definitions of a span; nil if it has none.
func (p *verdictProcessor) definitions(attributes pcommon.Map) *schema.Set {
	v, ok := attributes.Get(keyDefinitions)
	if !ok {
		return nil
	}
	return p.schemas.Definitions(appendPayload(nil, v, maxDefinitions))
}
