package report

import (
	"cmp"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
)

// The attributes and events that are read: the processor's annotations.
const (
	keyVerdict  = "toolverdict.verdict"
	keyPrimary  = "toolverdict.finding.primary"
	keyFault    = "toolverdict.fault"
	keyFindings = "toolverdict.findings"
	keyFailOpen = "toolverdict.fail_open"
	keyFormat   = "toolverdict.format"
	keyCalls    = "toolverdict.calls"
	keyTurnSpan = "toolverdict.turn.span_id"

	eventFinding = "toolverdict.finding"
	keyCode      = "toolverdict.finding.code"
	keyReason    = "toolverdict.finding.reason"
	keyLevel     = "toolverdict.finding.level"
	keyPath      = "toolverdict.finding.path"
	keyScope     = "toolverdict.call.scope"
	keySlot      = "toolverdict.call.slot"
	keyCallID    = "toolverdict.call.id"
	keyTurn      = "toolverdict.turn"
	keyTurnID    = "toolverdict.turn.id"
)

// A Turn is a span with a verdict. All its texts are clean.
type Turn struct {
	Service, Provider, Model, Format string
	Span, Trace, SpanID              string
	Start, End                       time.Time
	Verdict                          engine.Verdict
	Primary, Fault                   string
	Codes                            []string
	Calls                            int64
	// FailOpen says that a call ran that must not run.
	FailOpen  bool
	Findings  []Finding
	Timelines []*Timeline // only of the worst
	Runs      []Run       // of its calls
}

// A Finding is one finding event of a turn.
type Finding struct {
	Code, Level, Path string
	Scope             string // "" if it is not about a call
	Slot              int64
	CallID            string
	Explanation       string
	Advice            string
	turn              int
	stream            string // its id, where a span records several
}

// turnOf reads the annotations of a span; ok is false if it has none.
func turnOf(service string, span ptrace.Span) (t Turn, ok bool) {
	attributes := span.Attributes()
	if err := t.Verdict.UnmarshalText([]byte(text(attributes, keyVerdict))); err != nil {
		return t, false
	}
	t.Service, t.Span = service, clean(span.Name())
	t.Provider = cmp.Or(clean(text(attributes, "gen_ai.provider.name")), clean(text(attributes, "gen_ai.system")))
	t.Model = cmp.Or(clean(text(attributes, "gen_ai.response.model")), clean(text(attributes, "gen_ai.request.model")))
	t.Format = clean(text(attributes, keyFormat))
	trace, id := span.TraceID(), span.SpanID()
	t.Trace, t.SpanID = hex.EncodeToString(trace[:]), hex.EncodeToString(id[:])
	t.Start, t.End = span.StartTimestamp().AsTime(), span.EndTimestamp().AsTime()
	t.Primary, t.Fault = clean(text(attributes, keyPrimary)), clean(text(attributes, keyFault))
	if v, ok := attributes.Get(keyFailOpen); ok {
		t.FailOpen = v.Bool()
	}
	if v, ok := attributes.Get(keyCalls); ok {
		t.Calls = v.Int()
	}
	if v, ok := attributes.Get(keyFindings); ok && v.Type() == pcommon.ValueTypeSlice {
		for _, code := range v.Slice().All() {
			t.Codes = append(t.Codes, clean(code.Str()))
		}
	}
	return t, true
}

// readFindings reads the finding events of the turn's span.
func (t *Turn) readFindings(span ptrace.Span) {
	for _, e := range span.Events().All() {
		if e.Name() != eventFinding {
			continue
		}
		a := e.Attributes()
		id := finding.Join(text(a, keyCode), text(a, keyReason))
		rule, _ := finding.Lookup(id)
		f := Finding{
			Code: clean(string(id)), Level: clean(text(a, keyLevel)), Path: clean(text(a, keyPath)),
			Scope: clean(text(a, keyScope)), CallID: clean(text(a, keyCallID)),
			Explanation: rule.Explanation, Advice: rule.Advice,
		}
		if v, ok := a.Get(keySlot); ok {
			f.Slot = v.Int()
		}
		if v, ok := a.Get(keyTurn); ok {
			f.turn = int(v.Int())
		}
		f.stream = clean(text(a, keyTurnID))
		t.Findings = append(t.Findings, f)
	}
}

// worse orders turns: a call that ran first, then by verdict, then by how much was
// found, then the latest. The order is the same whatever the order of the input.
func worse(a, b *Turn) int {
	return cmp.Or(
		-cmp.Compare(rank(a), rank(b)),
		-cmp.Compare(len(a.Codes), len(b.Codes)),
		b.Start.Compare(a.Start),
		strings.Compare(a.Trace, b.Trace), strings.Compare(a.SpanID, b.SpanID),
	)
}

func rank(t *Turn) int {
	if t.FailOpen {
		return 1 + int(engine.Fail)
	}
	return int(t.Verdict)
}

// blocked reports whether there is something to look at.
func (t *Turn) blocked() bool { return t.FailOpen || t.Verdict >= engine.Indeterminate }

// kind tells turns that went wrong in the same way.
func (t *Turn) kind() string {
	return strings.Join([]string{t.Service, t.Primary, t.Verdict.String()}, "\x00")
}

func text(m pcommon.Map, key string) string {
	if v, ok := m.Get(key); ok && v.Type() == pcommon.ValueTypeStr {
		return v.Str()
	}
	return ""
}

// sorted returns the keys of a count, the largest first.
func sorted[K cmp.Ordered](counts map[K]int) []K {
	keys := make([]K, 0, len(counts))
	for k := range counts {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b K) int { return cmp.Or(-cmp.Compare(counts[a], counts[b]), cmp.Compare(a, b)) })
	return keys
}
