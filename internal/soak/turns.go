package main

import (
	"encoding/binary"
	"fmt"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// Every 20th turn collides, and its call is run all the same. Every 10th call is
// run by a span that arrives before that of its turn; all others arrive late.
const (
	faultEvery = 20
	earlyEvery = 10
	// late is how many turns later the span of a tool comes.
	late = 1000
)

func faulty(turn int) bool { return turn%faultEvery == 0 }
func early(turn int) bool  { return turn%earlyEvery == 5 }

const definitions = `[{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}}]`

// start is when the first turn starts; the others follow each second.
const start = pcommon.Timestamp(1_780_000_000_000_000_000)

func traceID(turn int) (id pcommon.TraceID) {
	id[0] = 1
	binary.BigEndian.PutUint64(id[8:], uint64(turn))
	return id
}

func spanID(turn int, kind byte) (id pcommon.SpanID) {
	binary.BigEndian.PutUint64(id[:], uint64(turn))
	id[0] = kind
	return id
}

func begin(turn int) pcommon.Timestamp { return start + pcommon.Timestamp(turn)*1_000_000_000 }

// addTurn adds the span of a turn.
func addTurn(spans ptrace.SpanSlice, turn int) {
	span := spans.AppendEmpty()
	span.SetName("chat")
	span.SetTraceID(traceID(turn))
	span.SetSpanID(spanID(turn, 1))
	span.SetStartTimestamp(begin(turn))
	span.SetEndTimestamp(begin(turn) + 100_000_000)
	span.Attributes().PutStr("gen_ai.tool.definitions", definitions)
	deltas := []string{
		fmt.Sprintf(`{"id":"c%d","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_%d","type":"function","function":{"name":"get_weather","arguments":""}}]}}]}`, turn, turn),
		fmt.Sprintf(`{"id":"c%d","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"city\":\"Oslo\"}"}}]}}]}`, turn),
	}
	if faulty(turn) {
		deltas = append(deltas, fmt.Sprintf(`{"id":"c%d","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_%d_b"}]}}]}`, turn, turn))
	}
	deltas = append(deltas, fmt.Sprintf(`{"id":"c%d","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`, turn))
	for i, payload := range deltas {
		e := span.Events().AppendEmpty()
		e.SetName("toolverdict.delta")
		e.SetTimestamp(begin(turn) + pcommon.Timestamp(i)*1_000_000)
		e.Attributes().PutInt("toolverdict.delta.sequence", int64(i))
		e.Attributes().PutStr("toolverdict.delta.payload", payload)
	}
}

// addRun adds the span of the tool that ran the turn's call.
func addRun(spans ptrace.SpanSlice, turn int) {
	span := spans.AppendEmpty()
	span.SetName("execute_tool get_weather")
	span.SetTraceID(traceID(turn))
	span.SetSpanID(spanID(turn, 2))
	span.SetStartTimestamp(begin(turn) + 200_000_000)
	span.SetEndTimestamp(begin(turn) + 300_000_000)
	span.Attributes().PutStr("gen_ai.operation.name", "execute_tool")
	span.Attributes().PutStr("gen_ai.tool.call.id", fmt.Sprintf("call_%d", turn))
}
