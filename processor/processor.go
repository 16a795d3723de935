package processor

import (
	"context"
	"sync"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/internal/recording"
	"github.com/toolverdict/toolverdict/internal/toolspan"
	"github.com/toolverdict/toolverdict/processor/internal/ledger"
)

// A verdictProcessor writes verdicts on spans. Between batches it holds compiled
// schemas and the ledger of calls. It is safe for concurrent use.
type verdictProcessor struct {
	config    *config.Config
	verifier  *engine.Verifier
	schemas   *schema.Cache
	buffers   sync.Pool // of *[]byte, for payloads
	recorders sync.Pool // of *recording.Recorder
	load      *load
	ledger    *ledger.Ledger
	telemetry *telemetry
	tools     int // with a static schema
}

func newVerdictProcessor(set processor.Settings, cfg *config.Config) (*verdictProcessor, error) {
	loaded, err := cfg.Load()
	if err != nil {
		return nil, err
	}
	sources, err := recording.Compile(cfg.Sources)
	if err != nil {
		return nil, err
	}
	cache := schema.NewCache(loaded.Dialect, cfg.SchemaCacheSize)
	calls := ledger.New(cfg.Executions.MaxCalls, cfg.Executions.TTL, cfg.Executions.ClockSkew)
	tel, err := newTelemetry(set.TelemetrySettings, cache, calls)
	if err != nil {
		return nil, err
	}
	return &verdictProcessor{
		config: cfg,
		recorders: sync.Pool{New: func() any {
			return recording.NewRecorder(sources, cfg.Limits.MaxTurns)
		}},
		verifier:  loaded.Verifier,
		schemas:   cache,
		buffers:   sync.Pool{New: func() any { return new([]byte) }},
		load:      newLoad(cfg.Limits.MaxArgumentBytes),
		ledger:    calls,
		telemetry: tel,
		tools:     loaded.Tools,
	}, nil
}

func (p *verdictProcessor) start(ctx context.Context, _ component.Host) error {
	p.telemetry.started(ctx, p.config, p.tools)
	p.ledger.Start()
	return nil
}

func (p *verdictProcessor) shutdown(context.Context) error {
	p.ledger.Stop()
	p.telemetry.shutdown()
	return nil
}

// processTraces judges every span of a batch. It never fails: what is wrong with
// a span is written on it.
func (p *verdictProcessor) processTraces(ctx context.Context, td ptrace.Traces) (ptrace.Traces, error) {
	r := p.recorders.Get().(*recording.Recorder)
	defer func() { p.recorders.Put(r) }()
	for _, resource := range td.ResourceSpans().All() {
		instance := recording.Text(resource.Resource().Attributes(), keyInstance)
		for _, scope := range resource.ScopeSpans().All() {
			for _, span := range scope.Spans().All() {
				if !p.guardSpan(ctx, r, span, instance) {
					r = p.recorders.New().(*recording.Recorder)
				}
			}
		}
	}
	return td, nil
}

// processSpan judges the recordings of one span, if it has any; the span of a tool
// is evidence that a call was run.
func (p *verdictProcessor) processSpan(ctx context.Context, r *recording.Recorder, span ptrace.Span, instance string) {
	if recordings := r.Record(span); len(recordings) > 0 {
		p.processRecordings(ctx, recordings, span, instance, r.Judged())
		if p.config.DeltaEvents == config.Redact {
			r.RedactUnread(span)
		}
		r.Release()
	} else if call := toolspan.Call(span, p.config.Limits.MaxEventBytes); call != "" {
		p.processToolSpan(ctx, span, call, instance)
	}
}

// processRecordings annotates a span. again says that a tier in front has done so.
func (p *verdictProcessor) processRecordings(ctx context.Context, recordings []*recording.Recording, span ptrace.Span, instance string, again bool) {
	var a annotation
	var ours []*recording.Recording
	options := engine.StreamOptions{Hint: recording.Hint(span.Attributes()), Schemas: p.definitions(span.Attributes()), Budget: schema.NewBudget()}
	left := p.config.Limits.MaxTurns
	s := share{load: p.load, events: span.Events()}
	defer s.give()
	for _, r := range recordings {
		options.Turns = max(1, left) // there are no more recordings than turns
		j := p.judge(ctx, r, &s, span, options, len(recordings) == 1)
		if j == nil {
			continue
		}
		ours = append(ours, r)
		left -= j.report.Turns
		runs := p.executions(ctx, j, span, instance)
		p.telemetry.turns(ctx, j.report)
		a.add(r.TurnID(), j.report, r.Deltas(), runs)
	}
	if len(a.reports) == 0 {
		return
	}
	outcome := p.outcome(a.verdict)
	p.telemetry.deltas(ctx, &a, outcome)
	switch outcome {
	case dropped:
		remove(span, ours)
	case redacted:
		p.redact(span, ours, &a)
	}
	a.write(span, p.config.Limits.MaxFindingEvents, again)
}

// remove takes the events of these recordings off the span.
func remove(span ptrace.Span, recordings []*recording.Recording) {
	gone := make([]bool, span.Events().Len())
	for _, r := range recordings {
		for position := range r.Positions() {
			gone[position] = true
		}
	}
	i := -1
	span.Events().RemoveIf(func(ptrace.SpanEvent) bool { i++; return gone[i] })
}

// An outcome is what becomes of the delta events of a span.
type outcome string

const (
	kept     outcome = "kept"
	dropped  outcome = "dropped"
	redacted outcome = "redacted"
)

// outcome is what becomes of the delta events of a span, after that verdict.
func (p *verdictProcessor) outcome(v engine.Verdict) outcome {
	switch p.config.DeltaEvents {
	case config.Drop:
		return dropped
	case config.DropOnPass:
		if v == engine.Pass || v == engine.NotApplicable {
			return dropped
		}
	case config.Redact:
		return redacted
	}
	return kept
}

// eventTime is when finding events are said to have happened: at the end of the
// span, when the stream was known.
func eventTime(span ptrace.Span) pcommon.Timestamp { return span.EndTimestamp() }
