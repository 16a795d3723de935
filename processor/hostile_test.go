package processor

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// wholeCall is a chunk that brings a call and ends it.
const wholeCall = `{"id":"r%d","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c%d","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`

// spanOf makes a span with these delta payloads.
func spanOf(payloads ...string) (ptrace.Traces, ptrace.Span) {
	td := ptrace.NewTraces()
	span := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetTraceID(pcommon.TraceID{1})
	for _, payload := range payloads {
		e := span.Events().AppendEmpty()
		e.SetName(recording.EventDelta)
		e.Attributes().PutStr(recording.KeyPayload, payload)
	}
	return td, span
}

// judgedCodes sends a batch through a processor, and returns the codes on its first
// span, and how many bytes were allocated for that.
func judgedCodes(t *testing.T, td ptrace.Traces) (codes []any, bytes uint64) {
	t.Helper()
	sink := new(consumertest.TracesSink)
	p := create(t, settings(), config.Default(), sink)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := p.ConsumeTraces(t.Context(), td); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	got, _ := firstSpan(sink.AllTraces()[0]).Attributes().Get(keyFindings)
	return got.Slice().AsRaw(), after.TotalAlloc - before.TotalAlloc
}

func TestASpanHasSoManyTurns(t *testing.T) {
	many := make([]string, 20_000)
	for i := range many {
		many[i] = fmt.Sprintf(wholeCall, i, i)
	}
	for name, test := range map[string]func(ptrace.Span){
		"in one stream": func(ptrace.Span) {},
		"in as many streams": func(span ptrace.Span) {
			for i, e := range span.Events().All() {
				e.Attributes().PutInt(recording.KeyTurnID, int64(i))
			}
		},
		"in two streams": func(span ptrace.Span) {
			for i, e := range span.Events().All() {
				e.Attributes().PutInt(recording.KeyTurnID, int64(i/10_000))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			td, span := spanOf(many...)
			test(span)
			codes, _ := judgedCodes(t, td)
			if want := []any{"limit_exceeded/turns", "unknown_tool/no_schemas"}; !slices.Equal(codes, want) {
				t.Errorf("findings %v, want %v", codes, want)
			}
			if turns, _ := span.Attributes().Get(keyTurns); turns.Int() < 256 || turns.Int() > 257 {
				t.Errorf("%d turns", turns.Int())
			}
		})
	}
}

// What is larger than the limit is not written out before that is seen: escapes
// make it six times as large.
func TestLargePayloadsAreNotCopied(t *testing.T) {
	large := strings.Repeat("\x01", 32<<20)
	for name, set := range map[string]func(pcommon.Value){
		"text":           func(v pcommon.Value) { v.SetStr(large) },
		"bytes":          func(v pcommon.Value) { v.SetEmptyBytes().FromRaw([]byte(large)) },
		"in a map":       func(v pcommon.Value) { v.SetEmptyMap().PutStr("x", large) },
		"a name":         func(v pcommon.Value) { v.SetEmptyMap().PutStr(large, "x") },
		"bytes in a map": func(v pcommon.Value) { v.SetEmptyMap().PutEmptyBytes("x").FromRaw([]byte(large)) },
		"a list": func(v pcommon.Value) {
			list := v.SetEmptySlice()
			for range 1 << 20 {
				list.AppendEmpty().SetDouble(0.1)
			}
		},
	} {
		for _, key := range []string{recording.KeyPayload, keyDefinitions, keyOutputMessages, "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments"} {
			td, span := spanOf(fmt.Sprintf(wholeCall, 0, 0))
			want := []any{"unknown_tool/no_schemas"}
			switch key {
			case recording.KeyPayload:
				set(span.Events().At(0).Attributes().PutEmpty(key))
				want = []any{"limit_exceeded/event_bytes"}
			case keyDefinitions:
				set(span.Attributes().PutEmpty(key))
				want = []any{"invalid_tool_schemas"}
			default:
				set(span.Attributes().PutEmpty(key))
			}
			codes, bytes := judgedCodes(t, td)
			if key != recording.KeyPayload && len(codes) > 1 { // the handed over call is another one
				codes = slices.DeleteFunc(codes, func(c any) bool { return strings.HasPrefix(c.(string), "emitted_") })
			}
			if !slices.Equal(codes, want) {
				t.Errorf("%s as %s: findings %v, want %v", name, key, codes, want)
			}
			if bytes > 24<<20 {
				t.Errorf("%s as %s: %d MiB were allocated", name, key, bytes>>20)
			}
		}
	}
}

