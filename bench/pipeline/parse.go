package pipeline

import (
	"context"

	"github.com/open-telemetry/opentelemetry-collector-contrib/processor/transformprocessor"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor/processortest"
)

// statement looks into a delta, and keeps what it saw only for other statements.
const statement = `set(spanevent.cache["delta"], ParseJSON(spanevent.attributes["toolverdict.delta.payload"]))`

// openParseJSON runs the transform processor with one statement.
func openParseJSON(ctx context.Context, td ptrace.Traces) (run, closing func() error, err error) {
	factory := transformprocessor.NewFactory()
	config := factory.CreateDefaultConfig()
	err = confmap.NewFromStringMap(map[string]any{
		"error_mode":       "propagate",
		"trace_statements": []any{map[string]any{"context": "spanevent", "statements": []any{statement}}},
	}).Unmarshal(config)
	if err != nil {
		return nil, nil, err
	}
	p, err := factory.CreateTraces(ctx, processortest.NewNopSettings(factory.Type()), config, consumertest.NewNop())
	if err != nil {
		return nil, nil, err
	}
	closing, err = started(ctx, p)
	return func() error { return p.ConsumeTraces(ctx, td) }, closing, err
}
