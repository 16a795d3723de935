package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"github.com/toolverdict/toolverdict/internal/collector"
)

// A tool's span and the span of its turn enter a gateway through different front
// collectors. They must meet in the second tier, and come to one fail-open.
func TestTiersOfAGateway(t *testing.T) {
	const traces = 24
	var files []string
	var addresses, metrics []string
	for range 2 {
		p, file := start(t, "../../examples/gateway/second.yaml")
		files, addresses, metrics = append(files, file), append(addresses, p.GRPC), append(metrics, p.Metrics)
	}
	var fronts []ptraceotlp.GRPCClient
	for range 2 {
		fronts = append(fronts, grpcClient(t, startFront(t, addresses).GRPC))
	}
	for i := range traces {
		// Half of the tools' spans come first.
		kinds := []func(ptrace.Span, int){turnSpan, toolSpan}
		send(t, fronts[i%2], i, kinds[i/2%2])
		send(t, fronts[(i+1)%2], i, kinds[(i/2+1)%2])
	}
	total, failOpen := 0, map[string]int{}
	for _, file := range files {
		spans := gathered(t, file, files, 2*traces)
		if len(spans) == 0 {
			t.Error("a collector of the second tier got no trace")
		}
		total += len(spans)
		for _, s := range spans {
			if v, ok := s.Attributes().Get("toolverdict.fail_open"); ok && v.Bool() {
				failOpen[s.TraceID().String()]++
			}
		}
	}
	if total != 2*traces || len(failOpen) != traces {
		t.Errorf("%d spans of %d came out, %d traces of %d failed open", total, 2*traces, len(failOpen), traces)
	}
	for trace, n := range failOpen {
		if n != 1 {
			t.Errorf("trace %s failed open %d times", trace, n)
		}
	}
	if n := failOpenCount(t, metrics); n != traces {
		t.Errorf("the metrics count %d fail-open calls, want %d", n, traces)
	}
}

// startFront runs a front collector of the full distribution.
func startFront(t *testing.T, second []string) *collector.Process {
	t.Helper()
	log, err := os.Create(filepath.Join(t.TempDir(), "front.log"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := collector.Start(patient(t), collector.Options{
		Binary: full, Config: "../../examples/gateway/front.yaml", Log: log,
		Env: []string{"SECOND_TIER_1=" + second[0], "SECOND_TIER_2=" + second[1]},
	})
	if err != nil {
		out, _ := os.ReadFile(log.Name())
		t.Fatalf("%v\n%s", err, out)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := p.Stop(ctx); err != nil {
			t.Error(err)
		}
		_ = log.Close()
	})
	return p
}

func traceOf(i int) (id pcommon.TraceID) {
	for b, bits := 0, uint64(i)*0x9e3779b97f4a7c15+1; b < 8; b, bits = b+1, bits>>8 {
		id[b] = byte(bits)
	}
	return id
}

// turnSpan makes the span of a turn in which two calls collide.
func turnSpan(span ptrace.Span, i int) {
	span.SetName("chat")
	span.SetSpanID(pcommon.SpanID{1, byte(i)})
	for n, payload := range []string{
		`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_a","function":{"name":"f","arguments":"{}"}}]}}]}`,
		`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_b","function":{"name":"f","arguments":"{}"}}]}}]}`,
		`{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`,
	} {
		e := span.Events().AppendEmpty()
		e.SetName("toolverdict.delta")
		e.Attributes().PutInt("toolverdict.delta.sequence", int64(n))
		e.Attributes().PutStr("toolverdict.delta.payload", payload)
	}
}

// toolSpan makes the span of a tool that ran one of the two.
func toolSpan(span ptrace.Span, i int) {
	span.SetName("execute_tool f")
	span.SetSpanID(pcommon.SpanID{2, byte(i)})
	span.Attributes().PutStr("gen_ai.operation.name", "execute_tool")
	span.Attributes().PutStr("gen_ai.tool.call.id", "call_b")
}

func send(t *testing.T, client ptraceotlp.GRPCClient, i int, fill func(ptrace.Span, int)) {
	t.Helper()
	td := ptrace.NewTraces()
	span := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetTraceID(traceOf(i))
	fill(span, i)
	if _, err := client.Export(patient(t), ptraceotlp.NewExportRequestFromTraces(td)); err != nil {
		t.Fatal(err)
	}
}

// gathered waits until all files together hold n spans, and returns those of one.
func gathered(t *testing.T, file string, files []string, n int) []collector.Span {
	t.Helper()
	var of []collector.Span
	ctx := patient(t)
	err := collector.Wait(ctx, "all spans of both tiers", func() bool {
		sum := 0
		for _, f := range files {
			spans, err := collector.Spans(f)
			if err != nil {
				return false
			}
			if f == file {
				of = spans
			}
			sum += len(spans)
		}
		return sum >= n
	})
	if err != nil {
		t.Fatal(err)
	}
	return of
}

// failOpenCount adds up the metric of several collectors.
func failOpenCount(t *testing.T, addresses []string) (sum int) {
	t.Helper()
	for _, address := range addresses {
		page, err := collector.Get(patient(t), "http://"+address+"/metrics")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(page)) {
			if strings.HasPrefix(line, "otelcol_processor_toolverdict_fail_open") {
				var n int
				if _, err := fmt.Sscan(line[strings.LastIndexByte(line, ' ')+1:], &n); err != nil {
					t.Fatal(err)
				}
				sum += n
			}
		}
	}
	return sum
}
