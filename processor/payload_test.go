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
)

func TestPayloadsAsJSON(t *testing.T) {
	for name, test := range map[string]struct {
		set  func(pcommon.Value)
		want string
	}{
		"text is left as it is":  {func(v pcommon.Value) { v.SetStr(`{"a": 1,}`) }, `{"a": 1,}`},
		"bytes are left as well": {func(v pcommon.Value) { v.SetEmptyBytes().FromRaw([]byte("{\xff}")) }, "{\xff}"},
		"a map": {func(v pcommon.Value) {
			m := v.SetEmptyMap()
			m.PutStr("text", "<\"\n>")
			m.PutInt("large", math.MaxInt64)
			m.PutDouble("whole", 1_000_000)
			m.PutDouble("part", -0.5)
			m.PutBool("flag", true)
			m.PutEmpty("nothing")
			m.PutEmptyBytes("bytes").FromRaw([]byte("hi"))
			m.PutEmptySlice("list").AppendEmpty().SetInt(1)
			m.PutEmptyMap("map")
		}, `{"text":"<\"\n>","large":9223372036854775807,"whole":1000000,"part":-0.5,"flag":true,"nothing":null,"bytes":"aGk=","list":[1],"map":{}}`},
		"maps too deep end it": {func(v pcommon.Value) {
			for range maxNesting + 5 {
				v = v.SetEmptyMap().PutEmpty("")
			}
		}, strings.Repeat(`{"":`, maxNesting) + "{"},
		"a list":                {func(v pcommon.Value) { s := v.SetEmptySlice(); s.AppendEmpty().SetInt(1); s.AppendEmpty().SetStr("b") }, `[1,"b"]`},
		"no number ends it":     {func(v pcommon.Value) { v.SetEmptyMap().PutDouble("x", math.NaN()) }, `{"x":`},
		"infinity ends it":      {func(v pcommon.Value) { v.SetEmptySlice().AppendEmpty().SetDouble(math.Inf(-1)) }, `[`},
		"no UTF-8 ends it":      {func(v pcommon.Value) { v.SetEmptyMap().PutStr("x", "\xff") }, `{"x":`},
		"a key of none as well": {func(v pcommon.Value) { v.SetEmptyMap().PutStr("\xff", "x") }, `{`},
	} {
		t.Run(name, func(t *testing.T) {
			v := pcommon.NewValueEmpty()
			test.set(v)
			if got := string(appendPayload(nil, v, 1<<20)); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// twice is an event whose payload, a map, has the key "choices" twice, as only
// the wire can bring it.
func twice(t *testing.T) ptrace.Traces {
	t.Helper()
	td := parseSpans(t, "span chat\nevent toolverdict.delta\n")
	m := firstSpan(td).Events().At(0).Attributes().PutEmptyMap(keyPayload)
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
	v, _ := firstSpan(twice(t)).Events().At(0).Attributes().Get(keyPayload)
	if got, want := string(appendPayload(nil, v, 1<<20)), `{"choices":[],"choices":[]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestNestingDoesNotExhaustTheStack(t *testing.T) {
	const levels = 1_000_000
	for _, key := range []string{keyPayload, keyTurnID, keyDefinitions, keyProvider, keyOutputMessages, keyExecuted, "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments"} {
		t.Run(key, func(t *testing.T) {
			td := parseSpans(t, "span chat\nevent toolverdict.delta\n  toolverdict.delta.payload {}\n")
			firstSpan(td).SetTraceID(pcommon.TraceID{1})
			attributes := firstSpan(td).Events().At(0).Attributes()
			if key != keyPayload && key != keyTurnID {
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
	payload := firstSpan(td).Events().At(0).Attributes().PutEmpty(keyPayload)
	v := payload
	for range 2 * maxNesting {
		v = v.SetEmptySlice().AppendEmpty()
	}
	if got, want := string(appendPayload(nil, payload, 1<<20)), strings.Repeat("[", maxNesting+1); got != want {
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
	payload := firstSpan(td).Events().At(0).Attributes().PutEmpty(keyPayload)
	payload.SetEmptyMap().PutDouble(strings.Repeat("x", 28), math.NaN())
	if text := appendPayload(nil, payload, 1<<20); !cut(text) {
		t.Fatalf("%s does not look cut", text)
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
		e.Attributes().PutStr(keyTurnID, "t\x07"+strings.Repeat("x", 1000))
	}
	sink := new(consumertest.TracesSink)
	p := create(t, settings(), config.Default(), sink)
	if err := p.ConsumeTraces(t.Context(), td); err != nil {
		t.Fatal(err)
	}
	findings := 0
	for _, e := range firstSpan(sink.AllTraces()[0]).Events().All() {
		if e.Name() != eventFinding {
			continue
		}
		findings++
		if got, _ := e.Attributes().Get(keyTurnID); got.Str() != "t\uFFFD"+strings.Repeat("x", maxText-7)+"…" {
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
