package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A Page is docs/adapters.md.
type Page struct {
	// Date is the day of the measurement.
	Date string
	// Results are those of all cells.
	Results []*Result
	// Versions are those of the packages, by name.
	Versions map[string]string
	// Streams are all streams.
	Streams []*Stream
}

// dated begins the only line that may differ from one measurement to the next.
const dated = "Measured on "

// opening is what comes before the tables; it ends with the date.
const opening = `# What adapters do with faulty streams

<!-- Written by make adapters. Do not edit. -->

An SDK or framework reads a provider's stream, puts the tool calls together, and runs them or hands them to the
application. These tables show what current releases do with streams that are healthy and with streams that are not, and
what toolverdict says of the same streams. The adapters are the real ones, in the way that their documentation shows; a
mock provider on the same machine serves the streams; the tool keeps its own account of what it was made to do. Their spans,
with the deltas recorded on them, went through the built collector. How to run it again: [examples/adapters](../examples/adapters/README.md).

The faults are made by hand, so the tables say nothing of how often they occur. They are no ranking either: not to run a
call is right where the stream does not release it, and a matter of taste where an application may ask its user.

| in the tables | |
|---|---|
| ran | the tool ran; "both" where it ran for two calls |
| **ran** | fail-open: it ran though the stream does not release the call, or before it did |
| altered | it ran with arguments that no call of the stream has |
| early | it ran before the adapter had read the end of the turn |
| handed over | the application, or the next step of the framework, got the call as a good one; the tool did not run |
| blocked | neither: the adapter threw an error, or marked the call as invalid, or left it out; of a healthy stream this loses calls |
| ¹ ² … | toolverdict does not see it, see below |

`

// String writes the page.
func (p *Page) String() string {
	var b strings.Builder
	b.WriteString(opening)
	fmt.Fprintf(&b, "%s%s, on Node.js %s.\n", dated, p.Date, p.node())
	for _, f := range []struct{ format, title string }{
		{"openai", "OpenAI Chat Completions"}, {"openai_responses", "OpenAI Responses"}, {"anthropic", "Anthropic Messages"},
	} {
		p.table(&b, f.format, f.title)
	}
	p.altered(&b)
	p.blindSpots(&b)
	p.adapters(&b)
	return b.String()
}

// node is the version of Node.js: that of the package that brings it.
func (p *Page) node() string {
	for name, version := range p.Versions {
		if strings.HasPrefix(name, "node-linux-") {
			return version
		}
	}
	return "unknown"
}

// table writes the results of one format.
func (p *Page) table(b *strings.Builder, format, title string) {
	fmt.Fprintf(b, "\n## %s\n\n| stream | toolverdict says |", title)
	columns := ofFormat(format)
	for _, a := range columns {
		fmt.Fprintf(b, " %s |", a.Title)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(columns)) + "\n")
	for _, s := range p.Streams {
		if s.Format != format {
			continue
		}
		fmt.Fprintf(b, "| `%s`: %s | %s |", s.Name, s.About, verdict(s))
		for _, a := range columns {
			fmt.Fprintf(b, " %s |", p.cell(Cell{a.Name, s.Name}))
		}
		b.WriteByte('\n')
	}
}

func ofFormat(format string) (list []Adapter) {
	for _, a := range adapters {
		if a.Format == format {
			list = append(list, a)
		}
	}
	return list
}

// verdict is the engine's word on a stream, with the finding that matters most.
func verdict(s *Stream) string {
	if codes := s.codes(); len(codes) > 0 {
		return s.report.Status.String() + ": `" + codes[0] + "`"
	}
	return s.report.Status.String()
}

// cell is what one adapter did with one stream.
func (p *Page) cell(c Cell) string {
	i := slices.IndexFunc(p.Results, func(r *Result) bool { return r.Cell == c })
	if i < 0 {
		return ""
	}
	return p.Results[i].String() + mark(c)
}

// String says in a few words what the adapter did.
func (r *Result) String() string {
	switch r.Outcome() {
	case PassedThrough:
		return "handed over"
	case Blocked:
		return "blocked"
	}
	words := "ran"
	if len(r.Runs) > 1 {
		words = "ran both"
	}
	if !r.Stream.Healthy() || r.Early() {
		words = "**" + words + "**"
	}
	if r.Altered() {
		words += ", altered"
	}
	if r.Early() {
		words += ", early"
	}
	return words
}

// altered lists the arguments that adapters made up.
func (p *Page) altered(b *strings.Builder) {
	b.WriteString("\n## Arguments that no call has\n\n" +
		"The whole arguments are `{\"to\":\"alice\",\"amount\":1000}`; a stream that is cut breaks off after `\"amount\":1`.\n\n" +
		"| adapter | stream | the tool ran with |\n|---|---|---|\n")
	for _, a := range adapters {
		for _, r := range p.Results {
			if r.Adapter == a.Name && r.Altered() {
				fmt.Fprintf(b, "| %s, %s | `%s` | %s |\n", a.Title, a.Format, r.Stream.Name, arguments(r.Runs))
			}
		}
	}
}

func arguments(runs []Run) string {
	var texts []string
	for _, run := range runs {
		text, err := json.Marshal(run.Arguments)
		if err != nil {
			continue // it came as JSON
		}
		texts = append(texts, "`"+string(text)+"`")
	}
	return strings.Join(texts, ", ")
}

// reasons are those of the blind spots, each once, in a fixed order.
func reasons() []string {
	var list []string
	for _, why := range blind {
		if !slices.Contains(list, why) {
			list = append(list, why)
		}
	}
	slices.Sort(list)
	return list
}

var marks = []string{"¹", "²", "³", "⁴", "⁵"}

// mark refers from a cell to the reason why it is a blind spot.
func mark(c Cell) string {
	if why, ok := blind[c]; ok {
		return " " + marks[slices.Index(reasons(), why)]
	}
	return ""
}

func (p *Page) blindSpots(b *strings.Builder) {
	b.WriteString(`
## What toolverdict does not see

In every other cell the span of the turn has the verdict in the table, and ` + "`toolverdict.fail_open`" + ` is true where the tool
**ran**, false where it ran, and absent where it did not. Where a tool ran early, ` + "`executed_before_terminal`" + ` is found too.

`)
	for i, why := range reasons() {
		fmt.Fprintf(b, "- %s %s.\n", marks[i], strings.ToUpper(why[:1])+why[1:])
	}
	b.WriteString("- In no cell: a tool that an Anthropic tool runner ran and that failed. The SDKs mark its span as they mark one of\n" +
		"  arguments that they refused.\n")
}

// adapters lists what was measured.
func (p *Page) adapters(b *strings.Builder) {
	b.WriteString("\n## What was measured\n\n| adapter | packages | the tool is run by | spans |\n|---|---|---|---|\n")
	for _, a := range adapters {
		var packages []string
		for _, name := range a.Packages {
			packages = append(packages, "`"+name+"` "+p.Versions[name])
		}
		fmt.Fprintf(b, "| %s, %s | %s | %s | %s |\n", a.Title, a.Format, strings.Join(packages, ", "), a.Loop, a.Spans)
	}
}

// undated is a page without its date.
func undated(page string) string {
	var b strings.Builder
	for line := range strings.Lines(page) {
		if !strings.HasPrefix(line, dated) {
			b.WriteString(line)
		}
	}
	return b.String()
}
