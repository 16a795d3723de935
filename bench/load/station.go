package load

import (
	"context"
	_ "embed" // the configuration
	"errors"
	"fmt"
	"io"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"github.com/toolverdict/toolverdict/internal/collector"
	"github.com/toolverdict/toolverdict/internal/streams/batch"
)

// configuration is that of every variant; the environment says how they differ.
//
//go:embed collector.yaml
var configuration string

// A station is a collector with its sink.
type station struct {
	variant Variant
	process *collector.Process
	sink    sink
	client  ptraceotlp.GRPCClient
	closing []func() error // in the reverse order
	sent    int            // batches so far
}

// open starts a collector. The station must be closed, also after an error.
func open(ctx context.Context, binary string, v Variant, log io.Writer) (*station, error) {
	s := &station{variant: v}
	address, stop, err := collector.Serve(s.sink.add)
	if err != nil {
		return s, err
	}
	s.closing = append(s.closing, func() error { stop(); return nil })
	s.process, err = collector.Start(ctx, collector.Options{
		Binary: binary, Config: "yaml:" + configuration, Log: log,
		Env: []string{"GOMAXPROCS=1", "SINK=" + address, "PROCESSORS=" + v.processors, "DELTA_EVENTS=" + v.deltaEvents},
	})
	if err != nil {
		return s, err
	}
	s.closing = append(s.closing, func() error { return s.process.Stop(ctx) })
	client, hangUp, err := s.process.Dial()
	if err != nil {
		return s, err
	}
	s.client, s.closing = client, append(s.closing, hangUp)
	return s, nil
}

func (s *station) close() error {
	var errs []error
	for i := range s.closing {
		errs = append(errs, s.closing[len(s.closing)-1-i]())
	}
	return errors.Join(errs...)
}

// round sends a batch so many times, waits until all of it came out, and returns
// the CPU time that the collector took.
func (s *station) round(ctx context.Context, td ptrace.Traces, batches int) (time.Duration, error) {
	before := s.sink.snapshot()
	began, err := cpu(s.process.PID())
	if err != nil {
		return 0, err
	}
	for range batches {
		s.sent++
		batch.Renew(td, s.sent)
		if _, err := s.client.Export(ctx, ptraceotlp.NewExportRequestFromTraces(td)); err != nil {
			return 0, err
		}
	}
	want := s.variant.exports(td, batches)
	err = s.process.Wait(ctx, "all spans to come out", func() bool { return s.sink.snapshot().minus(before).Spans >= want.Spans })
	if err != nil {
		return 0, err
	}
	if got := s.sink.snapshot().minus(before); got != want {
		return 0, fmt.Errorf("%s: %+v came out, want %+v", s.variant.Name, got, want)
	}
	ended, err := cpu(s.process.PID())
	return ended - began, err
}
