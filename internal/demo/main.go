// Command demo starts the built collector, sends it recorded turns of four
// services, and shows what it says about them. With -stay it leaves the
// collector running.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/toolverdict/toolverdict/internal/collector"
)

// patience is how long the demo waits for any one state.
const patience = time.Minute

func main() {
	binary := flag.String("collector", "build/otelcol-toolverdict", "the built collector")
	config := flag.String("config", "examples/demo/collector.yaml", "its configuration")
	requests := flag.String("requests", "testdata/otlp", "folder of OTLP/JSON requests to send")
	stay := flag.Bool("stay", false, "leave the collector running until interrupted")
	flag.Parse()
	if err := run(*binary, *config, *requests, *stay, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(binary, config, requests string, stay bool, out io.Writer) (err error) {
	folder, err := os.MkdirTemp("", "toolverdict-demo-")
	if err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(folder, "collector.log")) //nolint:gosec // a folder of our own
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	spansFile := filepath.Join(folder, "spans.jsonl")
	p, err := collector.Start(ctx, collector.Options{
		Binary: binary, Config: config, Log: log, Env: []string{"SPANS_FILE=" + spansFile},
	})
	if err != nil {
		return fmt.Errorf("%w (its log is %s)", err, log.Name())
	}
	err = show(ctx, p, requests, spansFile, out)
	if err == nil && stay {
		linger(p, out)
	}
	stopping, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err = errors.Join(err, p.Stop(stopping))
	if err == nil {
		_, err = fmt.Fprintf(out, "\nThe spans are in %s, the collector's log in %s\nAs a page: go run ./cmd/toolverdict report --from %s --html report.html\n",
			spansFile, log.Name(), spansFile)
	}
	return err
}

// show sends the requests and prints what came of them.
func show(ctx context.Context, p *collector.Process, requests, spansFile string, out io.Writer) error {
	sent, err := send(ctx, p, requests)
	if err != nil {
		return err
	}
	var spans []collector.Span
	err = p.Wait(ctx, "all spans to be exported", func() bool {
		spans, err = collector.Spans(spansFile)
		return err != nil || len(spans) >= sent
	})
	if err != nil {
		return err
	}
	if err := table(out, spans); err != nil {
		return err
	}
	if err := metrics(ctx, p, out); err != nil {
		return err
	}
	_, err = io.WriteString(out, `
What to look at next
  fail            docs/findings.md says what each code means and what to do
  the same check  go run ./cmd/toolverdict check testdata/streams
  your collector  README.md: add an entry to your builder manifest
`)
	return err
}

// send posts every request of the folder and returns how many spans they hold:
// one each.
func send(ctx context.Context, p *collector.Process, folder string) (int, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return 0, err
	}
	if len(files) == 0 {
		return 0, fmt.Errorf("%s: no *.json requests", folder)
	}
	for _, file := range files {
		body, err := os.ReadFile(file) //nolint:gosec // a folder that the user names
		if err != nil {
			return 0, err
		}
		if err := p.SendJSON(ctx, body); err != nil {
			return 0, fmt.Errorf("%s: %w", file, err)
		}
	}
	return len(files), nil
}

// table prints one line for each span.
func table(out io.Writer, spans []collector.Span) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "SERVICE\tFORMAT\tVERDICT\tFINDINGS\tFAULT")
	for _, s := range spans {
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", s.Service,
			attribute(s, "toolverdict.format"), attribute(s, "toolverdict.verdict"),
			findings(s), attribute(s, "toolverdict.fault"))
	}
	return w.Flush()
}

func attribute(s collector.Span, key string) string {
	if v, ok := s.Attributes().Get(key); ok {
		return v.AsString()
	}
	return "-"
}

func findings(s collector.Span) string {
	v, ok := s.Attributes().Get("toolverdict.findings")
	if !ok {
		return "-"
	}
	var codes []string
	for _, code := range v.Slice().All() {
		codes = append(codes, code.Str())
	}
	return strings.Join(codes, ", ")
}

// metrics prints the processor's own metric lines.
func metrics(ctx context.Context, p *collector.Process, out io.Writer) error {
	page, err := collector.Get(ctx, "http://"+p.Metrics+"/metrics")
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out, "\nMetrics (http://%s/metrics)\n", p.Metrics)
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "otelcol_processor_toolverdict_") {
			_, _ = io.WriteString(out, "  "+withoutScope(line))
		}
	}
	return nil
}

// withoutScope leaves out the labels that are the same on every line.
func withoutScope(line string) string {
	open, end := strings.IndexByte(line, '{'), strings.LastIndexByte(line, '}')
	if open < 0 || end < open {
		return line
	}
	var labels []string
	for label := range strings.SplitSeq(line[open+1:end], ",") {
		if !strings.HasPrefix(label, "otel_scope_") && !strings.HasPrefix(label, "otelcol_") {
			labels = append(labels, label)
		}
	}
	return line[:open] + "{" + strings.Join(labels, ",") + "}" + line[end+1:]
}

// linger leaves the collector running until the user interrupts.
func linger(p *collector.Process, out io.Writer) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	_, _ = fmt.Fprintf(out, "\nRunning: OTLP/HTTP on %s, OTLP/gRPC on %s, metrics on %s. Interrupt to stop.\n", p.HTTP, p.GRPC, p.Metrics)
	_ = p.Wait(ctx, "an interrupt", func() bool { return false }) // either end is fine
}
