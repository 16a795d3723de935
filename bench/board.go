package main

import (
	"slices"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/toolverdict/toolverdict/bench/gauge"
)

// A board holds figures by row and column. Not every place has one.
type board struct {
	rows, columns []string
	figures       map[place]gauge.Figure
}

type place struct{ row, column string }

// A job is a case with its place on a board.
type job struct {
	place
	gauge.Case
}

// newBoard measures the jobs together. Columns are in the order of the jobs.
func newBoard(rows []string, jobs []job, o gauge.Options) (*board, error) {
	b := &board{rows: rows, figures: map[place]gauge.Figure{}}
	cases := make([]gauge.Case, len(jobs))
	for i, j := range jobs {
		cases[i] = j.Case
		cases[i].Name = j.row + " on " + j.column
	}
	figures, err := gauge.Measure(cases, o)
	if err != nil {
		return nil, err
	}
	for i, j := range jobs {
		if !slices.Contains(b.columns, j.column) {
			b.columns = append(b.columns, j.column)
		}
		b.figures[j.place] = figures[i]
	}
	return b, nil
}

// ratio is how much more the row takes in a column than the base does.
func (b *board) ratio(row, base, column string) float64 {
	return b.figures[place{row, column}].Ratio(b.figures[place{base, column}])
}

// growth is how much more a row takes in a column than in another.
func (b *board) growth(row, column, base string) float64 {
	return b.figures[place{row, column}].Ratio(b.figures[place{row, base}])
}

// cells makes the rows of a table. A place without a figure is a dash.
func (b *board) cells(cell func(p place, f gauge.Figure) string) (rows [][]string) {
	for _, row := range b.rows {
		cells := []string{row}
		for _, column := range b.columns {
			p := place{row, column}
			f, measured := b.figures[p]
			if !measured {
				cells = append(cells, "–")
				continue
			}
			cells = append(cells, cell(p, f))
		}
		rows = append(rows, cells)
	}
	return rows
}

// header is the first row of the board's table.
func (b *board) header(first string) []string { return append([]string{first}, b.columns...) }

// english writes numbers with their thousands apart.
var english = message.NewPrinter(language.English)

// times writes a ratio, with as many places as tell something.
func times(ratio float64) string {
	switch {
	case ratio >= 100:
		return english.Sprintf("%.0f×", ratio)
	case ratio >= 2:
		return english.Sprintf("%.1f×", ratio)
	}
	return english.Sprintf("%.2f×", ratio)
}
