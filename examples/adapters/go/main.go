// Command adapters runs one adapter on one stream after the other: it reads cells
// from the standard input, {"adapter", "stream"} each on a line, and answers each
// with a line of what the adapter did. PROVIDER is the mock provider's URL; spans go
// to OTLP.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"go.opentelemetry.io/otel/trace"
)

// adapters read the stream of a cell and run the calls that they find in it.
var adapters = map[string]func(context.Context, *cell) error{
	"go-openai":               openaiAccumulator,
	"go-anthropic":            anthropicAccumulate,
	"go-anthropic-toolrunner": anthropicToolRunner,
}

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(in io.Reader, out io.Writer) error {
	ctx := context.Background()
	provider, err := startTelemetry(ctx)
	if err != nil {
		return err
	}
	lines, answers := bufio.NewScanner(in), json.NewEncoder(out)
	for lines.Scan() {
		var c cell
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return err
		}
		c.run(ctx)
		if err := errors.Join(provider.ForceFlush(ctx), answers.Encode(&c)); err != nil {
			return err
		}
	}
	return errors.Join(lines.Err(), provider.Shutdown(ctx))
}

// run has the cell's adapter read its stream, in a trace of its own.
func (c *cell) run(ctx context.Context) {
	ctx, span := tracer.Start(ctx, c.Adapter+" "+c.Stream)
	defer span.End()
	c.Trace = trace.SpanContextFromContext(ctx).TraceID().String()
	adapter, ok := adapters[c.Adapter]
	if !ok {
		c.Error = "no such adapter"
		return
	}
	if err := adapter(ctx, c); err != nil {
		c.Error = fmt.Sprintf("%T", err)
		fmt.Fprintln(os.Stderr, c.Adapter, c.Stream, err)
	}
}
