package report_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor/processortest"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/internal/recording"
	"github.com/toolverdict/toolverdict/internal/report"
	"github.com/toolverdict/toolverdict/internal/traffic"
	"github.com/toolverdict/toolverdict/processor"
)

var update = flag.Bool("update", false, "write the golden files anew")

const streams = "../../testdata/streams"

// morning is when the turns of the tests begin.
var morning = time.Date(2026, 1, 2, 8, 0, 0, 0, time.UTC)

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// judged gives requests to the processor, one after the other, and returns what it
// makes of them.
func judged(t testing.TB, mode config.DeltaEvents, requests ...ptrace.Traces) []ptrace.Traces {
	t.Helper()
	cfg := config.Default()
	cfg.DeltaEvents = mode
	return judgedBy(t, cfg, requests...)
}

func judgedBy(t testing.TB, cfg *config.Config, requests ...ptrace.Traces) []ptrace.Traces {
	t.Helper()
	sink := new(consumertest.TracesSink)
	factory := processor.NewFactory()
	p, err := factory.CreateTraces(t.Context(), processortest.NewNopSettings(factory.Type()), cfg, sink)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(t.Context(), componenttest.NewNopHost()); err != nil {
		t.Fatal(err)
	}
	for _, td := range requests {
		if err := p.ConsumeTraces(t.Context(), td); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	return sink.AllTraces()
}

// digested reads requests as the command does.
func digested(t *testing.T, keep int, requests ...ptrace.Traces) *report.Digest {
	t.Helper()
	sources, err := recording.Compile(config.Default().Sources)
	if err != nil {
		t.Fatal(err)
	}
	d := report.NewDigest(keep, sources)
	for _, td := range requests {
		d.AddRuns(td)
	}
	for _, td := range requests {
		d.AddTurns(td)
	}
	return d
}

func page(t *testing.T, d *report.Digest) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := d.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func summary(t *testing.T, d *report.Digest) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := d.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sent are turns as agents send them, ten minutes apart. Each is a request of its own;
// backwards sends the spans of the tools in front.
func sent(t testing.TB, backwards bool, turns ...traffic.Turn) []ptrace.Traces {
	t.Helper()
	source := traffic.NewSource(streams, 1)
	var requests []ptrace.Traces
	for i, turn := range turns {
		td, err := source.Spans(turn, morning.Add(time.Duration(i)*10*time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		if !backwards {
			requests = append(requests, td)
			continue
		}
		tools := ptrace.NewTraces()
		td.CopyTo(tools)
		isTool := func(s ptrace.Span) bool { return s.Name() == "execute_tool" }
		td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().RemoveIf(isTool)
		tools.ResourceSpans().At(0).ScopeSpans().At(0).Spans().RemoveIf(func(s ptrace.Span) bool { return !isTool(s) })
		requests = append(requests, tools, td)
	}
	return requests
}

var (
	gateway = traffic.Turn{Service: "checkout-agent", Instance: "a", Provider: "self-hosted", Model: "model-b"}
	support = traffic.Turn{Service: "support-agent", Instance: "b", Provider: "anthropic", Model: "model-c"}
)

func of(t traffic.Turn, stream string, runs ...string) traffic.Turn {
	t.Stream, t.Runs = stream, runs
	return t
}

func early(t traffic.Turn) traffic.Turn {
	t.Early = true
	return t
}

func with(t traffic.Turn, e traffic.Evidence) traffic.Turn {
	t.Evidence = e
	return t
}

// day is a bit of everything.
func day() []traffic.Turn {
	return []traffic.Turn{
		of(gateway, "openai/healthy/one-call", "call_a"),
		of(gateway, "openai/healthy/parallel-interleaved", "call_a", "call_b"),
		of(gateway, "openai/faulty/index-reused", "call_a"),
		of(gateway, "openai/faulty/index-reused"),
		early(of(support, "anthropic/healthy/text-then-call", "toolu_a")),
		of(support, "anthropic/healthy/text-only"),
		of(support, "anthropic/faulty/stream-stops-in-block"),
		with(of(support, "anthropic/healthy/text-then-call"), traffic.Dropped),
		with(of(support, "anthropic/healthy/parallel"), traffic.Gap),
		of(gateway, "openai/faulty/unreadable-only"),
		with(of(gateway, "openai/healthy/one-call"), traffic.None),
	}
}
