// Command soak puts the built collector under load for a while: turns of which one
// in twenty is at fault, and tools that ran them, on spans that mostly come later.
// It wants exact counts, no span lost, and memory that stays flat after a warm-up,
// and prints what it measured.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"github.com/toolverdict/toolverdict/internal/collector"
)

// patience is how long the soak waits for any one state.
const patience = time.Minute

// flat is by how much memory may grow in the second half of the load.
const flat = 1.25

func main() {
	binary := flag.String("collector", "build/otelcol-toolverdict", "the built collector")
	config := flag.String("config", "internal/soak/collector.yaml", "its configuration")
	turns := flag.Int("turns", 200_000, "how many turns to send")
	limit := flag.Duration("limit", 2*time.Minute, "stop sending after this long")
	batch := flag.Int("batch", 200, "turns in one request")
	flag.Parse()
	if err := run(*binary, *config, *turns, *batch, *limit, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

func run(binary, config string, turns, batch int, limit time.Duration, out io.Writer) (err error) {
	var s sink
	address, stop, err := collector.Serve(s.add)
	if err != nil {
		return err
	}
	defer stop()
	log, err := os.Create(filepath.Join(os.TempDir(), "toolverdict-soak.log")) //nolint:gosec // a fixed name of our own
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	ctx, cancel := context.WithTimeout(context.Background(), limit+2*patience)
	defer cancel()
	p, err := collector.Start(ctx, collector.Options{Binary: binary, Config: config, Log: log, Env: []string{"SINK=" + address}})
	if err != nil {
		return fmt.Errorf("%w (its log is %s)", err, log.Name())
	}
	l := load{process: p, batch: batch}
	err = l.send(ctx, turns, limit)
	if err == nil {
		err = p.Wait(ctx, "all spans to come back", func() bool { c := s.snapshot(); return c.Turns+c.Runs >= 2*l.turns })
	}
	metrics, metricsErr := failOpenMetric(ctx, p)
	err = errors.Join(err, metricsErr, p.Stop(ctx))
	if err != nil {
		return err
	}
	return l.judge(s.snapshot(), metrics, out)
}

// A load is what was sent, and what it cost.
type load struct {
	process *collector.Process
	batch   int
	turns   int // that were sent
	took    time.Duration
	memory  []float64 // of the collector, in bytes, as the load went on
}

// send sends turns, and the runs of earlier ones, until the limit.
func (l *load) send(ctx context.Context, turns int, limit time.Duration) error {
	client, hangUp, err := l.process.Dial()
	if err != nil {
		return err
	}
	defer func() { _ = hangUp() }()
	began := time.Now()
	for l.turns < turns && time.Since(began) < limit {
		from, to := l.turns, min(turns, l.turns+l.batch)
		if err := l.export(ctx, client, from, to, from-late, to-late); err != nil {
			return err
		}
		l.turns = to
		if (to/l.batch)%25 == 0 {
			if err := l.measure(ctx); err != nil {
				return err
			}
		}
	}
	// The runs of the last turns.
	err = l.export(ctx, client, 0, 0, l.turns-late, l.turns)
	l.took = time.Since(began)
	return err
}

// export sends turns and runs of earlier turns in one request. The early runs come
// with a request of their own, in front.
func (l *load) export(ctx context.Context, client ptraceotlp.GRPCClient, turnsFrom, turnsTo, runsFrom, runsTo int) error {
	first, rest := ptrace.NewTraces(), ptrace.NewTraces()
	ahead := first.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	spans := rest.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	for turn := turnsFrom; turn < turnsTo; turn++ {
		if early(turn) {
			addRun(ahead, turn)
		}
		addTurn(spans, turn)
	}
	for turn := max(0, runsFrom); turn < runsTo; turn++ {
		if !early(turn) {
			addRun(spans, turn)
		}
	}
	for _, td := range []ptrace.Traces{first, rest} {
		if td.SpanCount() == 0 {
			continue
		}
		if _, err := client.Export(ctx, ptraceotlp.NewExportRequestFromTraces(td)); err != nil {
			return err
		}
	}
	return nil
}

func (l *load) measure(ctx context.Context) error {
	rss, err := metric(ctx, l.process, "otelcol_process_memory_rss")
	l.memory = append(l.memory, rss)
	return err
}

func failOpenMetric(ctx context.Context, p *collector.Process) (float64, error) {
	return metric(ctx, p, "otelcol_processor_toolverdict_fail_open")
}

// metric adds up the lines of a metric.
func metric(ctx context.Context, p *collector.Process, name string) (float64, error) {
	page, err := collector.Get(ctx, "http://"+p.Metrics+"/metrics")
	if err != nil {
		return 0, err
	}
	sum, lines := 0.0, 0
	for line := range strings.Lines(string(page)) {
		rest, ok := strings.CutPrefix(line, name)
		if !ok || strings.IndexAny(rest, "{ _") != 0 {
			continue
		}
		fields := strings.Fields(rest)
		value, err := strconv.ParseFloat(fields[len(fields)-1], 64)
		if err != nil {
			return 0, err
		}
		sum += value
		lines++
	}
	if lines == 0 {
		return 0, fmt.Errorf("there is no metric %s", name)
	}
	return sum, nil
}

// judge compares what came back with what must, and prints the figures.
func (l *load) judge(got counts, failOpen float64, out io.Writer) error {
	faults := (l.turns + faultEvery - 1) / faultEvery
	want := counts{Turns: l.turns, Runs: l.turns, Pass: l.turns - faults, Fail: faults, FailOpen: faults, FailSafe: l.turns - faults}
	_, _ = fmt.Fprintf(out, "%d turns and %d runs in %.1f s: %.0f spans a second\n", l.turns, l.turns, l.took.Seconds(), 2*float64(l.turns)/l.took.Seconds())
	_, _ = fmt.Fprintf(out, "came back: %+v\n", got)
	_, _ = fmt.Fprintf(out, "fail-open calls by the metric: %.0f, expected %d\n", failOpen, faults)
	errs := []error{l.judgeMemory(out)}
	if got != want {
		errs = append(errs, fmt.Errorf("counts are %+v, want %+v", got, want))
	}
	if int(failOpen) != faults {
		errs = append(errs, fmt.Errorf("the metric counts %.0f fail-open calls, want %d", failOpen, faults))
	}
	return errors.Join(errs...)
}

// judgeMemory takes the first half of the load for a warm-up.
func (l *load) judgeMemory(out io.Writer) error {
	if len(l.memory) < 4 {
		return errors.New("too short a load to judge memory: send more turns")
	}
	half := len(l.memory) / 2
	warm, last := maximum(l.memory[:half]), maximum(l.memory[half:])
	_, _ = fmt.Fprintf(out, "memory: %.0f MiB after half of the load, %.0f MiB at most afterwards\n", warm/(1<<20), last/(1<<20))
	if last > flat*warm {
		return fmt.Errorf("memory grew by %.0f %% after the warm-up", 100*(last/warm-1))
	}
	return nil
}

func maximum(values []float64) (m float64) {
	for _, v := range values {
		m = max(m, v)
	}
	return m
}
