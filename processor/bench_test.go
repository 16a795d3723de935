package processor

import (
	"context"
	"testing"

	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/internal/streams"
)

// spansOf makes a batch of spans that carry the stream, as our instrumentation
// contract has it.
func spansOf(s *streams.Stream, spans int) ptrace.Traces {
	td := ptrace.NewTraces()
	scope := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty()
	for range spans {
		span := scope.Spans().AppendEmpty()
		span.SetName("chat")
		span.Attributes().PutStr("gen_ai.provider.name", "openai")
		definitions := "["
		for name, schema := range s.Schemas {
			if definitions != "[" {
				definitions += ","
			}
			definitions += `{"type":"function","name":"` + name + `","parameters":` + string(schema) + `}`
		}
		span.Attributes().PutStr(keyDefinitions, definitions+"]")
		for i, d := range s.Deltas {
			e := span.Events().AppendEmpty()
			e.SetName(eventDelta)
			e.Attributes().PutInt(keySequence, int64(i))
			e.Attributes().PutStr(keyPayload, string(d))
		}
	}
	return td
}

// BenchmarkConsume judges batches of ten spans, and for comparison reads and
// writes the same batches as OTLP.
func BenchmarkConsume(b *testing.B) {
	const spans = 10
	p := create(b, settings(), config.Default(), consumertest.NewNop())
	for _, s := range streams.All() {
		events := float64(spans * len(s.Deltas))
		b.Run(s.Name+"/toolverdict", func(b *testing.B) {
			td := spansOf(&s, spans)
			b.ReportAllocs()
			for b.Loop() {
				if err := p.ConsumeTraces(context.Background(), td); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/events, "ns/delta")
		})
		b.Run(s.Name+"/otlp", func(b *testing.B) {
			data := marshal(b, spansOf(&s, spans))
			b.ReportAllocs()
			for b.Loop() {
				td, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(data)
				if err != nil {
					b.Fatal(err)
				}
				marshal(b, td)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/events, "ns/delta")
		})
	}
}

// BenchmarkNoDeltas is what a span without delta events costs.
func BenchmarkNoDeltas(b *testing.B) {
	p := create(b, settings(), config.Default(), consumertest.NewNop())
	td := parseSpans(b, "span chat\n  gen_ai.operation.name chat\nevent exception\n  exception.type X\n")
	b.ReportAllocs()
	for b.Loop() {
		if err := p.ConsumeTraces(context.Background(), td); err != nil {
			b.Fatal(err)
		}
	}
}
