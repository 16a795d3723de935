package processor

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap/confmaptest"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"golang.org/x/tools/txtar"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/processor/internal/metadata"
	"github.com/toolverdict/toolverdict/processor/internal/metadatatest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Every folder of testdata/cases is one processor. Its numbered files are
// consecutive batches: the spans that go in, those that come out, and the
// processor's own metrics after that.
func TestGoldenBatches(t *testing.T) {
	folders, err := filepath.Glob("testdata/cases/*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) { runCase(t, folder) })
	}
}

func loadConfig(t *testing.T, path string) *config.Config {
	t.Helper()
	cfg := config.Default()
	if _, err := os.Stat(path); err != nil {
		return cfg
	}
	conf, err := confmaptest.LoadConf(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := conf.Unmarshal(cfg); err != nil {
		t.Fatal(err)
	}
	if err := cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	return cfg
}

func runCase(t *testing.T, folder string) {
	tel := componenttest.NewTelemetry()
	t.Cleanup(func() {
		if err := tel.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	sink := new(consumertest.TracesSink)
	p, err := NewFactory().CreateTraces(t.Context(), metadatatest.NewSettings(tel), loadConfig(t, filepath.Join(folder, "config.yaml")), sink)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(t.Context(), componenttest.NewNopHost()); err != nil {
		t.Fatal(err)
	}
	batches, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil || len(batches) == 0 {
		t.Fatalf("no batches: %v", err)
	}
	for _, path := range batches {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sink.Reset()
		if err := p.ConsumeTraces(t.Context(), parseSpans(t, section(archive, "in"))); err != nil {
			t.Fatal(err)
		}
		compare(t, path, archive, renderSpans(sink.AllTraces()), renderMetrics(t, tel))
	}
	if err := p.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}

// A tier behind another one must come to the same, whatever the first one wrote.
func TestASecondTierWritesTheSame(t *testing.T) {
	paths, err := filepath.Glob("testdata/cases/*/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			cfg := loadConfig(t, filepath.Join(filepath.Dir(path), "config.yaml"))
			sink := new(consumertest.TracesSink)
			p := create(t, settings(), cfg, sink)
			if err := p.ConsumeTraces(t.Context(), parseSpans(t, section(archive, "in"))); err != nil {
				t.Fatal(err)
			}
			first := renderSpans(sink.AllTraces())
			again := sink.AllTraces()[0]
			sink.Reset()
			p = create(t, settings(), cfg, sink)
			if err := p.ConsumeTraces(t.Context(), again); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(first, renderSpans(sink.AllTraces())); diff != "" {
				t.Errorf("spans (-first +second):\n%s", diff)
			}
		})
	}
}

func section(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func compare(t *testing.T, path string, a *txtar.Archive, out, telemetry string) {
	t.Helper()
	if *update {
		a.Files = []txtar.File{
			{Name: "in", Data: []byte(section(a, "in"))},
			{Name: "out", Data: []byte(out)},
			{Name: "telemetry", Data: []byte(telemetry)},
		}
		if err := os.WriteFile(path, txtar.Format(a), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(section(a, "out"), out); diff != "" {
		t.Errorf("%s: spans (-want +got):\n%s", path, diff)
	}
	if diff := cmp.Diff(section(a, "telemetry"), telemetry); diff != "" {
		t.Errorf("%s: metrics (-want +got):\n%s", path, diff)
	}
}

// renderMetrics writes the processor's own metrics, one a line. It leaves out the
// formats in which nothing failed open: they are there from the start.
func renderMetrics(t *testing.T, tel *componenttest.Telemetry) string {
	t.Helper()
	var rm metricdata.ResourceMetrics
	if err := tel.Reader.Collect(context.Background(), &rm); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, scope := range rm.ScopeMetrics {
		if scope.Scope.Name != metadata.ScopeName {
			continue
		}
		for _, m := range scope.Metrics {
			for _, point := range points(m.Data) {
				name := strings.TrimPrefix(m.Name, "otelcol_processor_toolverdict_")
				if name == "fail_open" && point.Value == 0 {
					continue
				}
				var labels []string
				for _, kv := range point.Attributes.ToSlice() {
					labels = append(labels, string(kv.Key)+"="+kv.Value.AsString())
				}
				lines = append(lines, fmt.Sprintf("%s{%s} %d\n", name, strings.Join(labels, ","), point.Value))
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

func points(data metricdata.Aggregation) []metricdata.DataPoint[int64] {
	switch d := data.(type) {
	case metricdata.Sum[int64]:
		return d.DataPoints
	case metricdata.Gauge[int64]:
		return d.DataPoints
	}
	return nil
}
