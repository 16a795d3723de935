package report

import (
	"crypto/sha256"
	_ "embed" // of the page
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
)

//go:embed page.html
var pageText string

//go:embed page.css
var styleText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// policy forbids the page to load anything: all it may use is its own style.
func policy() string {
	sum := sha256.Sum256([]byte(styleText))
	return "default-src 'none'; img-src data:; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// WriteHTML writes the page. The same spans, in the same order, give the same bytes.
func (d *Digest) WriteHTML(w io.Writer) error {
	return pageTemplate.Execute(w, d.page())
}

// A page is what the template is filled with.
type page struct {
	Policy   string
	Style    template.CSS
	Total    Counts
	From, To string
	Groups   []groupRow
	Codes    []codeRow
	Bucket   string
	Turns    []turnView
	PerKind  int
	Notes    []string
}

func (d *Digest) page() page {
	p := page{
		Policy: policy(), Style: template.CSS(styleText), Total: d.total, PerKind: maxPerKind, //nolint:gosec // our own style
		From: stamp(d.from), To: stamp(d.to), Notes: d.notes(),
	}
	for _, g := range d.sortedGroups() {
		p.Groups = append(p.Groups, groupRow{g, *d.groups[g]})
	}
	p.Codes, p.Bucket = d.codeRows()
	for _, t := range d.Worst() {
		p.Turns = append(p.Turns, turnView{t})
	}
	return p
}

// notes say what was left out.
func (d *Digest) notes() []string {
	var notes []string
	if d.plain > 0 {
		notes = append(notes, fmt.Sprintf("%d other spans have no verdict.", d.plain))
	}
	if d.groups[Group{Service: otherGroups}] != nil {
		notes = append(notes, fmt.Sprintf("More than %d combinations of service, provider, model and format: the rest is added up as %s.", maxGroups, otherGroups))
	}
	if len(d.codes) == maxCodes {
		notes = append(notes, fmt.Sprintf("More than %d kinds of findings: those that came last are left out.", maxCodes))
	}
	if d.lostRuns > 0 {
		notes = append(notes, fmt.Sprintf("%d spans of tools were left out.", d.lostRuns))
	}
	return notes
}

// sortedGroups are the groups, those with most failed turns first.
func (d *Digest) sortedGroups() []Group {
	failed := map[Group]int{}
	groups := make([]Group, 0, len(d.groups))
	for g, c := range d.groups {
		failed[g] = c.Verdicts[engine.Fail] + c.Verdicts[engine.Invalid]
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b Group) int {
		if failed[a] != failed[b] {
			return failed[b] - failed[a]
		}
		return strings.Compare(a.String(), b.String())
	})
	return groups
}

// String names the group.
func (g Group) String() string {
	return strings.Join([]string{g.Service, g.Provider, g.Model, g.Format}, " ")
}

// Percent is the share of a verdict as text.
func (page) Percent(c Counts, verdict string) string {
	share := c.Share(verdictOf(verdict))
	switch {
	case share == 0 || share >= 10:
		return fmt.Sprintf("%.0f %%", share)
	case share < 0.1:
		return "< 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", share)
}

func verdictOf(name string) engine.Verdict {
	var v engine.Verdict
	if err := v.UnmarshalText([]byte(name)); err != nil {
		panic(err) // the template names none that there is not
	}
	return v
}

// A groupRow is a row of the table of services.
type groupRow struct {
	Group
	Counts
}

// Of is how many turns have a verdict.
func (g groupRow) Of(verdict string) int { return g.Verdicts[verdictOf(verdict)] }

// A segment is a part of a bar of width 100.
type segment struct {
	Class string
	X, W  string
}

var barOrder = []engine.Verdict{engine.Fail, engine.Invalid, engine.Indeterminate, engine.Pass}

// Bar parts the turns with calls by verdict.
func (g groupRow) Bar() []segment {
	var bar []segment
	x := 0.0
	for _, v := range barOrder {
		if share := g.Share(v); share > 0 {
			bar = append(bar, segment{v.String(), number(x), number(share)})
			x += share
		}
	}
	return bar
}

// Words says what the bar shows.
func (g groupRow) Words() string {
	var words []string
	for _, v := range barOrder {
		if n := g.Verdicts[v]; n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, v))
		}
	}
	return strings.Join(words, ", ")
}

func number(f float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", f), "0"), ".")
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

// A codeRow is a row of the table of findings.
type codeRow struct {
	ID, Fault, First, Explanation string
	Turns                         int
	Bars                          []trendBar
	Words                         string
}

// A trendBar is one bar of a trend that is 100 high.
type trendBar struct{ X, Y, H int }

// maxBars is how many bars a trend has at most.
const maxBars = 48

// codeRows are the kinds of findings, the most frequent first, and what a bar of
// their trends stands for.
func (d *Digest) codeRows() ([]codeRow, string) {
	first := d.from.Unix() / secondsOfHour
	hours := d.to.Unix()/secondsOfHour - first + 1
	width := (hours + maxBars - 1) / maxBars
	counts := map[string]int{}
	for id, c := range d.codes {
		counts[id] = c.turns
	}
	var rows []codeRow
	for _, id := range sorted(counts) {
		rows = append(rows, d.codes[id].row(id, first, hours, width))
	}
	if width == 1 {
		return rows, "one hour"
	}
	return rows, fmt.Sprintf("%d hours", width)
}

func (c *code) row(id string, first, hours, width int64) codeRow {
	rule, _ := finding.Lookup(finding.ID(id))
	r := codeRow{ID: id, Fault: rule.Fault.String(), Explanation: rule.Explanation, Turns: c.turns}
	bars := make([]int, (hours+width-1)/width)
	seen := first + hours
	for hour, n := range c.hours {
		bars[(hour-first)/width] += n
		seen = min(seen, hour)
	}
	most := slices.Max(bars)
	for i, n := range bars {
		h := 0
		if n > 0 {
			h = max(6, 100*n/most)
		}
		r.Bars = append(r.Bars, trendBar{100*i + 10, 100 - h, h})
	}
	r.First = time.Unix(seen*secondsOfHour, 0).UTC().Format("2006-01-02 15:00")
	r.Words = fmt.Sprintf("%d turns, at most %d in a bar, the last bar %d", c.turns, most, bars[len(bars)-1])
	return r
}
