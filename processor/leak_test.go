package processor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/internal/canary"
	"github.com/toolverdict/toolverdict/internal/recording"
	"github.com/toolverdict/toolverdict/processor/internal/metadatatest"
)

// A leakCase is a way to record a stream with the canary in it.
type leakCase struct {
	name   string
	mode   canary.Mode
	static bool                                  // the schemas are those of the configuration
	record func(v pcommon.Value, payload []byte) // puts a delta on the span
	codes  int                                   // at least so many come up: a stream that is not read shows nothing
}

func asText(v pcommon.Value, payload []byte) { v.SetStr(string(payload)) }

// asCut leaves the second half of the delta away.
func asCut(v pcommon.Value, payload []byte) { v.SetStr(string(payload[:len(payload)/2])) }

func asStructure(v pcommon.Value, payload []byte) {
	var decoded any
	if json.Unmarshal(payload, &decoded) != nil || v.FromRaw(decoded) != nil {
		asText(v, payload)
	}
}

var leakCases = []leakCase{
	{"values", canary.Values, false, asText, 45},
	{"keys", canary.Keys, false, asText, 45},
	{"static schemas", canary.Values, true, asText, 45},
	{"structures", canary.Keys, false, asStructure, 45},
	{"cut deltas", canary.Values, false, asCut, 3},
}

