package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// WriteText writes a summary for a terminal: verdicts by service, findings, and the
// worst turns in a line each.
func (d *Digest) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s with a verdict, %s. Failed open: %d.\n\n", count(d.total.Turns, "span"), d.span.String(), d.total.FailOpen)
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprint(table, "SERVICE\tPROVIDER\tMODEL\tFORMAT\tTURNS\tFAILED OPEN")
	for _, v := range verdicts {
		_, _ = fmt.Fprintf(table, "\t%s", strings.ToUpper(title(v.String())))
	}
	_, _ = fmt.Fprintln(table)
	for _, g := range d.sortedGroups() {
		c := d.groups[g]
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d\t%d", g.Service, orDash(g.Provider), orDash(g.Model), orDash(g.Format), c.Turns, c.FailOpen)
		for _, v := range verdicts {
			_, _ = fmt.Fprintf(table, "\t%d", c.Of(v))
		}
		_, _ = fmt.Fprintln(table)
	}
	_ = table.Flush() // into memory
	d.writeCodes(&b)
	d.writeWorst(&b)
	for i, note := range d.notes() {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(note + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// title is what a verdict is called where there is little room.
func title(verdict string) string {
	if verdict == "not_applicable" {
		return "no calls"
	}
	return verdict
}

func (d *Digest) writeCodes(b *strings.Builder) {
	if len(d.codes) == 0 {
		return
	}
	b.WriteString("\n")
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "FINDING\tTO BLAME\tTURNS\tFIRST SEEN")
	for _, id := range d.sortedCodes() {
		r := d.codes[id].row(id, &d.span)
		_, _ = fmt.Fprintf(table, "%s\t%s\t%d\t%s\n", r.ID, orDash(r.Fault), r.Turns, r.First)
	}
	_ = table.Flush()
}

func (d *Digest) writeWorst(b *strings.Builder) {
	turns := d.Worst()
	if len(turns) == 0 {
		return
	}
	fmt.Fprintf(b, "\nThe worst turns, at most %d that went wrong in the same way:\n", maxPerKind)
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "VERDICT\tSERVICE\tFINDING\tBEGAN\tTRACE\tSPAN")
	for _, t := range turns {
		verdict := t.Verdict.String()
		if t.FailOpen {
			verdict += ", failed open"
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", verdict, t.Service, orDash(t.Primary), stamp(t.Start), t.Trace, t.SpanID)
	}
	_ = table.Flush()
}
