package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/google/go-cmp/cmp"
)

// patience is how long all measurements together may take.
const patience = 10 * time.Minute

func main() {
	var l Laboratory
	flag.StringVar(&l.Collector, "collector", "build/otelcol-toolverdict", "the built collector")
	flag.StringVar(&l.Adapters, "adapters", "examples/adapters", "folder of the adapters, the streams and the collector's configuration")
	page := flag.String("page", "docs/adapters.md", "the page with the results")
	write := flag.Bool("write", false, "write the page, rather than compare it")
	only := flag.String("only", "", "measure only the cells that match, and print them: a regular expression on ADAPTER/STREAM")
	flag.Parse()
	if err := run(&l, *page, *only, *write, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "adapters:", err)
		os.Exit(1)
	}
}

func run(l *Laboratory, page, only string, write bool, out io.Writer) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var err error
	if l.Only, err = regexp.Compile(only); err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	streams, err := loadStreams(filepath.Join(l.Adapters, "streams"))
	if err != nil {
		return err
	}
	known, err := versions(l.Adapters)
	if err != nil {
		return err
	}
	l.Log = os.Stderr
	if only == "" {
		log, err := os.CreateTemp("", "toolverdict-adapters-*.log")
		if err != nil {
			return err
		}
		defer func() { _ = log.Close() }()
		l.Log = log
	}
	results, err := l.measure(ctx, streams)
	if err != nil {
		return fmt.Errorf("%w (what the processes said is in %s)", err, l.Log.Name())
	}
	if only != "" {
		show(results, out)
		return checkAll(results)
	}
	if err := os.Remove(l.Log.Name()); err != nil {
		return err
	}
	p := Page{Date: time.Now().UTC().Format(time.DateOnly), Results: results, Versions: known, Streams: streams}
	return errors.Join(checkAll(results), settle(page, p.String(), write))
}

// checkAll returns where the collector is wrong about what happened.
func checkAll(results []*Result) error {
	var errs []error
	for _, r := range results {
		for _, difference := range r.check() {
			errs = append(errs, fmt.Errorf("%s, %s: %s", r.Adapter, r.Stream.Name, difference))
		}
	}
	return errors.Join(errs...)
}

// settle writes the page, or compares it with the one that is there.
func settle(path, page string, write bool) error {
	if write {
		return os.WriteFile(path, []byte(page), 0o644) //nolint:gosec // a page for everybody
	}
	old, err := os.ReadFile(path) //nolint:gosec // a page that the caller names
	if err != nil {
		return err
	}
	if diff := cmp.Diff(undated(string(old)), undated(page)); diff != "" {
		return fmt.Errorf("%s is not what was measured; if it should be, run make adapters (-page +measured):\n%s", path, diff)
	}
	return nil
}

// show prints the cells.
func show(results []*Result, out io.Writer) {
	for _, r := range results {
		_, _ = fmt.Fprintf(out, "%s, %s: %s; error %q; verdict %q; fail_open %q; findings %q\n", r.Adapter, r.Stream.Name, r,
			r.Error, r.attribute("toolverdict.verdict"), r.failOpen(), r.findings())
	}
}
