package main

import (
	"context"
	"errors"

	"github.com/toolverdict/toolverdict/bench/gauge"
	"github.com/toolverdict/toolverdict/bench/page"
	"github.com/toolverdict/toolverdict/bench/pipeline"
	"github.com/toolverdict/toolverdict/internal/streams"
	"github.com/toolverdict/toolverdict/internal/streams/batch"
)

// batchDeltas is about how many deltas a batch has; a stream of more is a batch alone.
const batchDeltas = 2000

// idleSpans is how many spans a batch has in which there is nothing to judge.
const idleSpans = 100

// measureProcessor measures what a collector does to a batch, on batches of each
// stream, and the processor on spans without deltas.
func measureProcessor(ctx context.Context, o gauge.Options) (b *board, idle gauge.Figure, err error) {
	var jobs []job
	var closers []func() error
	defer func() {
		for _, closing := range closers {
			err = errors.Join(err, closing())
		}
	}()
	var rows []string
	for _, step := range pipeline.Steps() {
		rows = append(rows, step.Name)
	}
	for _, s := range streams.All() {
		spans := max(1, batchDeltas/len(s.Deltas))
		for _, step := range pipeline.Steps() {
			run, closing, err := step.Open(ctx, batch.New(&s, spans))
			if err != nil {
				return nil, idle, err
			}
			closers = append(closers, closing)
			jobs = append(jobs, job{place{step.Name, letter(&s)}, gauge.Case{Deltas: spans * len(s.Deltas), Run: run}})
		}
	}
	if b, err = newBoard(rows, jobs, o); err != nil {
		return nil, idle, err
	}
	run, closing, err := pipeline.Idle(ctx, batch.New(&streams.Stream{}, idleSpans))
	if err != nil {
		return nil, idle, err
	}
	closers = append(closers, closing)
	figures, err := gauge.Measure([]gauge.Case{{Name: "spans without deltas", Deltas: idleSpans, Run: run}}, o)
	if err != nil {
		return nil, idle, err
	}
	return b, figures[0], nil
}

func processorTable(b *board, idle gauge.Figure) page.Table {
	return page.Table{
		Title: "The processor and its neighbours",
		About: english.Sprintf("Batches of about %d deltas. CPU ns per delta · allocations per delta · CPU relative to reading and writing the same batch as OTLP.\n"+
			"A span without deltas costs the processor %.0f ns and %.1f allocations, in a batch of %d.",
			batchDeltas, idle.PerDelta(), idle.AllocationsPerDelta(), idleSpans),
		Header: b.header("step"),
		Rows: b.cells(func(p place, f gauge.Figure) string {
			return english.Sprintf("%.0f · %.1f · %s", f.PerDelta(), f.AllocationsPerDelta(), times(b.ratio(p.row, pipeline.OTLP, p.column)))
		}),
	}
}
