package pipeline

import (
	"context"

	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processortest"
	"go.opentelemetry.io/otel/sdk/metric"

	"github.com/toolverdict/toolverdict/internal/streams/batch"
	toolverdict "github.com/toolverdict/toolverdict/processor"
)

// openVerdict runs the processor with its defaults. Every run sees spans that it has
// not seen before.
func openVerdict(ctx context.Context, td ptrace.Traces) (run, closing func() error, err error) {
	p, closing, err := newVerdict(ctx)
	n := 0
	return func() error {
		n++
		batch.Renew(td, n)
		return p.ConsumeTraces(ctx, td)
	}, closing, err
}

// Idle runs the processor on a batch in which there is nothing for it to do, and
// which it leaves as it is.
func Idle(ctx context.Context, td ptrace.Traces) (run, closing func() error, err error) {
	p, closing, err := newVerdict(ctx)
	return func() error { return p.ConsumeTraces(ctx, td) }, closing, err
}

// newVerdict starts the processor. Its metrics are counted, as in a collector.
func newVerdict(ctx context.Context) (p processor.Traces, closing func() error, err error) {
	factory := toolverdict.NewFactory()
	settings := processortest.NewNopSettings(factory.Type())
	settings.MeterProvider = metric.NewMeterProvider(metric.WithReader(metric.NewManualReader()))
	p, err = factory.CreateTraces(ctx, settings, factory.CreateDefaultConfig(), consumertest.NewNop())
	if err != nil {
		return nil, nil, err
	}
	closing, err = started(ctx, p)
	return p, closing, err
}
