package main

import (
	"slices"

	"github.com/toolverdict/toolverdict/bench/gauge"
	"github.com/toolverdict/toolverdict/bench/page"
	"github.com/toolverdict/toolverdict/bench/peer"
	"github.com/toolverdict/toolverdict/internal/streams"
)

// letter is the short name of a stream.
func letter(s *streams.Stream) string { return s.Name[:1] }

// measureEngine measures the engine and its peers on the streams they can read.
func measureEngine(o gauge.Options) (*board, error) {
	peers := peer.All()
	var rows []string
	for i := range peers {
		rows = append(rows, peers[i].Name)
	}
	var jobs []job
	for _, s := range streams.All() {
		for i := range peers {
			if !peers[i].Reads(&s) {
				continue
			}
			j, err := reading(&peers[i], &s, letter(&s))
			if err != nil {
				return nil, err
			}
			jobs = append(jobs, j)
		}
	}
	fresh, err := readingFresh()
	if err != nil {
		return nil, err
	}
	rows = slices.Insert(rows, 1, freshRow)
	return newBoard(rows, append(jobs, fresh...), o)
}

// freshRow is the engine on turns of which no two that follow each other have the
// same arguments: what it knows of the turn before is of less use to it.
const freshRow = peer.Engine + ", other content each turn"

// variants is how many different turns such a row goes through.
const variants = 8

// readingFresh are the jobs of that row.
func readingFresh() ([]job, error) {
	var all [variants][]streams.Stream
	for i := range all {
		all[i] = streams.Seeded(uint64(i) + 1)
	}
	var jobs []job
	for n := range all[0] {
		r, err := peer.All()[0].Open(&all[0][n])
		if err != nil {
			return nil, err
		}
		turn := 0
		jobs = append(jobs, job{
			place{freshRow, letter(&all[0][n])},
			gauge.Case{Deltas: len(all[0][n].Deltas), Run: func() error {
				turn++
				return r.Read(all[turn%variants][n].Deltas)
			}},
		})
	}
	return jobs, nil
}

// reading is the job of a peer to read a stream.
func reading(p *peer.Peer, s *streams.Stream, column string) (job, error) {
	r, err := p.Open(s)
	return job{
		place{p.Name, column},
		gauge.Case{Deltas: len(s.Deltas), Run: func() error { return r.Read(s.Deltas) }},
	}, err
}

func engineTable(b *board) page.Table {
	return page.Table{
		Title:  "The engine and its peers",
		About:  "CPU ns per delta · allocations per delta · CPU relative to the engine (more than 1: the engine takes less).",
		Header: b.header("reader"),
		Rows: b.cells(func(p place, f gauge.Figure) string {
			return english.Sprintf("%.0f · %.1f · %s", f.PerDelta(), f.AllocationsPerDelta(), times(b.ratio(p.row, peer.Engine, p.column)))
		}),
	}
}
