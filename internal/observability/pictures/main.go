// Command pictures draws the dashboard of examples/observability from a real run:
// the built collector judges turns of all kinds for some minutes, Prometheus scrapes
// it, and the dashboard's own queries are asked and plotted. With -prometheus-at it
// draws what a running Prometheus has instead.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/toolverdict/toolverdict/internal/observability/stage"
)

// patience is how long any one state is waited for.
const patience = time.Minute

// A run is what the flags say.
type run struct {
	root, collector, prometheus, at, out string
	length                               time.Duration
	perSecond                            int
	until                                string
}

func main() {
	var r run
	flag.StringVar(&r.root, "root", "../..", "root of the repository")
	flag.StringVar(&r.collector, "collector", "../../build/otelcol-toolverdict", "the built collector")
	flag.StringVar(&r.prometheus, "prometheus", "../../build/prometheus", "the built Prometheus")
	flag.StringVar(&r.at, "prometheus-at", "", "draw from the Prometheus at this host:port, and run nothing")
	flag.StringVar(&r.until, "until", "", "with -prometheus-at: the end of what is drawn, as in 2026-01-02T15:04:05Z; now, if empty")
	flag.StringVar(&r.out, "out", "../../docs/images", "folder for the pictures")
	flag.DurationVar(&r.length, "for", 12*time.Minute, "how long to run")
	flag.IntVar(&r.perSecond, "turns", 40, "turns a second")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := r.do(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

func (r *run) do(ctx context.Context) error {
	if r.at != "" {
		return r.drawOther(ctx)
	}
	folder, err := os.MkdirTemp("", "toolverdict-pictures-")
	if err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(folder, "log")) //nolint:gosec // a folder of our own
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	starting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s, err := stage.Start(starting, stage.Options{Binary: r.collector, Root: r.root, Flush: stage.Every, Seed: 1, Log: log})
	if err != nil {
		return fmt.Errorf("%w (the log is %s)", err, log.Name())
	}
	p, err := s.Prometheus(starting, r.prometheus, r.root, folder, log)
	if err == nil {
		fmt.Printf("Prometheus is at http://%s, the log in %s\n", p.Address, log.Name())
		err = r.traffic(ctx, s)
		if err == nil {
			err = r.draw(ctx, p.Address, time.Now())
		}
		err = errors.Join(err, p.Stop())
	}
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	return errors.Join(err, s.Stop(stopping))
}

// drawOther draws from a Prometheus that is not of this run.
func (r *run) drawOther(ctx context.Context) error {
	end := time.Now()
	if r.until != "" {
		var err error
		if end, err = time.Parse(time.RFC3339, r.until); err != nil {
			return fmt.Errorf("-until: %w", err)
		}
	}
	return r.draw(ctx, r.at, end)
}

// traffic sends turns at an even pace for the length of the run.
func (r *run) traffic(ctx context.Context, s *stage.Stage) error {
	tick := time.NewTicker(time.Second / time.Duration(r.perSecond))
	defer tick.Stop()
	began := time.Now()
	for {
		progress := float64(time.Since(began)) / float64(r.length)
		if progress >= 1 {
			return nil
		}
		if err := s.Draw(ctx, progress); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
