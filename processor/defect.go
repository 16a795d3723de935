package processor

import (
	"context"
	"runtime"
	"runtime/debug"

	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.uber.org/zap"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// guardSpan processes a span. If that panics, which is a defect of ours, the span
// passes as it is by then, for neither the collector nor the rest of the batch may
// suffer; the sender would only try again. It reports whether all went well: if not,
// what was used is in no known state.
func (p *verdictProcessor) guardSpan(ctx context.Context, r *recording.Recorder, span ptrace.Span, instance string) (ok bool) {
	defer func() {
		if ok {
			return
		}
		cause := recover()
		if p.config.DeltaEvents == config.Drop || p.config.DeltaEvents == config.Redact {
			withholdEvents(span)
		}
		p.telemetry.defect(ctx, cause)
	}()
	p.processSpan(ctx, r, span, instance)
	return true
}

// withholdEvents takes all events off a span: nobody knows any more which of them
// hold content, which is not to be passed on.
func withholdEvents(span ptrace.Span) {
	n := span.Events().Len()
	span.Events().RemoveIf(func(ptrace.SpanEvent) bool { return true })
	span.SetDroppedEventsCount(span.DroppedEventsCount() + uint32(n))
}

// defect counts and logs a panic. What its cause says is only shown if the runtime
// says it: it may hold content.
func (t *telemetry) defect(ctx context.Context, cause any) {
	t.builder.ProcessorToolverdictDefects.Add(ctx, 1)
	what := "not shown, it may hold content"
	if e, ok := cause.(runtime.Error); ok {
		what = e.Error()
	}
	t.sampled.Error("a span was not judged because of a defect in toolverdict: please report this",
		zap.String("cause", what), zap.ByteString("where", debug.Stack()))
}