// More handed over calls than that are compared with nothing.
func TestASpanShowsSoManyHandedOverCalls(t *testing.T) {
	for calls, want := range map[int]int{2: 1, maxHanded: 1, maxHanded + 1: 0, 100_000: 0} {
		for _, key := range []string{keyOutputMessages, openInferencePath} {
			td, span := spanOf(fmt.Sprintf(wholeCall, 0, 0))
			if key == keyOutputMessages {
				span.Attributes().PutStr(key, `[{"parts":[`+strings.Repeat(`{"type":"tool_call"},`, calls)[:calls*21-1]+`]}]`)
			} else {
				raw := map[string]any{}
				for i := range calls {
					raw[fmt.Sprintf("llm.output_messages.0.message.tool_calls.%d.tool_call.function.name", i)] = "g"
				}
				if err := span.Attributes().FromRaw(raw); err != nil {
					t.Fatal(err)
				}
			}
			if calls == 100_000 && key == keyOutputMessages {
				continue // longer than a delta may be: not read at all
			}
			codes, _ := judgedCodes(t, td)
			emitted := 0
			for _, c := range codes {
				if c == "emitted_despite_block" {
					emitted++
				}
			}
			if emitted != want {
				t.Errorf("%d calls in %s: %v", calls, key, codes)
			}
		}
	}
}

// Whatever the numbers say, nobody is blamed for it.
func TestNumbersAtTheirEnds(t *testing.T) {
	for name, change := range map[string]func(ptrace.Span){
		"largest times": func(span ptrace.Span) {
			span.SetStartTimestamp(math.MaxUint64)
			span.SetEndTimestamp(math.MaxUint64)
			span.Events().At(0).SetTimestamp(math.MaxUint64)
		},
		"largest signed times": func(span ptrace.Span) {
			span.SetStartTimestamp(math.MaxInt64)
			span.Events().At(0).SetTimestamp(math.MaxInt64)
		},
		"times beyond those": func(span ptrace.Span) { span.Events().At(0).SetTimestamp(1 << 63) },
		"no ids":             func(span ptrace.Span) { span.SetTraceID(pcommon.TraceID{}) },
	} {
		td, span := spanOf(fmt.Sprintf(wholeCall, 0, 0))
		change(span)
		codes, _ := judgedCodes(t, td)
		if want := []any{"unknown_tool/no_schemas"}; !slices.Equal(codes, want) {
			t.Errorf("%s: findings %v", name, codes)
		}
	}
	for name, test := range map[string]struct {
		key   string
		value int64
		want  string
	}{
		"largest sequence":  {recording.KeySequence, math.MaxInt64, "capture_incomplete/sequence_gap"},
		"smallest sequence": {recording.KeySequence, math.MinInt64, "unknown_tool/no_schemas"},
	} {
		td, span := spanOf(fmt.Sprintf(wholeCall, 0, 0))
		span.Events().At(0).Attributes().PutInt(test.key, test.value)
		if codes, _ := judgedCodes(t, td); !slices.Contains(codes, any(test.want)) {
			t.Errorf("%s: findings %v, want %s", name, codes, test.want)
		}
	}
}

func TestCleanedTexts(t *testing.T) {
	for text, want := range map[string]string{
		"call_1":                   "call_1",
		"a b/c~\"ü日本":              "a b/c~\"ü日本",
		"\x1b[31mred\x1b[0m":       "\uFFFD[31mred\uFFFD[0m",
		"a\u202Eb\u2066c\u200Bd":   "a\uFFFDb\uFFFDc\uFFFDd",
		"c1\u009b31m\u0085":        "c1\uFFFD31m\uFFFD",
		"a\xff\xfeb\xed\xa0\x80":   "a\uFFFD\uFFFDb\uFFFD\uFFFD\uFFFD",
		"line\r\nline\ttab\x00":    "line\uFFFD\uFFFDline\uFFFDtab\uFFFD",
		"\u2028\u00a0\ufeff\ue000": "\uFFFD\uFFFD\uFFFD\uFFFD",
		strings.Repeat("x", 256):   strings.Repeat("x", 256),
		strings.Repeat("x", 257):   strings.Repeat("x", 253) + "…",
		strings.Repeat("日", 100):   strings.Repeat("日", 84) + "…",
		strings.Repeat("\x00", 90): strings.Repeat("\uFFFD", 84) + "…",
	} {
		if got := clean(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
