package processor

import (
	"context"
	"encoding/hex"
	"slices"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/internal/recording"
	"github.com/toolverdict/toolverdict/processor/internal/ledger"
)

// keyExecuted is the adapter's own word on the span of the turn: the ids of the calls
// that it ran.
const keyExecuted = "toolverdict.executed"

// keyInstance tells one host's clock from another's.
const keyInstance = "service.instance.id"

// processToolSpan notes that a call was run, and annotates the span if it is
// known what that means.
func (p *verdictProcessor) processToolSpan(ctx context.Context, span ptrace.Span, call, instance string) {
	if span.TraceID().IsEmpty() {
		return
	}
	o := p.ledger.Ran(ledger.Key{Trace: span.TraceID(), Call: call}, ledger.Run{
		Span: span.SpanID(), Parent: span.ParentSpanID(), Started: int64(span.StartTimestamp()), Instance: instance,
	})
	if !o.Known && len(o.Findings) == 0 {
		return
	}
	p.telemetry.executions(ctx, o)
	erase(span, true)
	if o.Known {
		span.Attributes().PutBool(keyFailOpen, o.FailOpen)
	}
	span.Attributes().PutStr(keyTurnSpan, hex.EncodeToString(o.Turn.Span[:]))
	var primary *finding.Finding
	for _, id := range o.Findings {
		f, ok := p.verifier.Finding(id, &finding.Call{Scope: "", ID: call})
		if !ok {
			continue
		}
		f.Path = "/executed"
		p.telemetry.finding(ctx, &f, o.Turn.Format)
		writeEvent(span, "", &f)
		if primary == nil || f.Worse(*primary) {
			primary = &f
		}
	}
	if primary != nil {
		span.Attributes().PutStr(keyPrimary, string(primary.ID()))
		span.Attributes().PutStr(keyFault, primary.Fault.String())
	}
}

// standing says what a turn's verdict means for its calls.
func standing(v engine.Verdict) ledger.Standing {
	switch v {
	case engine.Pass:
		return ledger.Released
	case engine.Fail, engine.Invalid:
		return ledger.Blocked
	}
	return ledger.Unknown
}

// An execution is what is known of the runs of one span's calls.
type execution struct {
	known, failOpen bool
}

// executions notes the calls of a report, and blames it for what was run of them
// before, or is said to have been run on the span itself.
func (p *verdictProcessor) executions(ctx context.Context, j *judgement, span ptrace.Span, instance string) execution {
	var x execution
	if span.TraceID().IsEmpty() {
		return x
	}
	executed := executedIDs(span.Attributes())
	said := setOf(executed)
	for i := range j.report.Calls {
		c := &j.report.Calls[i]
		turn := ledger.Turn{
			Span: span.SpanID(), Standing: standing(j.verdicts[c.Turn]), Ended: j.ended[c.Turn],
			Started: int64(span.StartTimestamp()), Instance: instance, Format: j.report.Format,
		}
		for _, id := range j.report.CallIDs(i) {
			key := ledger.Key{Trace: span.TraceID(), Call: id}
			outcomes := p.ledger.Judged(key, turn)
			if said[id] {
				outcomes = append(outcomes, p.ledger.Ran(key, ledger.Run{Span: span.SpanID(), Said: true, Instance: instance}))
			}
			for _, o := range outcomes {
				x.known = x.known || o.Known
				x.failOpen = x.failOpen || o.FailOpen
				p.telemetry.executions(ctx, o)
				p.blame(j.report, o.Findings, &finding.Call{Scope: c.Scope, Slot: c.Slot, ID: id}, c.Turn, c.Path())
			}
		}
	}
	p.unknownRuns(j, executed)
	return x
}

func (p *verdictProcessor) blame(r *engine.Report, ids []finding.ID, call *finding.Call, turn int, path string) {
	for _, id := range ids {
		if f, ok := p.verifier.Finding(id, call); ok {
			f.Turn, f.Path = turn, path
			r.Blame(f)
		}
	}
}

// unknownRuns blames the adapter for calls that it says it ran and that the turn,
// of which nothing is missing, does not carry.
func (p *verdictProcessor) unknownRuns(j *judgement, executed []string) {
	if slices.ContainsFunc(j.report.Findings, func(f finding.Finding) bool { return f.Fault == finding.Capture }) {
		return
	}
	if len(executed) == 0 {
		return
	}
	known := map[string]bool{}
	for i := range j.report.Calls {
		for _, id := range j.report.CallIDs(i) {
			known[id] = true
		}
	}
	for _, id := range executed {
		if !known[id] {
			p.blame(j.report, []finding.ID{finding.ExecutedUnknownCall}, &finding.Call{ID: id}, 0, "/executed")
		}
	}
}

func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

func executedIDs(attributes pcommon.Map) (ids []string) {
	v, ok := attributes.Get(keyExecuted)
	if !ok || v.Type() != pcommon.ValueTypeSlice {
		return nil
	}
	for _, id := range v.Slice().All() {
		if text := recording.Scalar(id); text != "" && len(ids) < maxExecuted {
			ids = append(ids, text)
		}
	}
	return ids
}
