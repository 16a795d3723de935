package report

import (
	"cmp"
	"slices"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// MaxWorst is how many of the worst turns a digest keeps at most.
const MaxWorst = 500

// The bounds on what a digest holds, whatever it is given.
const (
	maxGroups = 200 // services, with provider, model and format; the rest are added up as one
	maxCodes  = 100 // kinds of findings
)

// A Digest adds up annotated spans. It is not safe for concurrent use.
type Digest struct {
	sources []recording.Source
	runs    runs
	worst   worst
	groups  map[Group]*Counts
	total   Counts
	codes   map[string]*trend
	span    period   // of the turns
	tools   int      // spans of tools
	plain   int      // other spans without a verdict
	omitted bool     // there were more codes
	cut     []string // inputs whose last line is not whole
}

// A Group is what counts are kept by.
type Group struct{ Service, Provider, Model, Format string }

// others is what stands for the groups for which there is no room.
var others = Group{Service: "(others)"}

func (g Group) compare(h Group) int {
	return cmp.Or(cmp.Compare(g.Service, h.Service), cmp.Compare(g.Provider, h.Provider), cmp.Compare(g.Model, h.Model), cmp.Compare(g.Format, h.Format))
}

// Counts are numbers of turns.
type Counts struct {
	Turns    int
	Verdicts [len(verdicts)]int // by engine.Verdict
	FailOpen int
}

// verdicts are all there are, in the order in which they are shown.
var verdicts = [...]engine.Verdict{engine.Fail, engine.Invalid, engine.Indeterminate, engine.Pass, engine.NotApplicable}

// NewDigest starts an empty digest that keeps so many of the worst turns. sources say
// which events of a span are deltas.
func NewDigest(keep int, sources []recording.Source) *Digest {
	return &Digest{
		worst: worst{most: keep}, sources: sources, groups: map[Group]*Counts{}, codes: map[string]*trend{},
		runs: newRuns(),
	}
}

// Turns is how many spans have a verdict.
func (d *Digest) Turns() int { return d.total.Turns }

// Others is how many spans have none.
func (d *Digest) Others() int { return d.tools + d.plain }

// Cut notes that the last line of an input is not whole.
func (d *Digest) Cut(name string) { d.cut = append(d.cut, clean(name)) }

// AddTurns adds the spans with a verdict of a request. It keeps nothing of it.
func (d *Digest) AddTurns(td ptrace.Traces) {
	for _, resource := range td.ResourceSpans().All() {
		service := cmp.Or(clean(recording.Text(resource.Resource().Attributes(), "service.name")), "(no service.name)")
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
		if isTool(span) {
			d.tools++
		} else {
			d.plain++
		}
		return
	}
	t.hold(d.runs.heldAgainst(&t))
	d.count(&t)
	if t.notable() && d.worst.admit(&t) {
		d.describe(&t, span)
		d.worst.keep(&t)
	}
}

func (d *Digest) count(t *Turn) {
	g := Group{t.Service, t.Provider, t.Model, t.Format}
	if d.groups[g] == nil && len(d.groups) >= maxGroups {
		g = others
	}
	if d.groups[g] == nil {
		d.groups[g] = &Counts{}
	}
	d.groups[g].add(t)
	d.total.add(t)
	d.span.extend(t.Start)
	for _, id := range t.Codes {
		c := d.codes[id]
		if c == nil {
			if len(d.codes) == maxCodes {
				d.omitted = true
				continue
			}
			c = &trend{}
			d.codes[id] = c
		}
		c.add(t.Start)
	}
}

func (c *Counts) add(t *Turn) {
	c.Turns++
	c.Verdicts[t.Verdict]++
	if t.FailOpen {
		c.FailOpen++
	}
}

// Of is how many turns have a verdict.
func (c *Counts) Of(v engine.Verdict) int { return c.Verdicts[v] }

// Share is how many of the turns with calls, or with what should have been some, have
// a verdict, in per cent.
func (c *Counts) Share(v engine.Verdict) float64 {
	if judged := c.Turns - c.Verdicts[engine.NotApplicable]; judged > 0 && v != engine.NotApplicable {
		return 100 * float64(c.Verdicts[v]) / float64(judged)
	}
	return 0
}

// sortedGroups are the groups, those with most blocked turns first.
func (d *Digest) sortedGroups() []Group {
	groups := make([]Group, 0, len(d.groups))
	for g := range d.groups {
		groups = append(groups, g)
	}
	blocked := func(g Group) int { return d.groups[g].Of(engine.Fail) + d.groups[g].Of(engine.Invalid) }
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(
			-cmp.Compare(d.groups[a].FailOpen, d.groups[b].FailOpen), -cmp.Compare(blocked(a), blocked(b)),
			-cmp.Compare(d.groups[a].Of(engine.Indeterminate), d.groups[b].Of(engine.Indeterminate)), a.compare(b),
		)
	})
	return groups
}
