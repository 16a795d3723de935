// Package inprocess runs a collector inside the test. It is a package of its own
// as the collector sets gRPC's global logger, which clients of other tests read.
package inprocess

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/provider/fileprovider"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/service/telemetry/otelconftelemetry"

	"github.com/toolverdict/toolverdict/internal/collector"
	"github.com/toolverdict/toolverdict/internal/e2e/verdicts"
	toolverdict "github.com/toolverdict/toolverdict/processor"
)

// factories has the components of a small collector, with a sink at its end.
func factories(sink *consumertest.TracesSink) func() (otelcol.Factories, error) {
	return func() (otelcol.Factories, error) {
		otlp, verdict := otlpreceiver.NewFactory(), toolverdict.NewFactory()
		end := exporter.NewFactory(component.MustNewType("sink"), func() component.Config { return &struct{}{} },
			exporter.WithTraces(func(context.Context, exporter.Settings, component.Config) (exporter.Traces, error) {
				return sinkExporter{sink}, nil
			}, component.StabilityLevelDevelopment))
		return otelcol.Factories{
			Receivers:  map[component.Type]receiver.Factory{otlp.Type(): otlp},
			Processors: map[component.Type]processor.Factory{verdict.Type(): verdict},
			Exporters:  map[component.Type]exporter.Factory{end.Type(): end},
			Telemetry:  otelconftelemetry.NewFactory(),
		}, nil
	}
}

type sinkExporter struct{ consumer.Traces }

func (sinkExporter) Start(context.Context, component.Host) error { return nil }
func (sinkExporter) Shutdown(context.Context) error              { return nil }

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

func TestCollectorInProcess(t *testing.T) {
	sink := new(consumertest.TracesSink)
	address := freeAddress(t)
	config := filepath.Join(t.TempDir(), "collector.yaml")
	text := `
receivers: {otlp: {protocols: {http: {endpoint: "` + address + `"}}}}
processors: {toolverdict: {delta_events: drop}}
exporters: {sink: {}}
service:
  telemetry: {metrics: {level: none}, logs: {level: error}}
  pipelines: {traces: {receivers: [otlp], processors: [toolverdict], exporters: [sink]}}
`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := otelcol.NewCollector(otelcol.CollectorSettings{
		BuildInfo: component.NewDefaultBuildInfo(),
		Factories: factories(sink),
		ConfigProviderSettings: otelcol.ConfigProviderSettings{ResolverSettings: confmap.ResolverSettings{
			URIs:              []string{"file:" + config},
			ProviderFactories: []confmap.ProviderFactory{fileprovider.NewFactory()},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Run(context.Background()) }()
	waitRunning(t, c, ended)
	p := collector.Process{HTTP: address}
	for name, body := range verdicts.Requests(t, "../../../testdata/otlp") {
		if err := p.SendJSON(t.Context(), body); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	c.Shutdown()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	var spans []collector.Span
	for _, td := range sink.AllTraces() {
		spans = append(spans, collector.Flatten(td)...)
	}
	verdicts.Check(t, spans)
	for _, s := range spans {
		for _, e := range s.Events().All() {
			if e.Name() != "toolverdict.finding" {
				t.Errorf("event %s is still there", e.Name())
			}
		}
	}
}

// waitRunning waits until the collector has started, or has ended instead.
func waitRunning(t *testing.T, c *otelcol.Collector, ended <-chan error) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for c.GetState() != otelcol.StateRunning {
		select {
		case err := <-ended:
			t.Fatalf("the collector ended: %v", err)
		case <-tick.C:
		}
	}
}
