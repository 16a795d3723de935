package processor

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// A dice makes choices from the bytes of a fuzzer. Without bytes it chooses the
// first of all.
type dice struct{ bytes []byte }

func (d *dice) roll(n int) int {
	if len(d.bytes) == 0 {
		return 0
	}
	b := int(d.bytes[0])
	d.bytes = d.bytes[1:]
	return b % n
}

func (d *dice) text() string {
	n := min(d.roll(64), len(d.bytes))
	text := string(d.bytes[:n])
	d.bytes = d.bytes[n:]
	return text
}

// Texts and names that the processor knows something about.
var (
	knownTexts = []string{
		`{"id":"r","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":"}}]}}]}`,
		`{"id":"r","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}}]}`,
		`{"id":"r","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`,
		`{"id":"s","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"a\u202e\u001b","function":{"name":"","arguments":""}}]}}]}`,
		`{"tool_calls":[{"index":0,"id":"b","function":{"name":"f","arguments":"{}"}}]}`,
		`[{"type":"function","name":"f","parameters":{"properties":{"x":{"type":"string"}},"required":["y"]}}]`,
		`[{"parts":[{"type":"tool_call","id":"a","name":"g","arguments":{"x":1}}]}]`,
		"execute_tool", "TOOL", "tool", "a", "openai", "mistral", "[DONE]", "",
	}
	knownAttributes = []string{
		keyFormat, keyDefinitions, "gen_ai.provider.name", "gen_ai.response.finish_reasons", keyOutputMessages, keyVercelCalls, keyExecuted, "gen_ai.operation.name", "gen_ai.tool.call.id",
		keyVerdict, keyFailOpen, "llm.output_messages.0.message.tool_calls.0.tool_call.id", "llm.output_messages.0.message.tool_calls.1.tool_call.function.arguments",
	}
	knownEventAttributes = []string{recording.KeyPayload, recording.KeyPayload, recording.KeyPayload, recording.KeySequence, recording.KeyTurnID, recording.KeyDeltaCount, "mlflow.chunk.value", "delta"}
	knownEvents          = []string{recording.EventDelta, recording.EventDelta, recording.EventDelta, recording.EventEnd, recording.EventFinding, "mlflow.chunk.item.", "streaming_chunk", ""}
)

// set gives a value any kind and content.
func (d *dice) set(v pcommon.Value, depth int) {
	switch kind := d.roll(12); {
	case kind < 5 || depth > 5:
		v.SetStr(knownTexts[d.roll(len(knownTexts))])
	case kind == 5:
		v.SetStr(d.text())
	case kind == 6:
		v.SetEmptyBytes().FromRaw([]byte(d.text()))
	case kind == 7:
		v.SetInt([]int64{0, 1, 2, -1, math.MaxInt64, math.MinInt64}[d.roll(6)])
	case kind == 8:
		v.SetDouble([]float64{0, 1.5, math.NaN(), math.Inf(1), 1e308}[d.roll(5)])
	case kind == 9:
		v.SetBool(true)
	case kind == 10:
		for range d.roll(4) {
			d.set(v.SetEmptyMap().PutEmpty(d.text()), depth+1)
		}
	default:
		list := v.SetEmptySlice()
		for range d.roll(4) {
			d.set(list.AppendEmpty(), depth+1)
		}
	}
}

func (d *dice) span(span ptrace.Span) {
	span.SetTraceID(pcommon.TraceID{byte(d.roll(3))})
	span.SetSpanID(pcommon.SpanID{byte(d.roll(3))})
	span.SetStartTimestamp([]pcommon.Timestamp{0, 1, math.MaxUint64, math.MaxInt64}[d.roll(4)])
	span.SetDroppedEventsCount(uint32(d.roll(5) / 4))
	for range d.roll(6) {
		d.set(span.Attributes().PutEmpty(knownAttributes[d.roll(len(knownAttributes))]), 0)
	}
	for i := range d.roll(8) {
		e := span.Events().AppendEmpty()
		e.SetName(knownEvents[d.roll(len(knownEvents))])
		if strings.HasSuffix(e.Name(), ".") {
			e.SetName(e.Name() + strconv.Itoa(i))
		}
		for range 1 + d.roll(3) {
			d.set(e.Attributes().PutEmpty(knownEventAttributes[d.roll(len(knownEventAttributes))]), 0)
		}
	}
}

// FuzzSpans puts together spans of what the processor reads, of any kind. Whatever
// they are, what is written on them must be fit to be shown, and in itself true.
func FuzzSpans(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 1, 1, 0, 2, 1, 0, 5, 6, 0, 5, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2})
	f.Add([]byte("\x02\x01\x01\x00\x05\x04\x05\x05\x0a\x03\x02\x05\x00\x00\x00\x00\x0b\x01\x01\x05\x07abc\xff\x1b\x00\xe2\x80\xae"))
	sink := new(consumertest.TracesSink)
	cfg := config.Default()
	cfg.Executions.MaxCalls = 16
	p := create(f, settings(), cfg, sink)
	f.Fuzz(func(t *testing.T, bytes []byte) {
		d := dice{bytes}
		td := ptrace.NewTraces()
		spans := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
		for range 1 + d.roll(3) {
			d.span(spans.AppendEmpty())
		}
		sink.Reset()
		if err := p.ConsumeTraces(t.Context(), td); err != nil {
			t.Fatal(err)
		}
		for _, span := range spans.All() {
			checkAnnotation(t, span)
		}
	})
}

// checkAnnotation checks what is written on a span that was judged.
func checkAnnotation(t *testing.T, span ptrace.Span) {
	t.Helper()
	ruled, judged := span.Attributes().Get(keyRuleset)
	if !judged || ruled.Str() != engine.Ruleset {
		return
	}
	verdict, _ := span.Attributes().Get(keyVerdict)
	if executable, ok := span.Attributes().Get(keyExecutable); !ok || executable.Bool() != (verdict.Str() == "pass") {
		t.Errorf("verdict %q, executable %v", verdict.Str(), executable.Bool())
	}
	for _, e := range span.Events().All() {
		if e.Name() != recording.EventFinding {
			continue
		}
		for key, v := range e.Attributes().All() {
			text := v.AsString()
			if len(text) > maxText || !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !strconv.IsPrint(r) }) {
				t.Errorf("%s is %q", key, text)
			}
		}
	}
}
