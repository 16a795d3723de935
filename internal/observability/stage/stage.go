// Package stage runs the built collector with the configuration of
// examples/observability, a backend for its spans, and traffic.
package stage

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"sync"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"github.com/toolverdict/toolverdict/internal/collector"
	"github.com/toolverdict/toolverdict/internal/traffic"
)

// A Stage is a running collector and the backend that it exports to. It is safe for
// concurrent use.
type Stage struct {
	// Collector is the running collector.
	Collector *collector.Process
	// Services is the address of the metrics by service, as host:port.
	Services string

	client ptraceotlp.GRPCClient
	hangUp func() error
	stop   func() // the backend

	mu    sync.Mutex // for what follows
	turns *traffic.Source
	spans []ptrace.Span // that the backend got
}

// Options say what to run.
type Options struct {
	// Binary is the path of the collector, Root that of the repository.
	Binary, Root string
	// Flush is how often span_metrics tells what it counted, as a duration.
	Flush string
	// Seed decides which turns are drawn.
	Seed uint64
	// Log gets what the collector prints.
	Log io.Writer
}

// Start starts the collector and waits until it is healthy. The caller must Stop
// the stage.
func Start(ctx context.Context, o Options) (*Stage, error) {
	s := &Stage{turns: traffic.NewSource(filepath.Join(o.Root, "testdata", "streams"), o.Seed)}
	address, stop, err := collector.Serve(s.receive)
	if err != nil {
		return nil, err
	}
	s.stop = stop
	s.Collector, err = collector.Start(ctx, collector.Options{
		Binary: o.Binary, Config: filepath.Join(o.Root, "examples", "observability", "collector.yaml"), Log: o.Log,
		Others: []string{"SERVICE_METRICS"}, Env: []string{"BACKEND=" + address, "METRICS_FLUSH=" + o.Flush},
	})
	if err != nil {
		stop()
		return nil, err
	}
	s.Services = s.Collector.Others["SERVICE_METRICS"]
	s.client, s.hangUp, err = s.Collector.Dial()
	if err != nil {
		stop()
		return nil, errors.Join(err, s.Collector.Stop(ctx))
	}
	return s, nil
}

// Stop ends the collector and the backend. The error is how the collector ended,
// if not well.
func (s *Stage) Stop(ctx context.Context) error {
	defer s.stop()
	_ = s.hangUp() // the collector is about to end
	return s.Collector.Stop(ctx)
}

// Send sends a turn that has just ended.
func (s *Stage) Send(ctx context.Context, t traffic.Turn) error {
	s.mu.Lock()
	spans, err := s.turns.Spans(t, time.Now())
	s.mu.Unlock()
	if err != nil {
		return err
	}
	_, err = s.client.Export(ctx, ptraceotlp.NewExportRequestFromTraces(spans))
	return err
}

// Draw sends a turn of the mix, as it comes when that part of the run is over.
func (s *Stage) Draw(ctx context.Context, progress float64) error {
	s.mu.Lock()
	turn := s.turns.Draw(traffic.Mix, progress)
	s.mu.Unlock()
	return s.Send(ctx, turn)
}

// Exported returns the spans that the backend got, by trace id.
func (s *Stage) Exported() map[string][]ptrace.Span {
	s.mu.Lock()
	defer s.mu.Unlock()
	spans := map[string][]ptrace.Span{}
	for _, span := range s.spans {
		id := span.TraceID().String()
		spans[id] = append(spans[id], span)
	}
	return spans
}

// receive keeps a span that the collector exported.
func (s *Stage) receive(span ptrace.Span) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spans = append(s.spans, span)
}
