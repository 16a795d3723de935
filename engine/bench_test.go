package engine_test

import (
	"testing"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/internal/streams"
)

// BenchmarkStream reads whole streams: envelopes, slots, arguments, schema.
func BenchmarkStream(b *testing.B) {
	for _, s := range streams.All() {
		b.Run(s.Name, func(b *testing.B) {
			set, _ := schema.Compile(schema.JSONSchema, s.Schemas)
			v, err := engine.New(engine.Options{Schemas: set})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(s.Bytes())
			b.ReportAllocs()
			for b.Loop() {
				stream := v.NewStream(engine.StreamOptions{})
				for _, d := range s.Deltas {
					stream.Observe(d)
				}
				r := stream.Finish()
				stream.Release()
				if r.Status == engine.Fail {
					b.Fatal(r.Findings)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(s.Deltas)), "ns/delta")
		})
	}
}
