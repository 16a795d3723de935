package processor

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// The attributes and events that are written. All are in a namespace of our own.
const (
	keyVerdict    = "toolverdict.verdict"
	keyExecutable = "toolverdict.executable"
	keyFindings   = "toolverdict.findings"
	keyPrimary    = "toolverdict.finding.primary"
	keyFault      = "toolverdict.fault"
	keyCalls      = "toolverdict.calls"
	keyTurns      = "toolverdict.turns"
	keyFailOpen   = "toolverdict.fail_open"
	keyTurnSpan   = "toolverdict.turn.span_id"
	keyFormat     = "toolverdict.format"
	keyRuleset    = "toolverdict.ruleset"

	keyCode        = "toolverdict.finding.code"
	keyReason      = "toolverdict.finding.reason"
	keyLevel       = "toolverdict.finding.level"
	keyFindFault   = "toolverdict.finding.fault"
	keyPath        = "toolverdict.finding.path"
	keyCallScope   = "toolverdict.call.scope"
	keyCallSlot    = "toolverdict.call.slot"
	keyCallID      = "toolverdict.call.id"
	keyTurnOrdinal = "toolverdict.turn"
)

// An annotation is what a span's recordings come to.
type annotation struct {
	reports []judged
	verdict engine.Verdict // the worst
	primary *finding.Finding
	runs    execution
}

// A judged recording.
type judged struct {
	turnID string
	*engine.Report
	deltas int
}

func (a *annotation) add(turnID string, r *engine.Report, deltas int, runs execution) {
	a.reports = append(a.reports, judged{turnID, r, deltas})
	a.runs.known = a.runs.known || runs.known
	a.runs.failOpen = a.runs.failOpen || runs.failOpen
	if len(a.reports) == 1 || r.Status > a.verdict {
		a.verdict = r.Status
	}
	if p := r.Primary(); p != nil && (a.primary == nil || p.Worse(*a.primary)) {
		a.primary = p
	}
}

// write puts the annotation on the span, in place of an earlier one. again says that
// there are finding events of that one.
func (a *annotation) write(span ptrace.Span, maxEvents int, again bool) {
	erase(span, again)
	attributes := span.Attributes()
	attributes.PutStr(keyVerdict, a.verdict.String())
	attributes.PutBool(keyExecutable, a.verdict == engine.Pass)
	calls, turns := 0, 0
	for _, r := range a.reports {
		calls += len(r.Calls)
		turns += r.Turns
	}
	attributes.PutInt(keyCalls, int64(calls))
	attributes.PutInt(keyTurns, int64(turns))
	if format := a.format(); format != "" {
		attributes.PutStr(keyFormat, format)
	}
	attributes.PutStr(keyRuleset, engine.Ruleset)
	if a.runs.known {
		attributes.PutBool(keyFailOpen, a.runs.failOpen)
	}
	if a.primary == nil {
		return
	}
	attributes.PutStr(keyPrimary, string(a.primary.ID()))
	attributes.PutStr(keyFault, a.primary.Fault.String())
	codes := attributes.PutEmptySlice(keyFindings)
	for _, code := range a.codes() {
		codes.AppendEmpty().SetStr(code)
	}
	a.writeEvents(span, maxEvents)
}

// format is the format that all recordings have; "" if they differ. One that
// differs would bind the next tier to it.
func (a *annotation) format() string {
	format := a.reports[0].Format
	for _, r := range a.reports {
		if r.Format != format {
			return ""
		}
	}
	return format
}

// codes lists the codes of all findings, sorted and unique.
func (a *annotation) codes() []string {
	var codes []string
	for _, r := range a.reports {
		for _, f := range r.Findings {
			codes = append(codes, string(f.ID()))
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// erase takes an earlier annotation off the span: that of a tier in front. The
// format stays, for it may be what the application said: the next tier must read
// the stream as this one did. events says that it has finding events.
func erase(span ptrace.Span, events bool) {
	for _, key := range []string{keyVerdict, keyExecutable, keyFindings, keyPrimary, keyFault, keyCalls, keyTurns, keyRuleset, keyFailOpen, keyTurnSpan} {
		span.Attributes().Remove(key)
	}
	if events {
		span.Events().RemoveIf(func(e ptrace.SpanEvent) bool { return e.Name() == recording.EventFinding })
	}
}

// writeEvents adds an event for each finding, up to the limit.
func (a *annotation) writeEvents(span ptrace.Span, limit int) {
	for _, r := range a.reports {
		for i := range r.Findings {
			if limit--; limit < 0 {
				return
			}
			writeEvent(span, r.turnID, &r.Findings[i])
		}
	}
}

func writeEvent(span ptrace.Span, turnID string, f *finding.Finding) {
	e := span.Events().AppendEmpty()
	e.SetName(recording.EventFinding)
	e.SetTimestamp(eventTime(span))
	attributes := e.Attributes()
	attributes.PutStr(keyCode, f.Code)
	if f.Reason != "" {
		attributes.PutStr(keyReason, f.Reason)
	}
	attributes.PutStr(keyLevel, f.Level.String())
	attributes.PutStr(keyFindFault, f.Fault.String())
	attributes.PutStr(keyPath, clean(f.Path))
	if turnID != "" {
		attributes.PutStr(recording.KeyTurnID, clean(turnID))
	}
	if f.Turn > 0 {
		attributes.PutInt(keyTurnOrdinal, int64(f.Turn))
	}
	if f.Call == nil {
		return
	}
	if f.Call.Scope != "" {
		attributes.PutStr(keyCallScope, f.Call.Scope)
		attributes.PutInt(keyCallSlot, f.Call.Slot)
	}
	if f.Call.ID != "" {
		attributes.PutStr(keyCallID, clean(f.Call.ID))
	}
}

// clean makes a text from a stream, an id or a path, fit for an annotation, and for
// the terminal that one ends up on: valid UTF-8, not too long, and a replacement
// character for each that is not to be seen or changes what is: controls, escapes,
// bidirectional and invisible marks.
func clean(text string) string {
	const more = "…"
	seen := strings.Map(func(r rune) rune {
		if strconv.IsPrint(r) {
			return r
		}
		return utf8.RuneError
	}, text[:min(len(text), maxText)])
	if len(text) <= maxText && len(seen) <= maxText {
		return seen
	}
	return strings.ToValidUTF8(seen[:min(len(seen), maxText-len(more))], "") + more
}