// A fixture is a recorded stream, as far as it is needed here.
type fixture struct {
	Profile     string                     `json:"profile"`
	ToolSchemas map[string]json.RawMessage `json:"tool_schemas"`
	Chunks      []json.RawMessage          `json:"chunks"`
	Events      []json.RawMessage          `json:"events"`
	Emitted     []struct {
		ID        string          `json:"id"`
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"adapter_emitted"`
}

// planted reads all streams of testdata, with the canary in them.
func planted(t *testing.T, mode canary.Mode) map[string]fixture {
	t.Helper()
	found := map[string]fixture{}
	streams, err := canary.Streams("../testdata/streams", mode)
	for _, s := range streams {
		var f fixture
		if json.Unmarshal(s.Document, &f) == nil { // of some the envelope is what is wrong
			found[s.Path] = f
		}
	}
	if err != nil || len(found) < 400 {
		t.Fatalf("%d streams: %v", len(found), err)
	}
	for name, text := range tempting {
		var f fixture
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		found[name] = f
	}
	return found
}

// tempting are streams in which the place of a finding lies below a name that is
// content.
var tempting = map[string]string{
	"an exception that nobody knows": `{"profile":"bedrock_converse","events":[{"c4n4ryException":{"message":"c4n4ry"}},{"c4n4ry":5}]}`,
	"below any key":                  arguments(`{"additionalProperties":{"type":"object","properties":{"n":{"type":"number"}}}}`, `{"c4n4ry":{"n":"c4n4ry"}}`),
	"below a key with a pattern":     arguments(`{"patternProperties":{"^c":{"type":"number"}}}`, `{"c4n4ry":"c4n4ry"}`),
	"a key that may not be":          arguments(`{"propertyNames":{"maxLength":1}}`, `{"c4n4ry":1}`),
	"a key that brings others":       arguments(`{"dependentRequired":{"c4n4ry":["b"]}}`, `{"c4n4ry":1}`),
	"keys that were not evaluated":   arguments(`{"unevaluatedProperties":false}`, `{"c4n4ry":1}`),
	"alternatives":                   arguments(`{"anyOf":[{"required":["a"]},{"additionalProperties":{"type":"null"}}]}`, `{"c4n4ry":"c4n4ry"}`),
	"the same key twice":             arguments(`{}`, `{"c4n4ry":1,"c4n4ry":2}`),
	"text behind the end":            arguments(`{}`, `{"c4n4ry":1}c4n4ry`),
	"a name that is a path":          arguments(`{"additionalProperties":{"type":"number"}}`, `{"/c4n4ry/~0":"c4n4ry"}`),
}

// arguments is a stream with one call.
func arguments(schema, arguments string) string {
	call, err := json.Marshal(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": map[string]any{"tool_calls": []any{
		map[string]any{"index": 0, "id": "a", "function": map[string]any{"name": "f", "arguments": arguments}},
	}}}}})
	if err != nil {
		panic(err)
	}
	return `{"profile":"openai","tool_schemas":{"f":` + schema + `},"chunks":[` + string(call) + `,{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}]}`
}

// span records the stream.
func (c leakCase) span(t *testing.T, f fixture) ptrace.Traces {
	t.Helper()
	td := ptrace.NewTraces()
	span := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetTraceID(pcommon.TraceID{1})
	span.SetSpanID(pcommon.SpanID{1})
	span.Attributes().PutStr(keyFormat, f.Profile)
	for _, payload := range append(f.Chunks, f.Events...) {
		e := span.Events().AppendEmpty()
		e.SetName(recording.EventDelta)
		c.record(e.Attributes().PutEmpty(recording.KeyPayload), payload)
	}
	if !c.static {
		var tools []map[string]any
		for name, schema := range f.ToolSchemas {
			tools = append(tools, map[string]any{"type": "function", "name": name, "description": canary.Word, "parameters": schema})
		}
		putJSON(t, span, keyDefinitions, tools)
	}
	// One more than there are, so that something is handed over differently.
	parts := []map[string]any{{"type": "tool_call", "id": "more", "name": "more", "arguments": map[string]string{canary.Word: canary.Word}}}
	for _, call := range f.Emitted {
		parts = append(parts, map[string]any{"type": "tool_call", "id": call.ID, "name": call.Name, "arguments": call.Arguments})
	}
	putJSON(t, span, keyOutputMessages, []any{map[string]any{"role": "assistant", "parts": parts}})
	return td
}

func putJSON(t *testing.T, span ptrace.Span, key string, v any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	span.Attributes().PutStr(key, string(text))
}

// Nothing of any stream reaches an annotation, a log line, a metric or an error,
// however it is recorded.
func TestNoContentLeaks(t *testing.T) {
	for _, c := range leakCases {
		t.Run(c.name, func(t *testing.T) {
			codes := map[string]bool{}
			var shared *watched
			for path, f := range planted(t, c.mode) {
				if shared == nil || c.static {
					shared = watch(t, c, f)
				}
				if shared != nil {
					shared.check(t, path, c.span(t, f), codes)
				}
			}
			if len(codes) < c.codes {
				t.Errorf("%d codes came up, want %d or more: %v", len(codes), c.codes, slices.Sorted(maps.Keys(codes)))
			}
		})
	}
}

// A watched processor is one whose logs and metrics are looked at when the test
// ends.
type watched struct {
	processor.Traces
	sink *consumertest.TracesSink
}

// watch makes one; nil where the schemas of the stream can't be those of a
// configuration.
func watch(t *testing.T, c leakCase, f fixture) *watched {
	t.Helper()
	tel := componenttest.NewTelemetry()
	core, logs := observer.New(zapcore.DebugLevel)
	set := metadatatest.NewSettings(tel)
	set.Logger = zap.New(core)
	cfg := config.Default()
	if c.static {
		cfg.ToolSchemas = map[string]any{}
		for name, schema := range f.ToolSchemas {
			cfg.ToolSchemas[name] = schema
		}
	}
	w := &watched{sink: new(consumertest.TracesSink)}
	var err error
	if w.Traces, err = NewFactory().CreateTraces(t.Context(), set, cfg, w.sink); err != nil {
		wantNone(t, "the error", err.Error())
		return nil
	}
	t.Cleanup(func() {
		wantNone(t, "the log", rendered(logs))
		wantNone(t, "the metrics", collected(t, tel))
		if err := errors.Join(w.Shutdown(context.Background()), tel.Shutdown(context.Background())); err != nil {
			t.Error(err)
		}
	})
	return w
}

func wantNone(t *testing.T, what, text string) {
	t.Helper()
	if strings.Contains(text, canary.Word) {
		t.Errorf("%s carries content:\n%q", what, text)
	}
}

// check sends a span, and looks at what is written on it.
func (w *watched) check(t *testing.T, path string, td ptrace.Traces, codes map[string]bool) {
	t.Helper()
	w.sink.Reset()
	if err := w.ConsumeTraces(t.Context(), td); err != nil {
		t.Fatal(err)
	}
	span := firstSpan(w.sink.AllTraces()[0])
	if v, ok := span.Attributes().Get(keyFindings); ok {
		for _, code := range v.Slice().All() {
			codes[code.Str()] = true
		}
	}
	// What is left is what the processor has added.
	span.Attributes().RemoveIf(func(key string, _ pcommon.Value) bool { return key == keyDefinitions || key == keyOutputMessages })
	span.Events().RemoveIf(func(e ptrace.SpanEvent) bool { return e.Name() == recording.EventDelta })
	wantNone(t, "the annotation of "+path, string(marshal(t, w.sink.AllTraces()[0])))
}

func rendered(logs *observer.ObservedLogs) string {
	var b strings.Builder
	for _, entry := range logs.All() {
		fmt.Fprintln(&b, entry.Message, entry.ContextMap(), entry.Stack)
	}
	return b.String()
}

// collected is all that the metrics say, names and labels included.
func collected(t *testing.T, tel *componenttest.Telemetry) string {
	t.Helper()
	var rm metricdata.ResourceMetrics
	if err := tel.Reader.Collect(context.Background(), &rm); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(rm)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
