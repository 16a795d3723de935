package processor

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/engine/redact"
	"github.com/toolverdict/toolverdict/internal/canary"
	"github.com/toolverdict/toolverdict/internal/recording"
)

func redacting(change func(*config.Redaction)) *config.Config {
	cfg := config.Default()
	cfg.DeltaEvents = config.Redact
	if change != nil {
		change(&cfg.Redaction)
	}
	return cfg
}

// processed is the span that comes out, of one that goes in.
func processed(t *testing.T, cfg *config.Config, td ptrace.Traces) ptrace.Span {
	t.Helper()
	sink := new(consumertest.TracesSink)
	if err := create(t, settings(), cfg, sink).ConsumeTraces(t.Context(), td); err != nil {
		t.Fatal(err)
	}
	return firstSpan(sink.AllTraces()[0])
}

// payloads are those of the delta events of a span, as JSON text.
func payloads(span ptrace.Span, key string) (texts []string) {
	for _, e := range span.Events().All() {
		if v, ok := e.Attributes().Get(key); ok {
			texts = append(texts, string(recording.AppendPayload(nil, v, 1<<20)))
		}
	}
	return texts
}

func asBytes(v pcommon.Value, payload []byte) { v.SetEmptyBytes().FromRaw(payload) }

// The payloads of every stream become what the redactor makes of them, in the kind
// of value that they were, and the annotation is that of the original.
func TestDeltaEventsAreRedacted(t *testing.T) {
	kinds := map[string]func(pcommon.Value, []byte){"text": asText, "bytes": asBytes, "structure": asStructure, "cut": asCut}
	for path, f := range planted(t, canary.Values) {
		for kind, record := range kinds {
			c := leakCase{record: record}
			original, same := c.span(t, f), ptrace.NewTraces()
			original.CopyTo(same)
			kept, span := processed(t, config.Default(), original), processed(t, redacting(nil), same)
			r, err := redact.New(redact.Options{Format: formatOf(span)})
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, text := range payloads(kept, recording.KeyPayload) {
				want = append(want, string(r.Delta(nil, []byte(text))))
			}
			if diff := cmp.Diff(want, payloads(span, recording.KeyPayload)); diff != "" {
				t.Errorf("%s as %s (-want +got):\n%s", path, kind, diff)
			}
			if diff := cmp.Diff(annotated(kept), annotated(span)); diff != "" {
				t.Errorf("%s as %s is judged differently (-kept +redacted):\n%s", path, kind, diff)
			}
			if diff := cmp.Diff(types(kept), types(span)); diff != "" {
				t.Errorf("%s as %s comes out as another kind (-kept +redacted):\n%s", path, kind, diff)
			}
		}
	}
}

func formatOf(span ptrace.Span) string {
	v, _ := span.Attributes().Get(keyFormat)
	return v.Str()
}

// annotated is the annotation of a span.
func annotated(span ptrace.Span) string {
	var b strings.Builder
	renderSpan(&b, span)
	return b.String()
}

func types(span ptrace.Span) (kinds []string) {
	for _, e := range span.Events().All() {
		if v, ok := e.Attributes().Get(recording.KeyPayload); ok {
			kinds = append(kinds, v.Type().String())
		}
	}
	return kinds
}

// A tier behind comes to the same, or misses what was masked.
func TestATierBehindJudgesWhatWasRedacted(t *testing.T) {
	unknown := 0
	for path, f := range planted(t, canary.Values) {
		span := processed(t, redacting(nil), leakCase{record: asText}.span(t, f))
		first, codes := judgedAs(span)
		td := ptrace.NewTraces()
		span.CopyTo(td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty())
		second, others := judgedAs(processed(t, config.Default(), td))
		switch {
		case slices.Contains(others, "redacted_constraint"):
			unknown++
			if second != first && second != "indeterminate" {
				t.Errorf("%s: %s %v, behind %s %v", path, first, codes, second, others)
			}
		case first != second || !slices.Equal(codes, others):
			t.Errorf("%s: %s %v, behind %s %v", path, first, codes, second, others)
		}
	}
	if unknown == 0 {
		t.Error("nothing that was masked was missed")
	}
}

