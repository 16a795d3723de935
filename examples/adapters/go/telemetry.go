package main

import (
	"context"
	"encoding/json"
	"os"
	"strconv"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

var tracer = otel.Tracer("toolverdict-adapters")

// startTelemetry registers a provider that sends spans to where the environment says.
func startTelemetry(ctx context.Context) (*sdktrace.TracerProvider, error) {
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, err
	}
	limits := sdktrace.NewSpanLimits()
	limits.EventCountLimit = 1000 // the default of 128 would lose the first deltas of longer streams
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(exporter), sdktrace.WithRawSpanLimits(limits),
		sdktrace.WithResource(resource.NewSchemaless(
			attribute.String("service.name", "adapters-go"),
			// One clock: without it the collector allows for two that differ.
			attribute.String("service.instance.id", strconv.Itoa(os.Getpid())))))
	otel.SetTracerProvider(provider)
	return provider, nil
}

// startChat begins the span of a turn, for an SDK that makes none.
func startChat(ctx context.Context, provider, model string) (context.Context, trace.Span) {
	return tracer.Start(ctx, "chat "+model, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "chat"),
		attribute.String("gen_ai.provider.name", provider),
		attribute.String("gen_ai.request.model", model),
		attribute.Bool("gen_ai.request.stream", true)))
}

// A part is a call in gen_ai.output.messages.
type part struct {
	Type      string `json:"type"`
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// showCalls notes on the span of a turn which calls the SDK handed over.
func showCalls(span trace.Span, parts []part) error {
	messages, err := json.Marshal([]any{map[string]any{"role": "assistant", "parts": parts}})
	if err != nil {
		return err
	}
	span.SetAttributes(attribute.String("gen_ai.output.messages", string(messages)))
	return nil
}

// executeTool runs the tool under a span of its own, for an SDK that leaves that to
// the application.
func (c *cell) executeTool(ctx context.Context, id, name string, arguments any) (string, error) {
	ctx, span := tracer.Start(ctx, "execute_tool "+name, trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "execute_tool"),
		attribute.String("gen_ai.tool.name", name),
		attribute.String("gen_ai.tool.type", "function"),
		attribute.String("gen_ai.tool.call.id", id)))
	defer span.End()
	result, err := c.transfer(ctx, arguments)
	if err != nil {
		span.SetStatus(codes.Error, "")
	}
	return result, err
}
