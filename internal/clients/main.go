package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/toolverdict/toolverdict/internal/collector"
)

// patience is how long everything together may take.
const patience = 5 * time.Minute

// A Client is a program that records turns.
type Client struct {
	// Service is the service.name of its spans.
	Service string
	// Folder is where it runs, and Command how.
	Folder  string
	Command []string
	// Without is a format that its recorder does not know.
	Without string
}

// clients are the programs, in a folder of examples.
func clients(examples string) []Client {
	return []Client{
		{Service: "typescript", Folder: filepath.Join(examples, "typescript"), Command: []string{"node", "dist/example/main.js"}, Without: "gemini"},
		{Service: "go", Folder: filepath.Join(examples, "go"), Command: []string{"go", "run", "./example"}},
	}
}

func main() {
	binary := flag.String("collector", "build/otelcol-toolverdict", "the built collector")
	examples := flag.String("examples", "examples/instrumentation", "the folder of the recorders and the collector's configuration")
	streams := flag.String("streams", "testdata/streams", "the folder of the streams that are recorded")
	flag.Parse()
	if err := run(*binary, *examples, *streams, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
		os.Exit(1)
	}
}

func run(binary, examples, streams string, out io.Writer) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	all, err := turns(streams)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "toolverdict-clients-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	file := filepath.Join(folder, "spans.jsonl")
	p, err := collector.Start(ctx, collector.Options{
		Binary: binary, Config: filepath.Join(examples, "collector.yaml"), Log: os.Stderr, Env: []string{"SPANS_FILE=" + file},
	})
	if err != nil {
		return err
	}
	for _, c := range clients(examples) {
		if err := c.send(ctx, folder, "http://"+p.HTTP, all); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", c.Service, err), p.Stop(ctx))
		}
	}
	// The collector exports what it has before it ends.
	if err := p.Stop(ctx); err != nil {
		return err
	}
	spans, err := collector.Spans(file)
	if err != nil {
		return err
	}
	var errs []error
	for _, c := range clients(examples) {
		errs = append(errs, c.check(spans, c.known(all), out))
	}
	return errors.Join(errs...)
}

// known are the turns that the client's recorder knows the format of.
func (c *Client) known(all []*Turn) (known []*Turn) {
	for _, t := range all {
		if t.Format != c.Without {
			known = append(known, t)
		}
	}
	return known
}

// send has the client record the turns.
func (c *Client) send(ctx context.Context, folder, endpoint string, all []*Turn) error {
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	for _, t := range c.known(all) {
		if err := encoder.Encode(t); err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
	}
	file := filepath.Join(folder, c.Service+".jsonl")
	if err := os.WriteFile(file, lines.Bytes(), 0o600); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, c.Command[0], append(c.Command[1:], file)...) //nolint:gosec // they are listed above
	cmd.Dir = c.Folder
	cmd.Env = append(os.Environ(), "OTEL_EXPORTER_OTLP_ENDPOINT="+endpoint)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}