func judgedAs(span ptrace.Span) (verdict string, codes []string) {
	v, _ := span.Attributes().Get(keyVerdict)
	if list, ok := span.Attributes().Get(keyFindings); ok {
		for _, code := range list.Slice().All() {
			codes = append(codes, code.Str())
		}
	}
	return v.Str(), codes
}

const weather = `span chat
event toolverdict.delta
  toolverdict.delta.payload {"id":"r","choices":[{"index":0,"delta":{"content":"secret","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"city\":\"secret\",\"n\":7,\"b\":true}"}}]}}]}
event toolverdict.delta
  toolverdict.delta.payload {"id":"r","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}
`

func TestWhatIsRedactedCanBeChosen(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(*config.Redaction)
		want   string
	}{
		{"default", nil, `{"id":"r","choices":[{"index":0,"delta":{"content":"[redacted]","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"city\":\"[redacted]#1\",\"n\":7,\"b\":true}"}}]}}]}`},
		{"all", func(r *config.Redaction) {
			r.Placeholders, r.MaskNumbers, r.MaskBooleans, r.IDsKey = []string{"***", "x"}, true, true, "0123456789abcdef"
		}, `{"id":"ccb661893a00df5024b1573f5dd4015c","choices":[{"index":0,"delta":{"content":"***","tool_calls":[{"index":0,"id":"0c806ca38a87cad91ed9f55abcb2a453","function":{"name":"f","arguments":"{\"city\":\"***#1\",\"n\":1,\"b\":false}"}}]}}]}`},
	} {
		span := processed(t, redacting(c.change), parseSpans(t, weather))
		if diff := cmp.Diff(c.want, payloads(span, recording.KeyPayload)[0]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.what, diff)
		}
	}
}

func TestBareDeltasAreRedacted(t *testing.T) {
	span := processed(t, redacting(nil), parseSpans(t, `span chat
event streaming_chunk
  delta {"content":"secret","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"city\":\"sec"}}]}
event streaming_chunk
  delta {"tool_calls":[{"index":0,"function":{"arguments":"ret\"}"}}]}
event streaming_chunk
  delta secret
`))
	want := []string{
		`{"content":"[redacted]","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"city\":\""}}]}`,
		`{"tool_calls":[{"index":0,"function":{"arguments":"[redacted]#1\"}"}}]}`,
		`xxxxxx`,
	}
	if diff := cmp.Diff(want, payloads(span, "delta")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Events of no known format, of streams that are too many, and keys that come twice:
// what is not read is not shown either.
func TestWhatIsNotReadIsNotShown(t *testing.T) {
	cfg := redacting(nil)
	cfg.Limits.MaxTurns = 1
	td := parseSpans(t, weather+`event toolverdict.delta
  toolverdict.turn.id other
  toolverdict.delta.payload {"choices":"secret"}
span again
event toolverdict.delta
  toolverdict.delta.payload {"choices":[]}
  toolverdict.delta.payloax secret
span odd
event toolverdict.delta
  toolverdict.delta.payload {"say":"secret","much":["secret",5]}
`)
	// Only the wire can bring a key twice.
	twice := strings.ReplaceAll(string(marshal(t, td)), "payloax", "payload")
	td, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces([]byte(twice))
	if err != nil {
		t.Fatal(err)
	}
	sink := new(consumertest.TracesSink)
	if err := create(t, settings(), cfg, sink).ConsumeTraces(t.Context(), td); err != nil {
		t.Fatal(err)
	}
	if text := string(marshal(t, td)); strings.Contains(text, "secret") {
		t.Errorf("content is shown: %q", text)
	}
}
