package main

import (
	"strconv"

	"github.com/toolverdict/toolverdict/bench/gauge"
	"github.com/toolverdict/toolverdict/bench/page"
	"github.com/toolverdict/toolverdict/bench/peer"
	"github.com/toolverdict/toolverdict/internal/streams"
)

// fragment is the size of a piece of arguments, in bytes.
const fragment = 10

// The turns and slots that growth is measured on, and what they are compared with.
var (
	lengths = []int{10, 100, 1000, 10_000}
	widths  = []int{1, 4, 16, 64, 256}
)

const (
	baseLength = "100"
	baseWidth  = "1"
	// widthDeltas is how many deltas a turn has whose slots grow in number.
	widthDeltas = 4096
)

// measureGrowth measures the engine on turns of more and more deltas, and of more
// and more slots in the same number of deltas.
func measureGrowth(o gauge.Options) (turns, slots *board, err error) {
	longer, wider := map[int]streams.Stream{}, map[int]streams.Stream{}
	for _, n := range lengths {
		longer[n] = streams.OpenAI("longer", 1, n, fragment)
	}
	for _, n := range widths {
		wider[n] = streams.OpenAI("wider", n, widthDeltas, fragment)
	}
	if turns, err = measureSizes(lengths, longer, o); err != nil {
		return nil, nil, err
	}
	slots, err = measureSizes(widths, wider, o)
	return turns, slots, err
}

// measureSizes measures the engine, whole and without the end of a turn.
func measureSizes(sizes []int, bySize map[int]streams.Stream, o gauge.Options) (*board, error) {
	var jobs []job
	var rows []string // the engine's own
	for _, p := range peer.All()[:2] {
		rows = append(rows, p.Name)
		for _, n := range sizes {
			s := bySize[n]
			j, err := reading(&p, &s, strconv.Itoa(n))
			if err != nil {
				return nil, err
			}
			jobs = append(jobs, j)
		}
	}
	return newBoard(rows, jobs, o)
}

func turnsTable(b *board) page.Table {
	return growthTable(b, baseLength, page.Table{
		Title: "Growth with the deltas of a turn",
		About: "One call, OpenAI chunks. CPU ns per delta · relative to " + baseLength + " deltas.",
	})
}

func slotsTable(b *board) page.Table {
	return growthTable(b, baseWidth, page.Table{
		Title: "Growth with the slots of a turn",
		About: "Interleaved calls, about " + strconv.Itoa(widthDeltas) + " OpenAI chunks and as many bytes of arguments in all. CPU ns per delta · relative to one slot.",
	})
}

func growthTable(b *board, base string, t page.Table) page.Table {
	t.Header = b.header("")
	t.Rows = b.cells(func(p place, f gauge.Figure) string {
		return english.Sprintf("%.0f · %s", f.PerDelta(), times(b.growth(p.row, p.column, base)))
	})
	return t
}

// perFurtherDelta is how many allocations a delta takes beyond those of its turn:
// what the last of a long turn add, while they are only observed.
func perFurtherDelta(b *board) float64 {
	const short, long = 1000, 10_000
	of := func(n int) float64 {
		return b.figures[place{peer.Observing, strconv.Itoa(n)}].AllocationsPerDelta() * float64(n)
	}
	return (of(long) - of(short)) / (long - short)
}
