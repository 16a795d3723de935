// Package batch puts the streams that performance is measured on into batches of
// spans, as the instrumentation contract has it: one span event for each delta.
package batch

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/internal/streams"
)

// New makes a batch of that many spans, each with the whole stream.
func New(s *streams.Stream, spans int) ptrace.Traces {
	td := ptrace.NewTraces()
	td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty()
	Add(td, s, spans)
	return td
}

// Add adds that many spans, each with the whole stream, to a batch of New's.
func Add(td ptrace.Traces, s *streams.Stream, spans int) {
	for range spans {
		fill(spansOf(td).AppendEmpty(), s)
	}
	Renew(td, 0)
}

// Renew makes a batch that was sent or judged as good as a new one: its spans get
// ids that depend on n, and lose what was written on them.
func Renew(td ptrace.Traces, n int) {
	for i, span := range spansOf(td).All() {
		var trace pcommon.TraceID
		binary.BigEndian.PutUint64(trace[:], uint64(n)+1)
		binary.BigEndian.PutUint64(trace[8:], uint64(i)+1)
		span.SetTraceID(trace)
		span.SetSpanID(pcommon.SpanID(trace[8:]))
		span.Attributes().RemoveIf(func(key string, _ pcommon.Value) bool { return strings.HasPrefix(key, "toolverdict.") })
	}
}

func spansOf(td ptrace.Traces) ptrace.SpanSlice {
	return td.ResourceSpans().At(0).ScopeSpans().At(0).Spans()
}

// fill makes the span of a turn, with the attributes that instrumentation sets.
func fill(span ptrace.Span, s *streams.Stream) {
	const begin, millisecond = pcommon.Timestamp(1_780_000_000_000_000_000), 1_000_000
	span.SetName("chat gpt-4o")
	span.SetKind(ptrace.SpanKindClient)
	span.SetStartTimestamp(begin)
	span.SetEndTimestamp(begin + pcommon.Timestamp(len(s.Deltas)*millisecond))
	attributes := span.Attributes()
	attributes.PutStr("gen_ai.operation.name", "chat")
	attributes.PutStr("gen_ai.provider.name", s.Format)
	attributes.PutStr("gen_ai.request.model", "gpt-4o")
	attributes.PutInt("gen_ai.request.max_tokens", 4096)
	attributes.PutInt("gen_ai.usage.input_tokens", 472)
	attributes.PutInt("gen_ai.usage.output_tokens", 800)
	attributes.PutStr("server.address", "gateway.internal")
	attributes.PutStr("gen_ai.tool.definitions", definitions(s))
	for i, delta := range s.Deltas {
		event := span.Events().AppendEmpty()
		event.SetName("toolverdict.delta")
		event.SetTimestamp(begin + pcommon.Timestamp(i*millisecond))
		event.Attributes().PutInt("toolverdict.delta.sequence", int64(i))
		event.Attributes().PutStr("toolverdict.delta.payload", string(delta))
	}
}

// definitions are the same text for every span of a stream.
func definitions(s *streams.Stream) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(s.Schemas)) {
		list = append(list, `{"type":"function","name":"`+name+`","parameters":`+string(s.Schemas[name])+`}`)
	}
	return "[" + strings.Join(list, ",") + "]"
}
