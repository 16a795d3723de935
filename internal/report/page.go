package report

import (
	"crypto/sha256"
	_ "embed" // of the page
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strconv"
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

// policy forbids the page to load anything: all it may use is its own style. The
// empty icon keeps browsers from asking for one.
func policy() string {
	sum := sha256.Sum256([]byte(styleText))
	return "default-src 'none'; img-src data:; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"
}

// WriteHTML writes the page. The same spans give the same bytes, whatever their order,
// as long as they stay within the bounds of the digest.
func (d *Digest) WriteHTML(w io.Writer) error {
	return pageTemplate.Execute(w, d.page())
}

// A page is what the template is filled with.
type page struct {
	Policy string
	Style  template.CSS
	Period string
	Total  Counts
	Tiles  []tile
	Groups []groupRow
	// Timed says that the turns are of more than one bar of a trend, each of which is
	// as long as Bar says.
	Timed   bool
	Bar     string
	Codes   []codeRow
	Turns   []turnView
	PerKind int
	Notes   []string
}

func (d *Digest) page() page {
	p := page{
		Policy: policy(), Style: template.CSS(styleText), //nolint:gosec // our own style
		Period: d.span.String(), Total: d.total, Tiles: tiles(&d.total), PerKind: maxPerKind, Notes: d.notes(),
	}
	for _, g := range d.sortedGroups() {
		p.Groups = append(p.Groups, groupRow{g, d.groups[g]})
	}
	p.Timed, p.Bar = d.span.bars(d.span.step()) > 1, steps[d.span.step()].name
	for _, id := range d.sortedCodes() {
		p.Codes = append(p.Codes, d.codes[id].row(id, &d.span))
	}
	for _, t := range d.Worst() {
		p.Turns = append(p.Turns, turnView{t})
	}
	return p
}

// notes say what was left out.
func (d *Digest) notes() []string {
	var notes []string
	add := func(wanted bool, format string, args ...any) {
		if wanted {
			notes = append(notes, fmt.Sprintf(format, args...))
		}
	}
	add(d.tools > 0, "%s of tools that ran.", count(d.tools, "span"))
	add(d.plain > 0, "%s without a verdict: no deltas were recorded on them.", count(d.plain, "other span"))
	for _, name := range d.cut {
		add(true, "The last line of %s is not whole and was left out: the collector was still writing.", name)
	}
	n := d.runs.homeless()
	add(n > 0, "%s that must not run, of turns that are not among these spans: they are not counted as failed open.", count(n, "call ran", "calls ran"))
	add(d.groups[others] != nil, "More than %d combinations of service, provider, model and format: the rest is added up as %s.", maxGroups, others.Service)
	add(d.omitted, "More than %d kinds of findings: those that came last are left out.", maxCodes)
	add(d.runs.lost > 0, "%s of tools left out: there are more than can be held against turns.", count(d.runs.lost, "span"))
	return notes
}

// count writes a number of things.
func count(n int, words ...string) string {
	one, many := words[0], words[0]+"s"
	if len(words) > 1 {
		many = words[1]
	}
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// A tile is one of the numbers at the top.
type tile struct{ Class, Number, Words string }

func tiles(c *Counts) []tile {
	open := tile{"calm", strconv.Itoa(c.FailOpen), "failed open: a call ran that must not run"}
	if c.FailOpen > 0 {
		open.Class = "alarm"
	}
	all := []tile{open, {"fail", percent(c.Share(engine.Fail)), "of the turns with calls fail"}}
	if c.Of(engine.Invalid) > 0 {
		all = append(all, tile{"invalid", percent(c.Share(engine.Invalid)), "are invalid: the deltas can't be read"})
	}
	return append(
		all,
		tile{"indeterminate", percent(c.Share(engine.Indeterminate)), "are indeterminate: evidence is missing"},
		tile{"pass", percent(c.Share(engine.Pass)), "pass"},
	)
}

// percent writes a share so that neither few look like none, nor nearly all like all.
func percent(share float64) string {
	switch {
	case share == 0 || share == 100:
		return fmt.Sprintf("%.0f %%", share)
	case share < 0.1:
		return "< 0.1 %"
	case share > 99.9:
		return "> 99.9 %"
	case share < 10 || share > 99:
		return fmt.Sprintf("%.1f %%", share)
	}
	return fmt.Sprintf("%.0f %%", share)
}

// String says from when to when.
func (p *period) String() string {
	if p.from.IsZero() {
		return "without times"
	}
	if stamp(p.from) == stamp(p.to) {
		return stamp(p.from)
	}
	return stamp(p.from) + " to " + stamp(p.to)
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return "no time"
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

// A groupRow is a row of the table of services.
type groupRow struct {
	Group
	*Counts
}

// Kind names what the turns are of, besides the service.
func (g groupRow) Kind() string { return joined(g.Provider, g.Model, g.Format) }

// joined joins the texts that are not empty.
func joined(texts ...string) string {
	var some []string
	for _, t := range texts {
		if t != "" {
			some = append(some, t)
		}
	}
	return strings.Join(some, " · ")
}

// Cells are how many turns have each verdict, in the order in which they are shown.
func (g groupRow) Cells() []cell {
	cells := make([]cell, 0, len(verdicts))
	for _, v := range verdicts {
		cells = append(cells, cell{v.String(), g.Of(v)})
	}
	return cells
}

// A cell is a number with a class.
type cell struct {
	Class string
	N     int
}

// A segment is a part of a bar.
type segment struct{ Class, X, W string }

// Bar parts the turns with calls by verdict.
func (g groupRow) Bar() []segment {
	var bar []segment
	x := 0.0
	for _, v := range verdicts {
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
	for _, v := range verdicts[:len(verdicts)-1] {
		if n := g.Of(v); n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, v))
		}
	}
	if len(words) == 0 {
		return "no turn with calls"
	}
	return strings.Join(words, ", ")
}

// number writes a number for an attribute, as short as it can be.
func number(f float64) string {
	s := fmt.Sprintf("%.2f", f)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// A codeRow is a row of the table of findings.
type codeRow struct {
	ID, Fault, First, Explanation, Words string
	Turns                                int
	Width                                int
	Bars                                 []trendBar
}

// A trendBar is one bar of a trend that is 100 high.
type trendBar struct{ X, Y, H int }

func (c *trend) row(id string, p *period) codeRow {
	r := codeRow{ID: id, Turns: c.turns, First: stamp(c.first)}
	if rule, ok := finding.Lookup(finding.ID(id)); ok {
		r.Fault, r.Explanation = rule.Fault.String(), rule.Explanation
	}
	bars, most := c.bars(p)
	r.Width = 10 * len(bars)
	for i, n := range bars {
		if n > 0 {
			h := max(6, 100*n/most)
			r.Bars = append(r.Bars, trendBar{10*i + 1, 100 - h, h})
		}
	}
	r.Words = fmt.Sprintf("peak %d", most)
	return r
}
