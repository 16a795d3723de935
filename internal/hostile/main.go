// Command hostile attacks the built collector with what a client of its OTLP
// receiver can send, and prints what became of each attack: whether it was accepted
// or who refused it, the verdict and the codes, and how much memory the collector
// had at most. After each attack a healthy turn must pass; the process must neither
// end nor have more than 512 MiB, and what it writes must be fit to be shown.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/toolverdict/toolverdict/internal/collector"
)

// patience is how long the collector may take for one attack, or to recover.
const patience = time.Minute

func main() {
	binary := flag.String("collector", "build/otelcol-toolverdict", "the built collector")
	config := flag.String("config", "internal/hostile/collector.yaml", "its configuration")
	only := flag.String("only", "", "make only the attacks whose names contain this")
	flag.Parse()
	if err := run(*binary, *config, *only, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(1)
	}
}

func run(binary, config, only string, out io.Writer) (err error) {
	var s sink
	address, stop, err := s.listen()
	if err != nil {
		return err
	}
	defer stop()
	log, err := os.Create(filepath.Join(os.TempDir(), "toolverdict-hostile.log")) //nolint:gosec // a fixed name of our own
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	p, err := collector.Start(ctx, collector.Options{
		Binary: binary, Config: config, Log: log, Env: []string{"SINK=" + address, "GOMEMLIMIT=320MiB"},
	})
	if err != nil {
		return fmt.Errorf("%w (its log is %s)", err, log.Name())
	}
	f := field{process: p, sink: &s, memory: processOf(p.PID()), out: out, only: only}
	err = f.fight()
	if err != nil {
		err = fmt.Errorf("%w (the collector's log is %s)", err, log.Name())
	} else {
		err = f.outside(log.Name())
	}
	ctx, cancel = context.WithTimeout(context.Background(), patience)
	defer cancel()
	return errors.Join(err, p.Stop(ctx))
}
