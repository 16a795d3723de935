package report_test

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/internal/canary"
)

// recordedOn is a span of a recorded stream with a word in all its content, and that of a
// tool which ran a call of it.
func recordedOn(t *testing.T, number int, document []byte) ptrace.Traces {
	t.Helper()
	var recorded struct {
		Chunks, Events []json.RawMessage
	}
	if err := json.Unmarshal(document, &recorded); err != nil {
		t.Fatal(err)
	}
	td := ptrace.NewTraces()
	spans := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	span := spans.AppendEmpty()
	span.SetTraceID(pcommon.TraceID{1, byte(number >> 8), byte(number)})
	span.SetSpanID(pcommon.SpanID{1, byte(number >> 8), byte(number)})
	span.SetStartTimestamp(pcommon.Timestamp(1e18 + int64(number)*1e9))
	for i, delta := range append(recorded.Chunks, recorded.Events...) {
		e := span.Events().AppendEmpty()
		e.SetName("toolverdict.delta")
		e.SetTimestamp(span.StartTimestamp() + pcommon.Timestamp(i+1))
		e.Attributes().PutInt("toolverdict.delta.sequence", int64(i))
		e.Attributes().PutStr("toolverdict.delta.payload", string(delta))
	}
	for _, key := range []string{"gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.system_instructions", "input.value", "output.value"} {
		span.Attributes().PutStr(key, canary.Word)
	}
	for _, id := range []string{"call_a", "toolu_a", "fcall_a", "tooluse_a"} {
		tool := spans.AppendEmpty()
		tool.SetTraceID(span.TraceID())
		tool.SetSpanID(pcommon.SpanID{2, byte(number >> 8), byte(number)})
		tool.SetStartTimestamp(span.StartTimestamp() + 2)
		for key, value := range map[string]string{
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": id,
			"gen_ai.tool.call.arguments": canary.Word, "gen_ai.tool.call.result": canary.Word, "output.value": canary.Word,
		} {
			tool.Attributes().PutStr(key, value)
		}
	}
	return td
}

// Nothing of what users, models and tools wrote is in a report, whatever becomes of
// the delta events.
func TestNoContentLeaks(t *testing.T) {
	for _, mode := range []canary.Mode{canary.Values, canary.Keys} {
		var requests [3][]ptrace.Traces
		modes := []config.DeltaEvents{config.Keep, config.Drop, config.Redact}
		planted, err := canary.Streams(streams, mode)
		if err != nil || len(planted) < 400 {
			t.Fatalf("%d streams: %v", len(planted), err)
		}
		for n, s := range planted {
			for i := range modes {
				requests[i] = append(requests[i], recordedOn(t, n, s.Document))
			}
		}
		shown := 0
		for i, deltas := range modes {
			all := judged(t, deltas, requests[i]...)
			for n := range all { // each alone, so that each is among the worst
				d := digested(t, 30, all[n])
				shown += len(d.Worst())
				for what, got := range map[string][]byte{"text": summary(t, d), "page": page(t, d)} {
					if at := bytes.Index(got, []byte(canary.Word)); at >= 0 {
						t.Fatalf("stream %d, %s: the %s carries content: …%s", n, deltas, what, got[max(0, at-200):at+20])
					}
				}
			}
		}
		if shown < 600 {
			t.Errorf("only %d turns were shown", shown)
		}
	}
}

// Names that an attacker chose do nothing in a page and nothing to a terminal.
func TestHostileNames(t *testing.T) {
	evil := []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `{{.}}`, `javascript:alert(1)`, "\x1b[2J\x1b]0;owned\x07", "a\nb\tc\r",
		"\u202egnirts\u202c", "\u2066x\u2069\u200b", "bad \xff utf", strings.Repeat("long", 100), "]]>", "</style><style>*{}",
	}
	var requests []ptrace.Traces
	for i, name := range evil {
		td := judged(t, config.Keep, sent(t, false, of(gateway, "openai/faulty/index-reused", "call_a"))...)[0]
		resource := td.ResourceSpans().At(0)
		resource.Resource().Attributes().PutStr("service.name", name)
		for _, span := range resource.ScopeSpans().At(0).Spans().All() {
			span.SetName(name)
			span.SetTraceID(pcommon.TraceID{1, byte(i)})
			for _, key := range []string{
				"gen_ai.provider.name", "gen_ai.request.model", "gen_ai.tool.name", "gen_ai.tool.call.id", "toolverdict.format", "toolverdict.finding.primary", "toolverdict.fault",
			} {
				span.Attributes().PutStr(key, name)
			}
			if codes, ok := span.Attributes().Get("toolverdict.findings"); ok {
				codes.Slice().AppendEmpty().SetStr(name)
			}
			for _, e := range span.Events().All() {
				for _, key := range []string{"toolverdict.turn.id", "toolverdict.call.id", "toolverdict.call.scope", "toolverdict.finding.code", "toolverdict.finding.level", "toolverdict.finding.path"} {
					e.Attributes().PutStr(key, name)
				}
			}
		}
		requests = append(requests, td)
	}
	d := digested(t, 100, requests...)
	if n := len(d.Worst()); n != len(evil) {
		t.Errorf("%d turns, want %d", n, len(evil))
	}
	for what, got := range map[string]string{"text": string(summary(t, d)), "page": string(page(t, d))} {
		if !utf8.ValidString(got) {
			t.Errorf("the %s is no valid UTF-8", what)
		}
		for _, r := range got {
			if r != '\n' && r != '\u00ad' && !strconv.IsPrint(r) {
				t.Errorf("the %s has %q", what, r)
			}
		}
	}
	got := string(page(t, d))
	for _, tag := range []string{"<script", "<img", "onerror=alert(1)>", "</style><style>", "href=\"javascript"} {
		if strings.Contains(got, tag) {
			t.Errorf("the page has %s", tag)
		}
	}
	if n := strings.Count(got, "&lt;script&gt;alert(1)&lt;/script&gt;"); n < 5 {
		t.Errorf("the name is there %d times", n)
	}
}
