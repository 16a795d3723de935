package e2e

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// What the real SDK loses under its limits must come to incomplete evidence, and
// to nobody's fault.
func TestWhatTheSDKLosesIsNobodysFault(t *testing.T) {
	p, path := start(t, demoConfig)
	cases := []struct {
		name      string
		limit     func(*sdktrace.SpanLimits)
		fragments int // deltas with a piece of the arguments
		verdict   string
		findings  []string
	}{
		{"default limits", func(*sdktrace.SpanLimits) {}, 10, "pass", nil},
		{"more deltas than the default limit", func(*sdktrace.SpanLimits) {}, 150, "indeterminate", []string{"capture_incomplete/count_mismatch", "capture_incomplete/dropped_events", "capture_incomplete/sequence_gap"}},
		{"a higher limit", func(l *sdktrace.SpanLimits) { l.EventCountLimit = 1000 }, 150, "pass", nil},
		{"three events", func(l *sdktrace.SpanLimits) { l.EventCountLimit = 3 }, 10, "indeterminate", []string{"capture_incomplete/count_mismatch", "capture_incomplete/dropped_events", "capture_incomplete/sequence_gap"}},
		{"one attribute on an event", func(l *sdktrace.SpanLimits) { l.AttributePerEventCountLimit = 1 }, 2, "indeterminate", []string{"capture_incomplete/payload_truncated"}},
	}
	for _, c := range cases {
		limits := sdktrace.NewSpanLimits()
		c.limit(&limits)
		recordWithSDK(t, p.GRPC, c.name, limits, c.fragments)
	}
	got := map[string][]string{}
	for _, s := range exported(t, p, path, len(cases)) {
		verdict, _ := s.Attributes().Get("toolverdict.verdict")
		var codes []string
		if v, ok := s.Attributes().Get("toolverdict.findings"); ok {
			for _, code := range v.Slice().All() {
				codes = append(codes, code.Str())
			}
		}
		got[s.Name()] = append([]string{verdict.Str()}, codes...)
	}
	for _, c := range cases {
		if want := append([]string{c.verdict}, c.findings...); !slices.Equal(want, got[c.name]) {
			t.Errorf("%s (-want +got):\n%s", c.name, cmp.Diff(want, got[c.name]))
		}
	}
}

// recordWithSDK records one turn the way the README shows, and exports its span.
func recordWithSDK(t *testing.T, address, name string, limits sdktrace.SpanLimits, fragments int) {
	t.Helper()
	ctx := patient(t)
	exporter, err := otlptracegrpc.New(ctx, otlptracegrpc.WithEndpoint(address), otlptracegrpc.WithInsecure())
	if err != nil {
		t.Fatal(err)
	}
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(exporter), sdktrace.WithRawSpanLimits(limits))
	ctx, span := provider.Tracer("example").Start(ctx, name, trace.WithAttributes(
		attribute.String("gen_ai.tool.definitions", `[{"type":"function","name":"f","parameters":{"type":"object"}}]`)))
	deltas := []string{`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":\""}}]}}]}`}
	for i := range fragments {
		deltas = append(deltas, fmt.Sprintf(`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"%d "}}]}}]}`, i))
	}
	deltas = append(deltas,
		`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"}"}}]}}]}`,
		`{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`)
	for i, d := range deltas {
		record(ctx, i, []byte(d))
	}
	span.AddEvent("toolverdict.stream.end", trace.WithAttributes(attribute.Int("toolverdict.delta.count", len(deltas))))
	span.End()
	if err := provider.Shutdown(context.WithoutCancel(ctx)); err != nil {
		t.Fatal(err)
	}
}

// record notes the n-th delta of a stream on the current span.
func record(ctx context.Context, n int, delta []byte) {
	trace.SpanFromContext(ctx).AddEvent("toolverdict.delta", trace.WithAttributes(
		attribute.Int("toolverdict.delta.sequence", n),
		attribute.String("toolverdict.delta.payload", string(delta))))
}
