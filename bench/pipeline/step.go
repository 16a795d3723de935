package pipeline

import (
	"context"

	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
)

// A Step is one thing that a collector does to a batch.
type Step struct {
	// Name is what the tables call it.
	Name string
	// Open makes the step ready for one batch, which it may change. Run does it
	// once and can be called again; close ends it.
	Open func(ctx context.Context, td ptrace.Traces) (run func() error, closing func() error, err error)
}

// The names of steps that other packages ask for.
const (
	Verdict = "toolverdict"
	OTLP    = "OTLP read and written"
	Gzip    = "OTLP read, written and compressed"
)

// Steps returns the steps, the processor first.
func Steps() []Step {
	return []Step{
		{Verdict, openVerdict},
		{OTLP, openOTLP},
		{Gzip, openGzip},
		{"OTTL ParseJSON", openParseJSON},
	}
}

// started starts a processor, and returns what ends it.
func started(ctx context.Context, p processor.Traces) (closing func() error, err error) {
	if err := p.Start(ctx, componenttest.NewNopHost()); err != nil {
		return nil, err
	}
	return func() error { return p.Shutdown(ctx) }, nil
}

func nothing() error { return nil }
