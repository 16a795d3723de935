package load

import (
	"context"
	"errors"
	"io"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/bench/gauge"
	"github.com/toolverdict/toolverdict/internal/collector"
	"github.com/toolverdict/toolverdict/internal/streams"
	"github.com/toolverdict/toolverdict/internal/streams/batch"
)

// ErrSystem says that this system does not tell the CPU time of another process in
// the way that is read here.
var ErrSystem = errors.New("the CPU time of a collector is read from /proc, so on Linux only")

// A Variant is one configuration of the collector.
type Variant struct {
	// Name is what the tables call it.
	Name string

	processors, deltaEvents string // as in the configuration
}

// Variants returns the configurations, that without the processor first.
func Variants() []Variant {
	return []Variant{
		{"without toolverdict", "[]", "keep"},
		{"toolverdict, delta_events: keep", "[toolverdict]", "keep"},
		{"toolverdict, delta_events: drop", "[toolverdict]", "drop"},
	}
}

// exports is what comes out when the batch went in so many times.
func (v Variant) exports(td ptrace.Traces, batches int) counts {
	c := counts{Spans: td.SpanCount() * batches}
	if v.processors != "[]" {
		c.Judged = c.Spans
	}
	if v.deltaEvents == "keep" {
		c.Deltas = deltas(td) * batches
	}
	return c
}

// Options say what is measured.
type Options struct {
	// Binary is the path of the built collector.
	Binary string
	// Rounds is how often each variant is measured.
	Rounds int
	// Deltas is about how many deltas a round sends.
	Deltas int
	// Log gets what the collectors print.
	Log io.Writer
}

// Measure measures the variants, and returns a figure for each. The first round
// warms up and does not count.
func Measure(ctx context.Context, o Options) (figures []gauge.Figure, err error) {
	td := mixture()
	batches := max(1, o.Deltas/deltas(td))
	figures = make([]gauge.Figure, len(Variants()))
	var stations []*station
	defer func() {
		for _, s := range stations {
			err = errors.Join(err, s.close())
		}
	}()
	for _, v := range Variants() {
		s, err := open(ctx, o.Binary, v, o.Log)
		stations = append(stations, s)
		if err != nil {
			return nil, err
		}
	}
	for round := range o.Rounds + 1 {
		for i, s := range stations {
			took, err := s.round(ctx, td, batches)
			if err != nil {
				return nil, err
			}
			if round > 0 {
				figures[i].Nanos = append(figures[i].Nanos, float64(took)/float64(batches*deltas(td)))
			}
		}
	}
	return figures, nil
}

// mixture is a batch of calls and text in two formats, with about as many deltas
// of each of four streams. The fifth, long one would outweigh them.
func mixture() ptrace.Traces {
	all := streams.All()
	td := batch.New(&all[0], 5)
	batch.Add(td, &all[1], 2)
	batch.Add(td, &all[2], 3)
	batch.Add(td, &all[4], 3)
	return td
}

func deltas(td ptrace.Traces) (n int) {
	for _, span := range collector.Flatten(td) {
		n += span.Events().Len()
	}
	return n
}
