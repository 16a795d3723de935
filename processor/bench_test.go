package processor

import (
	"context"
	"testing"

	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/internal/recording"
	"github.com/toolverdict/toolverdict/internal/streams"
	"github.com/toolverdict/toolverdict/internal/streams/batch"
)

// BenchmarkConsume judges batches of ten spans, and for comparison reads and
// writes the same batches as OTLP.
func BenchmarkConsume(b *testing.B) {
	const spans = 10
	p := create(b, settings(), config.Default(), consumertest.NewNop())
	for _, s := range streams.All() {
		events := float64(spans * len(s.Deltas))
		b.Run(s.Name+"/toolverdict", func(b *testing.B) {
			td := batch.New(&s, spans)
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				batch.Renew(td, n)
				if err := p.ConsumeTraces(context.Background(), td); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/events, "ns/delta")
		})
		b.Run(s.Name+"/otlp", func(b *testing.B) {
			data := marshal(b, batch.New(&s, spans))
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

// BenchmarkNoDeltas is what a span without delta events costs, against a look at
// the names of its events alone, which can't be done without.
func BenchmarkNoDeltas(b *testing.B) {
	p, err := newVerdictProcessor(settings(), config.Default())
	if err != nil {
		b.Fatal(err)
	}
	td := parseSpans(b, "span GET /\n  http.request.method GET\n  url.path /\n  server.address here\n  http.response.status_code 200\n"+
		"event exception\n  exception.type X\nevent log\n  message x\n")
	span := td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
	r := p.recorders.Get().(*recording.Recorder)
	b.Run("names", func(b *testing.B) {
		for b.Loop() {
			if len(r.Record(span)) > 0 {
				b.Fatal("a recording")
			}
		}
	})
	b.Run("toolverdict", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p.processSpan(context.Background(), r, span, "")
		}
	})
}
