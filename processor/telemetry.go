package processor

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/processor/internal/ledger"
	"github.com/toolverdict/toolverdict/processor/internal/metadata"
)

// Warnings about lost evidence and limits are logged at most once in a while for
// each code: they come with traffic.
const warnEvery = time.Minute

// telemetry counts and logs what the processor does. Nothing from a payload
// reaches it.
type telemetry struct {
	builder *metadata.TelemetryBuilder
	logger  *zap.Logger
	sampled *zap.Logger
}

func newTelemetry(set component.TelemetrySettings, cache *schema.Cache, calls *ledger.Ledger) (*telemetry, error) {
	builder, err := metadata.NewTelemetryBuilder(set)
	if err != nil {
		return nil, err
	}
	t := &telemetry{builder: builder, logger: set.Logger, sampled: set.Logger.WithOptions(zap.WrapCore(func(core zapcore.Core) zapcore.Core {
		return zapcore.NewSamplerWithOptions(core, warnEvery, 1, 0)
	}))}
	if err := t.observe(cache, calls); err != nil {
		builder.Shutdown()
		return nil, err
	}
	return t, nil
}

// observe registers what is asked for rather than counted: the state that is held.
func (t *telemetry) observe(cache *schema.Cache, calls *ledger.Ledger) error {
	var errs []error
	for _, state := range []struct {
		register func(metric.Int64Callback) error
		value    func() int64
	}{
		{t.builder.RegisterProcessorToolverdictSchemaCacheSizeCallback, func() int64 { return int64(cache.Len()) }},
		{t.builder.RegisterProcessorToolverdictSchemaCacheCapacityCallback, func() int64 { return int64(cache.Capacity()) }},
		{t.builder.RegisterProcessorToolverdictSchemaCacheEvictionsCallback, cache.Evictions},
		{t.builder.RegisterProcessorToolverdictLedgerSizeCallback, func() int64 { return int64(calls.Len()) }},
		{t.builder.RegisterProcessorToolverdictLedgerCapacityCallback, func() int64 { return int64(calls.Capacity()) }},
		{t.builder.RegisterProcessorToolverdictLedgerEvictionsCallback, calls.Evicted},
		{t.builder.RegisterProcessorToolverdictLedgerExpirationsCallback, calls.Expired},
	} {
		errs = append(errs, state.register(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(state.value())
			return nil
		}))
	}
	return errors.Join(errs...)
}

func (t *telemetry) shutdown() { t.builder.Shutdown() }

// started says once with which set-up the processor runs. It also counts that no
// call has failed open yet, and that there was no defect: Prometheus can't see a
// series rise that begins with its first event, and this event must not be missed.
func (t *telemetry) started(ctx context.Context, c *config.Config, tools int) {
	t.builder.ProcessorToolverdictDefects.Add(ctx, 0)
	for _, format := range engine.Formats() {
		t.builder.ProcessorToolverdictFailOpen.Add(ctx, 0, metric.WithAttributes(formatAttribute(format)))
	}
	custom := make([]string, 0, len(c.Sources.Custom))
	for _, s := range c.Sources.Custom {
		custom = append(custom, s.EventName+s.EventNamePrefix+s.EventNameRegex)
	}
	t.logger.Info("toolverdict judges streamed tool calls",
		zap.String("format", c.Format),
		zap.String("dialect", c.Dialect),
		zap.Int("tools_with_static_schema", tools),
		zap.Strings("sources", c.Sources.Builtin),
		zap.Strings("custom_sources", custom),
		zap.String("delta_events", string(c.DeltaEvents)),
		zap.Int("changed_levels", len(c.Levels)),
		zap.String("ruleset", engine.Ruleset),
	)
}

func formatAttribute(format string) attribute.KeyValue {
	if format == "" {
		format = "unknown"
	}
	return attribute.String("format", format)
}

// turns counts the turns and findings of one report, and warns about those that
// the operator can do something about.
func (t *telemetry) turns(ctx context.Context, r *engine.Report) {
	format := formatAttribute(r.Format)
	for turn := range max(1, r.Turns) {
		t.builder.ProcessorToolverdictTurns.Add(ctx, 1, metric.WithAttributes(
			attribute.String("verdict", r.TurnVerdict(turn).String()), format))
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		t.finding(ctx, f, r.Format)
		if f.Fault == finding.Capture {
			t.sampled.Warn("evidence is incomplete: "+string(f.ID()), zap.String("meaning", f.Message))
		}
	}
}

// finding counts one finding.
func (t *telemetry) finding(ctx context.Context, f *finding.Finding, format string) {
	t.builder.ProcessorToolverdictFindings.Add(ctx, 1, metric.WithAttributes(
		attribute.String("code", string(f.ID())), attribute.String("fault", f.Fault.String()), formatAttribute(format)))
}

// executions counts a call that failed open, once.
func (t *telemetry) executions(ctx context.Context, o ledger.Outcome) {
	if o.First {
		t.builder.ProcessorToolverdictFailOpen.Add(ctx, 1, metric.WithAttributes(formatAttribute(o.Turn.Format)))
	}
}

// deltas counts the delta events of a span.
func (t *telemetry) deltas(ctx context.Context, a *annotation, o outcome) {
	for _, r := range a.reports {
		t.builder.ProcessorToolverdictDeltas.Add(ctx, int64(r.deltas), metric.WithAttributes(
			formatAttribute(r.Format), attribute.String("outcome", string(o))))
	}
}
