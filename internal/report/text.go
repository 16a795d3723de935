package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/toolverdict/toolverdict/engine"
)

// WriteText writes a summary for a terminal: verdicts by service, findings, and the
// worst turns in a line each.
func (d *Digest) WriteText(w io.Writer) error {
	var b strings.Builder
	if d.total.Turns == 0 {
		b.WriteString("No span has a verdict. Is the toolverdict processor in the pipeline, in front of the file exporter?\n")
		_, err := io.WriteString(w, b.String())
		return err
	}
	fmt.Fprintf(&b, "%d spans with a verdict, from %s to %s. Failed open: %d.\n\n", d.total.Turns, stamp(d.from), stamp(d.to), d.total.FailOpen)
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "service\tprovider\tmodel\tformat\tturns\tpass\tfail\tindeterminate\tinvalid\tno calls\tfailed open")
	for _, g := range d.sortedGroups() {
		c := d.groups[g]
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d", g.Service, g.Provider, g.Model, g.Format, c.Turns)
		for _, v := range []engine.Verdict{engine.Pass, engine.Fail, engine.Indeterminate, engine.Invalid, engine.NotApplicable} {
			_, _ = fmt.Fprintf(table, "\t%d", c.Verdicts[v])
		}
		_, _ = fmt.Fprintf(table, "\t%d\n", c.FailOpen)
	}
	_ = table.Flush() // into memory
	d.writeCodes(&b)
	d.writeWorst(&b)
	for _, note := range d.notes() {
		b.WriteString("\n" + note)
	}
	if !strings.HasSuffix(b.String(), "\n") {
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (d *Digest) writeCodes(b *strings.Builder) {
	rows, _ := d.codeRows()
	if len(rows) == 0 {
		return
	}
	b.WriteString("\n")
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "finding\tto blame\tturns\tfirst seen")
	for _, r := range rows {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%d\t%s\n", r.ID, r.Fault, r.Turns, r.First)
	}
	_ = table.Flush()
}

func (d *Digest) writeWorst(b *strings.Builder) {
	worst := d.Worst()
	if len(worst) == 0 {
		return
	}
	b.WriteString("\nThe worst turns:\n")
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, t := range worst {
		open := ""
		if t.FailOpen {
			open = "failed open"
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\ttrace %s\n", stamp(t.Start), t.Service, t.Verdict, t.Primary, open, t.Trace)
	}
	_ = table.Flush()
}
