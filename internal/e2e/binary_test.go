package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/internal/collector"
	"github.com/toolverdict/toolverdict/internal/e2e/verdicts"
)

const demoConfig = "../../examples/demo/collector.yaml"

func TestComponentIsInTheDistribution(t *testing.T) {
	out, err := exec.Command(binary, "components").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "    - name: toolverdict\n      module: github.com/toolverdict/toolverdict v") {
		t.Errorf("toolverdict is not among the components:\n%s", out)
	}
}

func TestMistakeInTheConfigurationStopsTheStart(t *testing.T) {
	config, err := os.ReadFile(demoConfig)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "collector.yaml")
	if err := os.WriteFile(path, []byte(strings.Replace(string(config), "toolverdict: {}", "toolverdict: {delta_events: burn}", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(binary, "--config", path).CombinedOutput()
	if err == nil || !strings.Contains(string(out), `processors::toolverdict: delta_events: "burn" is unknown: use keep, drop, drop_on_pass or redact`) {
		t.Errorf("%v\n%s", err, out)
	}
}

// exported waits for n spans in the file.
func exported(t *testing.T, p *collector.Process, path string, n int) []collector.Span {
	t.Helper()
	var spans []collector.Span
	var err error
	waiting := p.Wait(patient(t), "spans", func() bool {
		spans, err = collector.Spans(path)
		return err != nil || len(spans) >= n
	})
	if waiting != nil || err != nil {
		t.Fatalf("%d spans of %d: %v, %v", len(spans), n, waiting, err)
	}
	return spans
}

func TestVerdictsOverHTTP(t *testing.T) {
	p, path := start(t, demoConfig)
	for name, body := range verdicts.Requests(t, "../../testdata/otlp") {
		if err := p.SendJSON(patient(t), body); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	verdicts.Check(t, exported(t, p, path, len(verdicts.Expected)))
	wantMetrics(t, p)
}

func wantMetrics(t *testing.T, p *collector.Process) {
	t.Helper()
	page, err := collector.Get(patient(t), "http://"+p.Metrics+"/metrics")
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for line := range strings.Lines(string(page)) {
		if name, ok := strings.CutPrefix(line, "otelcol_processor_toolverdict_"); ok {
			name = strings.TrimSpace(name)
			end := strings.LastIndexByte(name, ' ')
			values[interesting(strings.TrimSuffix(name[:end], "}"))] = name[end+1:]
		}
	}
	want := map[string]string{
		"turns format=anthropic verdict=fail": "1", "turns format=anthropic verdict=pass": "1", "turns format=mistral verdict=pass": "1",
		"turns format=openai verdict=fail": "2", "turns format=openai verdict=not_applicable": "1", "turns format=openai verdict=pass": "2",
		"findings code=identity_collision fault=wire format=openai":                   "1",
		"findings code=invalid_arguments_json/trailing_data fault=wire format=openai": "1",
		"findings code=invalid_arguments_json/truncated fault=wire format=anthropic":  "1",
		"findings code=missing_terminal fault=wire format=anthropic":                  "1",
		"findings code=duplicate_terminal fault=wire format=openai":                   "1",
		"findings code=wrong_terminal_reason fault=wire format=openai":                "1",
		"deltas format=openai outcome=kept":                                           "23",
		"deltas format=anthropic outcome=kept":                                        "18",
		"deltas format=mistral outcome=kept":                                          "2",
		"defects":                                                                     "0",
		"ledger_capacity":                                                             "100000", "ledger_evictions": "0", "ledger_expirations": "0", "ledger_size": "9",
		"schema_cache_capacity": "256", "schema_cache_evictions": "0", "schema_cache_size": "1",
	}
	for _, format := range engine.Formats() {
		want["fail_open format="+format] = "0"
	}
	if diff := cmp.Diff(want, values); diff != "" {
		t.Errorf("metrics (-want +got):\n%s", diff)
	}
}

// interesting shortens a metric's name and labels to what toolverdict put there.
func interesting(line string) string {
	name, labels, _ := strings.Cut(line, "{")
	words := []string{strings.TrimSuffix(name, "_total")}
	for label := range strings.SplitSeq(labels, ",") {
		if !strings.HasPrefix(label, "otel_scope") && label != "" {
			words = append(words, strings.ReplaceAll(label, `"`, ""))
		}
	}
	return strings.Join(words, " ")
}

// grpcClient sends over OTLP/gRPC.
func grpcClient(t *testing.T, address string) ptraceotlp.GRPCClient {
	t.Helper()
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return ptraceotlp.NewGRPCClient(conn)
}

func traces(t *testing.T, body []byte) ptrace.Traces {
	t.Helper()
	td, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(body)
	if err != nil {
		t.Fatal(err)
	}
	return td
}

func TestVerdictsOverGRPC(t *testing.T) {
	p, path := start(t, demoConfig)
	client := grpcClient(t, p.GRPC)
	for name, body := range verdicts.Requests(t, "../../testdata/otlp") {
		if _, err := client.Export(patient(t), ptraceotlp.NewExportRequestFromTraces(traces(t, body))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	verdicts.Check(t, exported(t, p, path, len(verdicts.Expected)))
}

// A collector that is told to end in the middle of the load must still export
// every span that it accepted.
func TestTerminationLosesNothingThatWasAccepted(t *testing.T) {
	p, path := start(t, demoConfig)
	body := verdicts.Requests(t, "../../testdata/otlp")["05-openai-index-collision"]
	var accepted atomic.Int64
	var senders sync.WaitGroup
	underLoad := make(chan struct{})
	for range 4 {
		senders.Go(func() {
			client := grpcClient(t, p.GRPC)
			for {
				if _, err := client.Export(patient(t), ptraceotlp.NewExportRequestFromTraces(traces(t, body))); err != nil {
					return // the collector has ended
				}
				if accepted.Add(1) == 200 {
					close(underLoad)
				}
			}
		})
	}
	<-underLoad
	if err := p.Stop(patient(t)); err != nil {
		t.Fatal(err)
	}
	senders.Wait()
	spans, err := collector.Spans(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := int64(len(spans)), accepted.Load(); got < want {
		t.Errorf("%d spans were accepted, %d exported", want, got)
	}
	for _, s := range spans {
		if got := verdicts.Describe(s); got != verdicts.Expected["05-openai-index-collision"] {
			t.Fatalf("a span has %q", got)
		}
	}
}
