package processor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/internal/recording"
)

// The notation in which tests write spans, a line each:
//
//	instance NAME             a new resource, with that service.instance.id
//	span NAME
//	trace N, id N, start N    its ids, and when it started
//	dropped N                 events that the SDK dropped, or attributes of the event
//	dropped-attributes N      attributes of the span that the SDK dropped
//	  KEY VALUE               an attribute of what stands above it
//	event NAME
//
// Times are in units of unit: events come one unit after the other, and the span
// ends at 1000. A value is an integer if it looks like one, a list of strings if it starts
// with "[]", and a string otherwise.

// unit is more than times of one host may be off.
const unit = 5 * time.Millisecond

// at is a number of units as a time.
func at[N int | byte](units N) pcommon.Timestamp {
	return pcommon.Timestamp(units) * pcommon.Timestamp(unit)
}

func parseSpans(t testing.TB, text string) ptrace.Traces {
	t.Helper()
	td := ptrace.NewTraces()
	var spans ptrace.SpanSlice
	resource := func(instance string) {
		rs := td.ResourceSpans().AppendEmpty()
		if instance != "" {
			rs.Resource().Attributes().PutStr(keyInstance, instance)
		}
		spans = rs.ScopeSpans().AppendEmpty().Spans()
	}
	if !strings.HasPrefix(text, "instance ") {
		resource("")
	}
	var span ptrace.Span
	var dropped func(uint32)
	var attributes pcommon.Map
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case word == "":
		case strings.HasPrefix(line, " "):
			put(attributes, word, rest)
		case word == "instance":
			resource(rest)
		case word == "trace":
			span.SetTraceID([16]byte{15: number(t, rest)})
		case word == "id":
			span.SetSpanID([8]byte{7: number(t, rest)})
		case word == "start":
			span.SetStartTimestamp(at(number(t, rest)))
		case word == "span":
			span = spans.AppendEmpty()
			span.SetName(rest)
			span.SetEndTimestamp(at(1000))
			dropped = span.SetDroppedEventsCount
			attributes = span.Attributes()
		case word == "dropped":
			n, err := strconv.Atoi(rest)
			if err != nil {
				t.Fatal(err)
			}
			dropped(uint32(n))
		case word == "dropped-attributes":
			span.SetDroppedAttributesCount(uint32(number(t, rest)))
		case word == "event":
			e := span.Events().AppendEmpty()
			e.SetName(rest)
			dropped = e.SetDroppedAttributesCount
			e.SetTimestamp(at(span.Events().Len()))
			attributes = e.Attributes()
		default:
			t.Fatalf("line %q is no notation", line)
		}
	}
	return td
}

// number reads a small number.
func number(tb testing.TB, digits string) byte {
	tb.Helper()
	n, err := strconv.ParseUint(digits, 10, 8)
	if err != nil {
		tb.Fatal(err)
	}
	return byte(n)
}

func put(m pcommon.Map, key, value string) {
	if n, err := strconv.ParseInt(value, 10, 64); err == nil {
		m.PutInt(key, n)
	} else if list, ok := strings.CutPrefix(value, "[]"); ok {
		slice := m.PutEmptySlice(key)
		for element := range strings.SplitSeq(list, ",") {
			slice.AppendEmpty().SetStr(element)
		}
	} else {
		m.PutStr(key, value)
	}
}

func renderSpans(batches []ptrace.Traces) string {
	var b strings.Builder
	for _, td := range batches {
		for _, resource := range td.ResourceSpans().All() {
			for _, scope := range resource.ScopeSpans().All() {
				for _, span := range scope.Spans().All() {
					renderSpan(&b, span)
				}
			}
		}
	}
	return b.String()
}

func renderSpan(b *strings.Builder, span ptrace.Span) {
	fmt.Fprintf(b, "span %s\n", span.Name())
	renderAttributes(b, span.Attributes())
	for _, e := range span.Events().All() {
		fmt.Fprintf(b, "event %s @%d\n", e.Name(), e.Timestamp()/at(1))
		renderAttributes(b, e.Attributes())
	}
}

// renderAttributes writes attributes by key; those of others only by name.
func renderAttributes(b *strings.Builder, m pcommon.Map) {
	var lines []string
	for key, value := range m.All() {
		if strings.HasPrefix(key, "toolverdict.") && key != recording.KeyPayload {
			lines = append(lines, fmt.Sprintf("  %s %s\n", key, value.AsString()))
		} else {
			lines = append(lines, fmt.Sprintf("  %s …\n", key))
		}
	}
	slices.Sort(lines)
	b.WriteString(strings.Join(lines, ""))
}
