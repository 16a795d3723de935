package processor

import (
	"math"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// twice is an event whose payload, a map, has the key "choices" twice, as only
// the wire can bring it.
func twice(t *testing.T) ptrace.Traces {
	t.Helper()
	td := parseSpans(t, "span chat\nevent toolverdict.delta\n")
	m := firstSpan(td).Events().At(0).Attributes().PutEmptyMap(recording.KeyPayload)
	m.PutEmptySlice("choices")
	m.PutEmptySlice("choicez")
	data := []byte(strings.Replace(string(marshal(t, td)), "choicez", "choices", 1))
	td, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(data)
	if err != nil {
		t.Fatal(err)
	}
	return td
}

func TestKeysThatComeTwiceAreNotMerged(t *testing.T) {
	v, _ := firstSpan(twice(t)).Events().At(0).Attributes().Get(recording.KeyPayload)
	if got, want := string(recording.AppendPayload(nil, v, 1<<20)), `{"choices":[],"choices":[]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestNestingDoesNotExhaustTheStack(t *testing.T) {
	const levels = 1_000_000
	for _, key := range []string{recording.KeyPayload, recording.KeyTurnID, keyDefinitions, "gen_ai.provider.name", keyOutputMessages, keyExecuted, "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments"} {
		t.Run(key, func(t *testing.T) {
			td := parseSpans(t, "span chat\nevent toolverdict.delta\n  toolverdict.delta.payload {}\n")
			firstSpan(td).SetTraceID(pcommon.TraceID{1})
			attributes := firstSpan(td).Events().At(0).Attributes()
			if key != recording.KeyPayload && key != recording.KeyTurnID {
				attributes = firstSpan(td).Attributes()
			}
			v := attributes.PutEmpty(key)
			for range levels {
				v = v.SetEmptySlice().AppendEmpty()
			}
			sink := new(consumertest.TracesSink)
			p := create(t, settings(), config.Default(), sink)
			if err := p.ConsumeTraces(t.Context(), td); err != nil {
				t.Fatal(err)
			}
			if v, _ := firstSpan(sink.AllTraces()[0]).Attributes().Get(keyVerdict); v.Str() == "" {
				t.Error("no verdict")
			}
		})
	}
}

func TestTooDeepAPayloadPassesALimit(t *testing.T) {
	td := parseSpans(t, "span chat\n  toolverdict.format openai\nevent toolverdict.delta\n")
	payload := firstSpan(td).Events().At(0).Attributes().PutEmpty(recording.KeyPayload)
	v := payload
	for range 2 * recording.MaxNesting {
		v = v.SetEmptySlice().AppendEmpty()
	}
	if got, want := string(recording.AppendPayload(nil, payload, 1<<20)), strings.Repeat("[", recording.MaxNesting+1); got != want {
		t.Errorf("%d bytes of text, want %d", len(got), len(want))
	}
	sink := new(consumertest.TracesSink)
	p := create(t, settings(), config.Default(), sink)
	if err := p.ConsumeTraces(t.Context(), td); err != nil {
		t.Fatal(err)
	}
	got, _ := firstSpan(sink.AllTraces()[0]).Attributes().Get(keyFindings)
	if want := []any{"limit_exceeded/depth"}; !slices.Equal(got.Slice().AsRaw(), want) {
		t.Errorf("findings %v, want %v", got.Slice().AsRaw(), want)
	}
}

// What JSON can't express was not cut by anyone, however long its text is.
func TestAStructuredPayloadIsNeverTakenForCut(t *testing.T) {
	td := parseSpans(t, "span chat\n  toolverdict.format openai\nevent toolverdict.delta\n")
	payload := firstSpan(td).Events().At(0).Attributes().PutEmpty(recording.KeyPayload)
	payload.SetEmptyMap().PutDouble(strings.Repeat("x", 28), math.NaN())
	if text := recording.AppendPayload(nil, payload, 1<<20); len(text) != 32 {
		t.Fatalf("%s is not as long as a limit", text)
	}
	sink := new(consumertest.TracesSink)
	p := create(t, settings(), config.Default(), sink)
	if err := p.ConsumeTraces(t.Context(), td); err != nil {
		t.Fatal(err)
	}
	got, _ := firstSpan(sink.AllTraces()[0]).Attributes().Get(keyFindings)
	if want := []any{"invalid_chunk"}; !slices.Equal(got.Slice().AsRaw(), want) {
		t.Errorf("findings %v, want %v", got.Slice().AsRaw(), want)
	}
}

func TestTurnIDsAreCappedAndCleaned(t *testing.T) {
	td := parseSpans(t, collision)
	for _, e := range firstSpan(td).Events().All() {
		e.Attributes().PutStr(recording.KeyTurnID, "t\x07"+strings.Repeat("x", 1000))
	}
	sink := new(consumertest.TracesSink)
	p := create(t, settings(), config.Default(), sink)
	if err := p.ConsumeTraces(t.Context(), td); err != nil {
		t.Fatal(err)
	}
	findings := 0
	for _, e := range firstSpan(sink.AllTraces()[0]).Events().All() {
		if e.Name() != recording.EventFinding {
			continue
		}
		findings++
		if got, _ := e.Attributes().Get(recording.KeyTurnID); got.Str() != "t\uFFFD"+strings.Repeat("x", maxText-7)+"…" {
			t.Errorf("turn id %q", got.Str())
		}
	}
	if findings == 0 {
		t.Error("no finding events")
	}
}

func firstSpan(td ptrace.Traces) ptrace.Span {
	return td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
}
