package report

import (
	"cmp"
	"slices"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/internal/recording"
	"github.com/toolverdict/toolverdict/internal/toolspan"
)

// The bounds on what is remembered of runs. Those that must not have been do not give
// way to the others.
const (
	maxOpenRuns = 50_000
	maxRuns     = 200_000
	maxOutput   = 64 << 10 // bytes of what a tool returned that are searched for an id
)

// A Run is a call that was run, as the span of a tool tells.
type Run struct {
	Tool, CallID string
	Start        time.Time
	// FailOpen says that it must not have been.
	FailOpen bool

	primary, fault string
	codes          []string
	placed         bool // its turn was found
}

// same reports whether two are the same run.
func (r *Run) same(other *Run) bool {
	return r.CallID == other.CallID && r.Tool == other.Tool && r.Start.Equal(other.Start)
}

// runs are those of all turns: by the turn that they were held against, or by their
// call if they were held against none.
type runs struct {
	ofTurn, ofCall     map[runKey][]*Run
	open, others, lost int
}

// A runKey is a trace, and the id of a span or of a call in it.
type runKey struct {
	trace pcommon.TraceID
	id    string
}

func newRuns() runs { return runs{ofTurn: map[runKey][]*Run{}, ofCall: map[runKey][]*Run{}} }

// AddRuns notes the spans of tools of a request. All requests must be given to it
// before the first is given to [Digest.AddTurns].
func (d *Digest) AddRuns(td ptrace.Traces) {
	for _, resource := range td.ResourceSpans().All() {
		for _, scope := range resource.ScopeSpans().All() {
			for _, span := range scope.Spans().All() {
				d.runs.add(span)
			}
		}
	}
}

// isTool reports whether a span says that a call was run.
func isTool(span ptrace.Span) bool {
	return recording.Text(span.Attributes(), keyTurnSpan) != "" || toolspan.Call(span, maxOutput) != ""
}

func (s *runs) add(span ptrace.Span) {
	a := span.Attributes()
	if _, ok := a.Get(keyVerdict); ok {
		return
	}
	turn, call := recording.Text(a, keyTurnSpan), toolspan.Call(span, maxOutput)
	if turn == "" && call == "" {
		return
	}
	r := &Run{Tool: clean(toolspan.Tool(span)), CallID: clean(call), Start: timeOf(span.StartTimestamp())}
	if turn != "" {
		r.FailOpen = truth(a, keyFailOpen)
		r.primary, r.fault = clean(recording.Text(a, keyPrimary)), clean(recording.Text(a, keyFault))
		for _, f := range readFindings(span) {
			r.codes = append(r.codes, f.Code)
		}
	}
	count, most := &s.others, maxRuns
	if r.FailOpen {
		count, most = &s.open, maxOpenRuns
	}
	if *count == most {
		s.lost++
		return
	}
	*count++
	if turn != "" {
		key := runKey{span.TraceID(), clean(turn)}
		s.ofTurn[key] = append(s.ofTurn[key], r)
		return
	}
	key := runKey{span.TraceID(), r.CallID}
	s.ofCall[key] = append(s.ofCall[key], r)
}

// heldAgainst are the runs that the processor held against a turn.
func (s *runs) heldAgainst(t *Turn) []*Run { return s.ofTurn[runKey{t.trace, t.SpanID}] }

// of are the runs of a turn: those that were held against it, and those of its calls
// that the processor saw before it saw the turn.
func (s *runs) of(t *Turn) []Run {
	var own []Run
	for _, r := range s.heldAgainst(t) {
		own = append(own, *r)
	}
	for _, id := range t.ids() {
		for _, r := range s.ofCall[runKey{t.trace, id}] {
			if !r.Start.IsZero() && r.Start.Before(t.Start) {
				continue // an earlier turn had a call under the same id
			}
			run := *r
			run.FailOpen = t.blamed(id)
			own = append(own, run)
		}
	}
	for i := range own {
		own[i].Tool = cmp.Or(own[i].Tool, t.tool(own[i].CallID))
	}
	slices.SortStableFunc(own, func(a, b Run) int {
		return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.CallID, b.CallID), cmp.Compare(a.Tool, b.Tool))
	})
	return own
}

// homeless counts the runs that must not have been and whose turns are not there.
func (s *runs) homeless() (n int) {
	for _, runs := range s.ofTurn {
		for _, r := range runs {
			if r.FailOpen && !r.placed {
				n++
			}
		}
	}
	return n
}
