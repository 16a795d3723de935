package report

import (
	"cmp"
	"slices"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// MaxWorst is how many of the worst turns a digest keeps at most.
const MaxWorst = 500

// The bounds on what a digest holds, whatever it is given.
const (
	maxGroups   = 200    // services, with provider, model and format; the rest are added up as one
	maxCodes    = 100    // kinds of findings
	maxRuns     = 50_000 // spans of tools that are remembered for the turns
	maxPerKind  = 3      // turns that are shown of those that went wrong in the same way
	otherGroups = "(others)"
)

// A Digest adds up annotated spans. It is not safe for concurrent use.
type Digest struct {
	worst    int // turns to keep
	sources  []recording.Source
	groups   map[Group]*Counts
	codes    map[string]*code
	turns    []kept
	runs     map[string][]Run // by trace
	noted    int              // runs
	total    Counts
	plain    int // spans without a verdict
	lostRuns int
	from, to time.Time
}

// A Group is what counts are kept by.
type Group struct{ Service, Provider, Model, Format string }

// Counts are numbers of turns.
type Counts struct {
	Turns    int
	Verdicts [5]int // by engine.Verdict
	FailOpen int
}

// A code is one kind of finding, counted by the hour.
type code struct {
	turns int
	hours map[int64]int
}

// A kept turn still has its span, from which a timeline is read at the end.
type kept struct {
	Turn
	span ptrace.Span
}

// A Run is a span of a tool that the processor annotated.
type Run struct {
	Tool, CallID, TurnSpan string
	Start                  time.Time
	FailOpen               bool
}

// NewDigest starts an empty digest that keeps so many of the worst turns. sources say
// which events of a span are deltas.
func NewDigest(worst int, sources []recording.Source) *Digest {
	return &Digest{worst: worst, sources: sources, groups: map[Group]*Counts{}, codes: map[string]*code{}, runs: map[string][]Run{}}
}

// Add adds the spans of a request. It keeps some of them: they must not be changed
// afterwards.
func (d *Digest) Add(td ptrace.Traces) {
	for _, resource := range td.ResourceSpans().All() {
		service := cmp.Or(clean(text(resource.Resource().Attributes(), "service.name")), "(no service.name)")
		for _, scope := range resource.ScopeSpans().All() {
			for _, span := range scope.Spans().All() {
				d.add(service, span)
			}
		}
	}
}

func (d *Digest) add(service string, span ptrace.Span) {
	t, ok := turnOf(service, span)
	if !ok {
		if !d.run(span) {
			d.plain++
		}
		return
	}
	d.count(&t)
	if t.blocked() {
		d.keep(t, span)
	}
}

// run notes a span of a tool that the processor held against a turn.
func (d *Digest) run(span ptrace.Span) bool {
	a := span.Attributes()
	turn := text(a, keyTurnSpan)
	if turn == "" {
		return false
	}
	if d.noted == maxRuns {
		d.lostRuns++
		return true
	}
	d.noted++
	r := Run{
		Tool: clean(cmp.Or(text(a, "gen_ai.tool.name"), text(a, "tool.name"), span.Name())), TurnSpan: clean(turn),
		CallID: clean(cmp.Or(text(a, "gen_ai.tool.call.id"), text(a, "ai.toolCall.id"), text(a, "tool.id"))), Start: span.StartTimestamp().AsTime(),
	}
	if v, ok := a.Get(keyFailOpen); ok {
		r.FailOpen = v.Bool()
	}
	trace := span.TraceID().String()
	d.runs[trace] = append(d.runs[trace], r)
	return true
}

func (d *Digest) count(t *Turn) {
	g := Group{t.Service, t.Provider, t.Model, t.Format}
	if d.groups[g] == nil && len(d.groups) >= maxGroups {
		g = Group{Service: otherGroups}
	}
	if d.groups[g] == nil {
		d.groups[g] = &Counts{}
	}
	d.groups[g].add(t)
	d.total.add(t)
	if d.from.IsZero() || t.Start.Before(d.from) {
		d.from = t.Start
	}
	if t.Start.After(d.to) {
		d.to = t.Start
	}
	for _, id := range t.Codes {
		c := d.codes[id]
		if c == nil {
			if len(d.codes) == maxCodes {
				continue
			}
			c = &code{hours: map[int64]int{}}
			d.codes[id] = c
		}
		c.turns++
		c.hours[t.Start.Unix()/secondsOfHour]++
	}
}

const secondsOfHour = 3600

func (c *Counts) add(t *Turn) {
	c.Turns++
	c.Verdicts[t.Verdict]++
	if t.FailOpen {
		c.FailOpen++
	}
}

// Share is how many of the turns with calls, or with what should have been some, have
// a verdict, in per cent.
func (c *Counts) Share(v engine.Verdict) float64 {
	if judged := c.Turns - c.Verdicts[engine.NotApplicable]; judged > 0 {
		return 100 * float64(c.Verdicts[v]) / float64(judged)
	}
	return 0
}

// keep keeps a turn if it is one of the worst, and not one of many of its kind.
func (d *Digest) keep(t Turn, span ptrace.Span) {
	alike := 0
	for i := range d.turns {
		if d.turns[i].kind() == t.kind() {
			alike++
		}
	}
	own := ptrace.NewSpan()
	if alike < maxPerKind {
		span.CopyTo(own)
		d.turns = append(d.turns, kept{t, own})
	} else if i := d.mildest(t.kind()); worse(&t, &d.turns[i].Turn) < 0 {
		span.CopyTo(own)
		d.turns[i] = kept{t, own}
	}
	if len(d.turns) > d.worst {
		d.turns = slices.Delete(d.turns, d.mildest(""), d.mildest("")+1)
	}
}

// mildest is the turn that gives way first, of one kind or of all.
func (d *Digest) mildest(kind string) int {
	mildest := -1
	for i := range d.turns {
		if kind != "" && d.turns[i].kind() != kind {
			continue
		}
		if mildest < 0 || worse(&d.turns[mildest].Turn, &d.turns[i].Turn) < 0 {
			mildest = i
		}
	}
	return mildest
}
