package processor

import (
	"context"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/handover"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// keyDefinitions is the attribute with the tools that were offered.
const keyDefinitions = "gen_ai.tool.definitions"

// A judgement is what the engine says of one recording.
type judgement struct {
	report   *engine.Report
	verdicts []engine.Verdict // by turn, before anybody was blamed for running a call
	ended    []int64          // by turn: when the provider ended it, 0 if it did not
}

// judge gives one recording to the engine. It returns nil if the recording is
// none of ours after all. The options are those that all of the span have in
// common; alone says that there is no other.
func (p *verdictProcessor) judge(ctx context.Context, r *recording.Recording, s *share, span ptrace.Span, options engine.StreamOptions, alone bool) *judgement {
	feeder := r.Feeder(span, p.config.Limits.MaxEventBytes)
	stream := p.verifier.NewStream(feeder.Options(options, p.config.Format))
	defer stream.Release()
	buffer := p.buffers.Get().(*[]byte)
	*buffer = feeder.Feed(stream, *buffer, func(n int) { s.add(ctx, n) })
	p.buffers.Put(buffer)
	if r.Unsure() && !stream.Recognised() {
		return nil
	}
	if alone {
		p.handOver(stream, span)
	}
	report := stream.Finish()
	j := &judgement{report: &report}
	for turn := range report.Turns {
		j.verdicts = append(j.verdicts, report.TurnVerdict(turn))
		j.ended = append(j.ended, r.TimeOf(report.TerminalDelta(turn), span.Events()))
	}
	return j
}

// handOver tells a stream what its span shows of the calls that were handed over.
func (p *verdictProcessor) handOver(stream *engine.Stream, span ptrace.Span) {
	handed, flat := handedOver(span.Attributes(), p.config.Limits.MaxEventBytes)
	switch {
	case len(handed) == 0:
	case flat && span.DroppedAttributesCount() > 0:
		stream.HandOverSome(p.comparable(handed))
	default:
		stream.HandOver(p.comparable(handed))
	}
}

// comparable leaves out arguments of which the wire has masked what can't be told from
// what it was.
func (p *verdictProcessor) comparable(handed []handover.Call) []handover.Call {
	if p.config.Redaction.MaskedNumbers || p.config.Redaction.MaskedBooleans {
		for i := range handed {
			handed[i].Arguments = nil
		}
	}
	return handed
}

// definitions compiles the tool definitions of a span; nil if it has none.
func (p *verdictProcessor) definitions(attributes pcommon.Map) *schema.Set {
	v, ok := attributes.Get(keyDefinitions)
	if !ok {
		return nil
	}
	return p.schemas.Definitions(recording.AppendPayload(nil, v, maxDefinitions))
}
