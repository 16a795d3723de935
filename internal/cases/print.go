package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// A tally counts the cases of one format.
type tally struct{ cases, misses, reviewed int }

// write writes the misses, the streams under review, and a line for each format.
func write(out io.Writer, outcomes []outcome) (missed bool, err error) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	tallies := map[string]*tally{}
	for _, o := range outcomes {
		t := tallies[o.format]
		if t == nil {
			t = &tally{}
			tallies[o.format] = t
		}
		t.cases++
		codes := strings.Join(o.codes, ", ")
		switch {
		case o.miss != "":
			t.misses++
			missed = true
			_, _ = fmt.Fprintf(w, "MISS\t%s\t%s\twant %s\tgot %s\t%s\t(%s)\n", o.file, o.format, o.want, o.got, codes, o.miss)
		case o.want == review:
			t.reviewed++
			_, _ = fmt.Fprintf(w, "review\t%s\t%s\t\tgot %s\t%s\t\n", o.file, o.format, o.got, codes)
		}
	}
	if err := w.Flush(); err != nil {
		return missed, err
	}
	for _, format := range slices.Sorted(maps.Keys(tallies)) {
		t := tallies[format]
		_, _ = fmt.Fprintf(w, "%s\t%d cases\t%d misses\t%d under review\n", format, t.cases, t.misses, t.reviewed)
	}
	return missed, w.Flush()
}
