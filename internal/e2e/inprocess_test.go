package e2e

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/provider/fileprovider"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/service/telemetry/otelconftelemetry"
	"google.golang.org/grpc"

	"github.com/toolverdict/toolverdict/internal/collector"
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
receivers: {otlp: {protocols: {grpc: {endpoint: "` + address + `"}}}}
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
	client := grpcClient(t, address)
	for name, body := range requests(t) {
		export(t, client, name, ptraceotlp.NewExportRequestFromTraces(traces(t, body)))
	}
	c.Shutdown()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	var spans []collector.Span
	for _, td := range sink.AllTraces() {
		spans = append(spans, collector.Flatten(td)...)
	}
	wantVerdicts(t, spans)
	for _, s := range spans {
		for _, e := range s.Events().All() {
			if e.Name() != "toolverdict.finding" {
				t.Errorf("event %s is still there", e.Name())
			}
		}
	}
}

// export sends a request; the connection waits until the collector listens.
func export(t *testing.T, client ptraceotlp.GRPCClient, name string, request ptraceotlp.ExportRequest) {
	t.Helper()
	if _, err := client.Export(patient(t), request, grpcWaitForReady); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

var grpcWaitForReady = grpc.WaitForReady(true)
