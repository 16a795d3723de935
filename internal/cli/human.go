package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
)

// meanings say what each verdict is for a reader.
var meanings = map[engine.Verdict]string{
	engine.Pass:          "complete, unambiguous and valid: eligible for your policy gate",
	engine.Fail:          "block every call of the turn",
	engine.Indeterminate: "evidence is missing: treat as blocked",
	engine.Invalid:       "the deltas can't be read",
	engine.NotApplicable: "no tool calls",
}

// writeHuman writes what a person wants to know, in that order: the verdict,
// the calls, and for each finding which call, where, why, whose fault, what to do.
func writeHuman(w io.Writer, results []result, s style) error {
	p := painter{on: colourful(w), arguments: s.arguments}
	var b strings.Builder
	for _, r := range results {
		if r.err == nil {
			p.report(&b, &r)
		}
	}
	if !s.single {
		p.summary(&b, results)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// colourful reports whether w is a terminal that wants colour.
func colourful(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(file.Fd()))
}

// A painter puts colour on text, or does not.
type painter struct{ on, arguments bool }

func (p painter) paint(colour, text string) string {
	if !p.on {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

func (p painter) verdict(v engine.Verdict) string {
	switch v {
	case engine.Pass:
		return p.paint("32", v.String())
	case engine.Fail, engine.Invalid:
		return p.paint("31", v.String())
	case engine.Indeterminate:
		return p.paint("33", v.String())
	}
	return v.String()
}

func (p painter) report(b *strings.Builder, r *result) {
	fmt.Fprintf(b, "%s: %s", printable(r.file), p.verdict(r.report.Status))
	fmt.Fprintf(b, "  (%s", orUnknown(r.report.Format))
	if r.report.Turns > 1 {
		fmt.Fprintf(b, ", %d turns", r.report.Turns)
	}
	fmt.Fprintf(b, ")  %s\n", meanings[r.report.Status])
	for _, c := range r.report.Calls {
		p.call(b, &c)
	}
	for _, f := range r.report.Findings {
		p.finding(b, &f)
	}
	for _, c := range r.report.HandedOver {
		p.comparison(b, &c)
	}
	if r.report.Omitted > 0 {
		fmt.Fprintf(b, "  … and %d more findings\n", r.report.Omitted)
	}
}

func (p painter) call(b *strings.Builder, c *engine.Call) {
	end := "ended"
	if !c.Terminal {
		end = "not ended"
	}
	turn := ""
	if c.Turn > 0 {
		turn = fmt.Sprintf("turn %d ", c.Turn)
	}
	fmt.Fprintf(b, "  call  %s%s slot %d  %s  %s  %d bytes of arguments, %s\n",
		turn, c.Scope, c.Slot, orNone(c.Name, "no name"), orNone(c.ID, "no id"), len(c.Arguments), end)
}

func orNone(text, none string) string {
	if text == "" {
		return "(" + none + ")"
	}
	return printable(text)
}

func (p painter) finding(b *strings.Builder, f *finding.Finding) {
	rule, _ := finding.Lookup(f.ID())
	colour := "31"
	if f.Level < finding.Error {
		colour = "33"
	}
	fmt.Fprintf(b, "  %s  %s  %s's fault  at %s\n", p.paint(colour, f.Level.String()), f.ID(), f.Fault, printable(f.Path))
	if f.Call != nil {
		fmt.Fprintf(b, "         %s slot %d, %s\n", f.Call.Scope, f.Call.Slot, orNone(f.Call.ID, "no id"))
	}
	fmt.Fprintf(b, "         %s\n         %s\n", f.Message, rule.Advice)
}

// comparison shows both sides of a call that the adapter handed over differently.
func (p painter) comparison(b *strings.Builder, c *engine.Comparison) {
	if c.Difference == "" {
		return
	}
	fmt.Fprintf(b, "  %s\n", c.Difference)
	if c.Wire == nil {
		b.WriteString("         wire     no such call\n")
	} else {
		fmt.Fprintf(b, "         wire     %s slot %d  %s\n", c.Scope, c.Slot, p.side(c.Wire))
	}
	if c.Adapter == nil {
		b.WriteString("         adapter  nothing\n")
	} else {
		fmt.Fprintf(b, "         adapter  %s\n", p.side(c.Adapter))
	}
}

func (p painter) side(s *engine.Side) string {
	text := orNone(s.Name, "no name") + "  " + orNone(s.ID, "no id")
	switch {
	case s.Bytes < 0:
		return text + "  arguments not recorded"
	case p.arguments:
		return text + "  " + printable(s.Arguments)
	}
	return fmt.Sprintf("%s  %d bytes of arguments, sha256 %.12s…", text, s.Bytes, s.SHA256)
}

// summary counts the files by verdict, worst first.
func (p painter) summary(b *strings.Builder, results []result) {
	counts := map[engine.Verdict]int{}
	unreadable := 0
	for _, r := range results {
		if r.err != nil {
			unreadable++
			continue
		}
		counts[r.report.Status]++
	}
	fmt.Fprintf(b, "%d files:", len(results))
	for _, v := range slices.Backward(engine.Verdicts()) {
		if n := counts[v]; n > 0 {
			fmt.Fprintf(b, "  %d %s", n, p.verdict(v))
		}
	}
	if unreadable > 0 {
		fmt.Fprintf(b, "  %d unreadable", unreadable)
	}
	b.WriteString("\n")
}
