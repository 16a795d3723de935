package processor

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processortest"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/metric/metricdata/metricdatatest"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/internal/canary"
	"github.com/toolverdict/toolverdict/internal/recording"
	"github.com/toolverdict/toolverdict/processor/internal/metadata"
	"github.com/toolverdict/toolverdict/processor/internal/metadatatest"
)

const collision = `span chat
event toolverdict.delta
  toolverdict.delta.sequence 0
  toolverdict.delta.payload {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"c4n4ry\":\"c4n4ry\"}"}}]}}]}
event toolverdict.delta
  toolverdict.delta.sequence 7
  toolverdict.delta.payload {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"b"}],"content":"c4n4ry"}}]}
event toolverdict.delta
  toolverdict.delta.sequence 8
  toolverdict.delta.payload c4n4ry
`

func create(t testing.TB, set processor.Settings, cfg *config.Config, next consumer.Traces) processor.Traces {
	t.Helper()
	p, err := NewFactory().CreateTraces(context.Background(), set, cfg, next)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(context.Background(), componenttest.NewNopHost()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return p
}

// settings are those of a processor that panics where it would log a defect of its own.
func settings() processor.Settings {
	set := processortest.NewNopSettings(metadata.Type)
	core := zapcore.NewCore(zapcore.NewConsoleEncoder(zap.NewProductionEncoderConfig()), zapcore.AddSync(io.Discard), zapcore.ErrorLevel)
	set.Logger = zap.New(core, zap.Hooks(func(e zapcore.Entry) error { panic(e.Message) }))
	return set
}

func marshal(t testing.TB, td ptrace.Traces) []byte {
	t.Helper()
	data, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(td)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestSpansWithoutDeltasAreLeftByteForByte(t *testing.T) {
	sink := new(consumertest.TracesSink)
	p := create(t, settings(), config.Default(), sink)
	text := "span chat\n  gen_ai.operation.name chat\n  toolverdict.verdict pass\nevent exception\n  exception.type X\n" +
		"span agent\nevent mlflow.chunk.item.0\n  mlflow.chunk.value \"0\"\nevent toolverdict.stream.end\n"
	before := marshal(t, parseSpans(t, text))
	if err := p.ConsumeTraces(t.Context(), parseSpans(t, text)); err != nil {
		t.Fatal(err)
	}
	if after := marshal(t, sink.AllTraces()[0]); !bytes.Equal(before, after) {
		t.Errorf("changed:\n%q\n%q", before, after)
	}
}

func TestWhatASpanCarriedIsKept(t *testing.T) {
	sink := new(consumertest.TracesSink)
	p := create(t, settings(), config.Default(), sink)
	if err := p.ConsumeTraces(t.Context(), parseSpans(t, collision)); err != nil {
		t.Fatal(err)
	}
	span := sink.AllTraces()[0].ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
	span.Attributes().RemoveIf(func(key string, _ pcommon.Value) bool { return strings.HasPrefix(key, "toolverdict.") })
	span.Events().RemoveIf(func(e ptrace.SpanEvent) bool { return e.Name() == recording.EventFinding })
	if before, after := marshal(t, parseSpans(t, collision)), marshal(t, sink.AllTraces()[0]); !bytes.Equal(before, after) {
		t.Errorf("more than annotations was changed:\n%q\n%q", before, after)
	}
}

func TestContentReachesNoLogAndNoAnnotation(t *testing.T) {
	core, logs := observer.New(zapcore.DebugLevel)
	set := settings()
	set.Logger = zap.New(core)
	sink := new(consumertest.TracesSink)
	p := create(t, set, config.Default(), sink)
	for range 3 {
		if err := p.ConsumeTraces(t.Context(), parseSpans(t, collision)); err != nil {
			t.Fatal(err)
		}
	}
	span := sink.AllTraces()[0].ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
	span.Events().RemoveIf(func(e ptrace.SpanEvent) bool { return e.Name() == recording.EventDelta })
	if out := marshal(t, sink.AllTraces()[0]); bytes.Contains(out, []byte(canary.Word)) {
		t.Error("an annotation carries content")
	}
	var messages []string
	for _, entry := range logs.All() {
		messages = append(messages, entry.Message)
		for key, value := range entry.ContextMap() {
			if text, ok := value.(string); strings.Contains(entry.Message+key, canary.Word) || ok && strings.Contains(text, canary.Word) {
				t.Errorf("a log line carries content: %s", entry.Message)
			}
		}
	}
	want := []string{"toolverdict judges streamed tool calls", "evidence is incomplete: capture_incomplete/sequence_gap"}
	if strings.Join(messages, "\n") != strings.Join(want, "\n") {
		t.Errorf("log lines %q, want each of %q once", messages, want)
	}
}

func TestDownstreamErrorsPassThrough(t *testing.T) {
	full := errors.New("the next one is full")
	p := create(t, settings(), config.Default(), consumertest.NewErr(full))
	if err := p.ConsumeTraces(t.Context(), parseSpans(t, collision)); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}

func TestShutdownLosesNothing(t *testing.T) {
	processortest.VerifyShutdown(t, NewFactory(), config.Default())
}

func TestShutdownWithoutStartAndTwice(t *testing.T) {
	p, err := NewFactory().CreateTraces(t.Context(), settings(), config.Default(), consumertest.NewNop())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := p.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// The first call that fails open must be seen to raise a counter.
func TestFailOpenIsCountedFromTheStart(t *testing.T) {
	tel := componenttest.NewTelemetry()
	t.Cleanup(func() {
		if err := tel.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	create(t, metadatatest.NewSettings(tel), config.Default(), consumertest.NewNop())
	var want []metricdata.DataPoint[int64]
	for _, format := range engine.Formats() {
		want = append(want, metricdata.DataPoint[int64]{Attributes: attribute.NewSet(attribute.String("format", format))})
	}
	metadatatest.AssertEqualProcessorToolverdictFailOpen(t, tel, want, metricdatatest.IgnoreTimestamp())
}

func TestBrokenConfigurationStopsTheStart(t *testing.T) {
	cfg := config.Default()
	cfg.ToolSchemasFile = "testdata/none.json"
	_, err := NewFactory().CreateTraces(t.Context(), settings(), cfg, consumertest.NewNop())
	if err == nil || !strings.HasPrefix(err.Error(), "tool_schemas_file: ") {
		t.Errorf("error %v", err)
	}
}

func TestManyBatchesAtOnce(t *testing.T) {
	sink := new(consumertest.TracesSink)
	p := create(t, settings(), config.Default(), sink)
	const senders, batches = 8, 25
	var group sync.WaitGroup
	for range senders {
		group.Go(func() {
			for range batches {
				if err := p.ConsumeTraces(t.Context(), parseSpans(t, collision)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if n := sink.SpanCount(); n != senders*batches {
		t.Errorf("%d spans came out, want %d", n, senders*batches)
	}
	for _, td := range sink.AllTraces() {
		span := td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
		if v, _ := span.Attributes().Get(keyPrimary); v.Str() != "identity_collision" {
			t.Fatalf("primary finding %q", v.Str())
		}
	}
}

// FuzzConsume wants no request to be an error, and no span to be lost.
func FuzzConsume(f *testing.F) {
	for _, text := range []string{collision, "span a\nevent mlflow.chunk.item.0\n  mlflow.chunk.value {\"choices\":[]}\n", "span b\nevent streaming_chunk\n  delta {}\n"} {
		f.Add(marshal(f, parseSpans(f, text)))
	}
	sink := new(consumertest.TracesSink)
	p := create(f, settings(), config.Default(), sink)
	f.Fuzz(func(t *testing.T, data []byte) {
		td, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(data)
		if err != nil {
			return
		}
		n := td.SpanCount()
		sink.Reset()
		if err := p.ConsumeTraces(t.Context(), td); err != nil {
			t.Error(err)
		}
		if sink.SpanCount() != n {
			t.Errorf("%d spans went in, %d came out", n, sink.SpanCount())
		}
	})
}
