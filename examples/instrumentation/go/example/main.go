// Command example records streams from a file on spans of the OpenTelemetry SDK, in
// place of an application: example FILE. Each line is a turn: {"name", "format",
// "tools", "deltas", "stop"}; stop is how many deltas are read, all if it is absent.
// Spans go where OTEL_EXPORTER_OTLP_ENDPOINT says.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	deltas "github.com/toolverdict/toolverdict/examples/instrumentation/go"
)

// A turn is one line of the file.
type turn struct {
	Name, Format string
	Tools        json.RawMessage
	Deltas       []json.RawMessage
	Stop         int
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: example FILE")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "example:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, file string) (err error) {
	lines, err := os.Open(file) //nolint:gosec // the caller names the file
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lines.Close()) }()
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return err
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter, sdk.WithBlocking()),
		sdk.WithResource(resource.NewSchemaless(attribute.String("service.name", "go"))))
	defer func() { err = errors.Join(err, provider.Shutdown(ctx)) }()
	decoder := json.NewDecoder(lines)
	for {
		var t turn
		switch err := decoder.Decode(&t); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := chat(ctx, provider.Tracer("example"), &t); err != nil {
			return err
		}
	}
}

func chat(ctx context.Context, tracer trace.Tracer, t *turn) error {
	provider := t.Format
	if provider == "mistral" {
		provider = "mistral_ai"
	}
	_, span := tracer.Start(ctx, t.Name, trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "chat"),
		attribute.String("gen_ai.provider.name", provider),
		attribute.String("gen_ai.tool.definitions", string(t.Tools))))
	defer span.End()
	recorder, err := deltas.New(span, deltas.Options{Format: t.Format})
	if err != nil {
		return err
	}
	for i, delta := range t.Deltas {
		recorder.Observe(delta)
		if i+1 == t.Stop {
			recorder.Abandon()
			return nil
		}
	}
	recorder.End()
	return nil
}
