// Command bench measures toolverdict and its peers side by side in one run, and
// prints the medians and ratios as Markdown: the engine, the processor, how the cost
// grows with a turn, and the built collector with and without the processor. At the
// end stands what the project wants to hold, and whether it did.
//
// It measures CPU time, one section after the other, and takes a few minutes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/toolverdict/toolverdict/bench/gauge"
	"github.com/toolverdict/toolverdict/bench/page"
)

// patience is how long a whole run may take.
const patience = time.Hour

// Options say what is measured, and for how long.
type options struct {
	gauge     gauge.Options
	collector string // path of the built collector
	deltas    int    // that a collector gets in each round
	logs      io.Writer
}

func main() {
	var o options
	flag.IntVar(&o.gauge.Rounds, "rounds", 15, "how often everything is measured")
	flag.DurationVar(&o.gauge.Span, "span", 60*time.Millisecond, "CPU time of one measurement, about")
	flag.StringVar(&o.collector, "collector", "../build/otelcol-toolverdict", "the built collector")
	flag.IntVar(&o.deltas, "deltas", 200_000, "deltas that each collector gets in a round, about")
	write := flag.String("write", "", "page to write the figures into, between its marks")
	flag.Parse()
	if err := run(o, *write, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(o options, write string, out io.Writer) (err error) {
	if o.gauge.Rounds < 1 {
		return fmt.Errorf("-rounds is %d, it must be 1 or more", o.gauge.Rounds)
	}
	if _, err := os.Stat(o.collector); err != nil {
		return fmt.Errorf("there is no collector, make build builds it: %w", err)
	}
	runtime.GOMAXPROCS(1) // one core, as the collectors get
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	log, err := os.CreateTemp("", "toolverdict-bench-*.log")
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, log.Close())
		if err == nil {
			err = os.Remove(log.Name())
		}
	}()
	o.logs = log
	r, err := measure(ctx, o)
	if err != nil {
		return fmt.Errorf("%w (the log of the collectors is %s)", err, log.Name())
	}
	figures := r.markdown(o)
	if _, err := io.WriteString(out, figures); err != nil || write == "" {
		return err
	}
	return page.Write(write, figures)
}

// results are the figures of a whole run.
type results struct {
	engine, processor, turns, slots *board
	idle                            gauge.Figure
	collector                       []gauge.Figure // by variant; nil where it can't be measured
}

// measure measures one section after the other, and says so, since each takes a while.
func measure(ctx context.Context, o options) (r results, err error) {
	for _, section := range []struct {
		what string
		do   func() error
	}{
		{"engine", func() (err error) { r.engine, err = measureEngine(o.gauge); return err }},
		{"growth", func() (err error) { r.turns, r.slots, err = measureGrowth(o.gauge); return err }},
		{"processor", func() (err error) { r.processor, r.idle, err = measureProcessor(ctx, o.gauge); return err }},
		{"collector", func() (err error) { r.collector, err = measureCollector(ctx, o); return err }},
	} {
		began := time.Now()
		if err := section.do(); err != nil {
			return r, fmt.Errorf("%s: %w", section.what, err)
		}
		fmt.Fprintf(os.Stderr, "%s: %.0f s\n", section.what, time.Since(began).Seconds())
	}
	return r, nil
}

// markdown is the page of figures.
func (r *results) markdown(o options) string {
	sections := []string{
		setting(o) + "\n" + r.spread(),
		r.promised().String(),
		engineTable(r.engine).String(),
		processorTable(r.processor, r.idle).String(),
		turnsTable(r.turns).String(),
		slotsTable(r.slots).String(),
		collectorTable(r.collector).String(),
	}
	return strings.Join(sections, "\n")
}

// spread says how much the rounds differ.
func (r *results) spread() string {
	figures := append([]gauge.Figure{r.idle}, r.collector...)
	for _, b := range []*board{r.engine, r.processor, r.turns, r.slots} {
		for _, f := range b.figures {
			figures = append(figures, f)
		}
	}
	var spreads []float64
	most := 0.0
	for _, f := range figures {
		spreads = append(spreads, f.Spread())
		most = max(most, f.Spread())
	}
	return fmt.Sprintf("The middle half of the rounds of a figure lies within %.0f %% of its median for half of the figures, within %.0f %% for all.\n",
		100*gauge.Median(spreads), 100*most)
}
