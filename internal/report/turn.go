package report

import (
	"cmp"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// The attributes that are read: the processor's annotations.
const (
	keyVerdict  = "toolverdict.verdict"
	keyPrimary  = "toolverdict.finding.primary"
	keyFault    = "toolverdict.fault"
	keyFindings = "toolverdict.findings"
	keyFailOpen = "toolverdict.fail_open"
	keyFormat   = "toolverdict.format"
	keyTurnSpan = "toolverdict.turn.span_id"
)

// A Turn is a span with a verdict. All its texts are clean.
type Turn struct {
	Service, Provider, Model, Format string
	Span, Trace, SpanID              string
	Start                            time.Time // zero if the span does not say
	Verdict                          engine.Verdict
	Primary, Fault                   string
	Codes                            []string
	// FailOpen says that a call ran that must not run.
	FailOpen bool

	// What follows is known of the worst only.
	Findings  []Finding
	Timelines []*Timeline
	Runs      []Run // of its calls

	trace pcommon.TraceID
}

// turnOf reads the annotations of a span; ok is false if it has none.
func turnOf(service string, span ptrace.Span) (t Turn, ok bool) {
	a := span.Attributes()
	if err := t.Verdict.UnmarshalText([]byte(recording.Text(a, keyVerdict))); err != nil {
		return t, false
	}
	t.Service, t.Span = service, clean(span.Name())
	t.Provider = clean(cmp.Or(recording.Text(a, "gen_ai.provider.name"), recording.Text(a, "gen_ai.system")))
	t.Model = clean(cmp.Or(recording.Text(a, "gen_ai.response.model"), recording.Text(a, "gen_ai.request.model")))
	t.Format = clean(recording.Text(a, keyFormat))
	t.trace = span.TraceID()
	id := span.SpanID()
	t.Trace, t.SpanID = hex.EncodeToString(t.trace[:]), hex.EncodeToString(id[:])
	t.Start = timeOf(span.StartTimestamp())
	t.Primary, t.Fault = clean(recording.Text(a, keyPrimary)), clean(recording.Text(a, keyFault))
	t.FailOpen = truth(a, keyFailOpen)
	if v, ok := a.Get(keyFindings); ok && v.Type() == pcommon.ValueTypeSlice {
		for _, code := range v.Slice().All() {
			t.Codes = append(t.Codes, clean(code.Str()))
		}
	}
	return t, true
}

// hold adds what the spans of its tools say of the turn. An adapter that failed open
// goes before all other findings, as in the processor.
func (t *Turn) hold(runs []*Run) {
	for _, r := range runs {
		r.placed = true
		t.Codes = append(t.Codes, r.codes...)
		t.FailOpen = t.FailOpen || r.FailOpen
		if r.primary != "" && (t.Primary == "" || r.FailOpen) {
			t.Primary, t.Fault = r.primary, r.fault
		}
	}
	slices.Sort(t.Codes)
	t.Codes = slices.Compact(t.Codes)
}

// ids are those of the turn's calls, as far as they are known.
func (t *Turn) ids() []string {
	var ids []string
	for _, line := range t.Timelines {
		for _, l := range line.Lanes {
			ids = append(append(ids, l.ID), l.Others...)
		}
	}
	for i := range t.Findings {
		ids = append(ids, t.Findings[i].CallID)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return slices.DeleteFunc(ids, func(id string) bool { return id == "" })
}

// tool is what the call under an id calls, "" if it is not known.
func (t *Turn) tool(id string) string {
	for _, line := range t.Timelines {
		for _, l := range line.Lanes {
			if l.ID == id {
				return l.Tool
			}
		}
	}
	return ""
}

// blamed reports whether a finding says that the call under an id must not have run.
func (t *Turn) blamed(id string) bool {
	return slices.ContainsFunc(t.Findings, func(f Finding) bool { return f.CallID == id && f.failedOpen() })
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

// notable reports whether there is something to look at.
func (t *Turn) notable() bool { return t.FailOpen || t.Verdict >= engine.Indeterminate }

// kind tells turns that went wrong in the same way.
func (t *Turn) kind() string {
	return strings.Join([]string{t.Service, t.Primary, t.Verdict.String()}, "\x00")
}

func truth(m pcommon.Map, key string) bool {
	v, ok := m.Get(key)
	return ok && v.Type() == pcommon.ValueTypeBool && v.Bool()
}

// timeOf is the time of a timestamp; zero if there is none.
func timeOf(at pcommon.Timestamp) time.Time {
	if at == 0 || at > math.MaxInt64 {
		return time.Time{}
	}
	return at.AsTime()
}
