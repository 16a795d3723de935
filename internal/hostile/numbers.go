package main

import (
	"math"
	"strings"
)

// kinds are values of every kind that there is, and of none.
func kinds() []message {
	return []message{
		stringValue(""), boolValue(), intValue(math.MinInt64), doubleValue(math.NaN()), doubleValue(math.Inf(1)), doubleValue(math.Copysign(0, -1)),
		bytesValue([]byte{0, 0xff}), listValue(), listValue(nil, listValue(nil)), mapValue(), mapValue(attribute("", nil), attribute("", nil)), nil,
	}
}

// numbers are attacks with numbers, times and ids at their ends.
func numbers() []attack {
	return []attack{
		{name: "payloads of every kind", want: "accepted: 12 × fail invalid_chunk terminal_without_call", over: everyWay, body: func() []byte {
			var spans []span
			for _, v := range kinds() {
				spans = append(spans, turn(v, stringValue(closing)).with(attribute("toolverdict.format", stringValue("openai"))))
			}
			return request(spans...)
		}},
		{name: "attributes of every kind", want: "accepted: 4 × pass; 7 × fail emitted_arguments_differ; fail emitted_call_extra", over: onlyGRPC, body: func() []byte {
			var spans []span
			for _, v := range kinds() {
				s := calling("a", "f", "{}").with(attribute("gen_ai.tool.definitions", stringValue(`[{"name":"f"}]`)))
				for _, key := range readAttributes {
					s = s.with(attribute(key, v))
				}
				spans = append(spans, s)
			}
			return request(spans...)
		}},
		{name: "times of zero, and as late as can be", want: "accepted: 5 × no verdict; 5 × pass", over: everyWay, body: func() []byte {
			var spans []span
			for _, at := range []uint64{0, 1, math.MaxInt64, 1 << 63, math.MaxUint64} {
				s := healthy()
				s.start, s.end = at, math.MaxUint64-at
				s.events = append(s.events, message(nil).fixed(1, at).text(2, "toolverdict.stream.end"))
				spans = append(spans, s)
				run := span{trace: s.trace, id: serial(8), start: at, end: at}.
					with(attribute("gen_ai.operation.name", stringValue("execute_tool")), attribute("gen_ai.tool.call.id", stringValue("call_ok")))
				spans = append(spans, run)
			}
			return request(spans...)
		}},
		{name: "ids of zero, and none", want: "accepted: 4 × pass", over: everyWay, body: func() []byte {
			zero, none := healthy(), healthy()
			zero.trace, zero.id = make([]byte, 16), make([]byte, 8)
			none.trace, none.id = nil, nil
			return request(zero, none, zero, none)
		}},
		{name: "span ids that come twice", want: "accepted: 2 × pass; fail invalid_arguments_json/truncated", over: everyWay, body: func() []byte {
			one, two := healthy(), calling("call_ok", "get_weather", "{")
			two.trace, two.id = one.trace, one.id
			return request(one, two.with(offering("get_weather", "{}")), one)
		}},
		{name: "ids that are too short", want: "refused by the receiver", over: everyWay, body: func() []byte {
			s := healthy()
			s.trace = []byte{1, 2, 3}
			return request(s)
		}},
		{name: "sequences at their ends", want: "accepted: 3 × indeterminate capture_incomplete/sequence_gap; fail delta_after_terminal missing_terminal terminal_without_call; pass", over: onlyGRPC, body: func() []byte {
			var spans []span
			for _, pair := range [][2]int64{{math.MaxInt64, math.MinInt64}, {math.MaxInt64 - 1, math.MaxInt64}, {-1, -1}, {0, 0}, {1, 0}} {
				s := turn().with(offering("f", "{}"))
				for i, text := range []string{opening(0, "a", "f", "{}"), closing} {
					s.events = append(s.events, event("toolverdict.delta", attribute("toolverdict.delta.sequence", intValue(pair[i])), attribute("toolverdict.delta.payload", stringValue(text))))
				}
				spans = append(spans, s)
			}
			return request(spans...)
		}},
		{name: "sequences of every kind", want: "accepted: 12 × indeterminate capture_incomplete/sequence_gap", over: onlyGRPC, body: func() []byte {
			var spans []span
			for _, v := range kinds() {
				s := healthy()
				s.events[0] = event("toolverdict.delta", attribute("toolverdict.delta.sequence", v), attribute("toolverdict.delta.payload", stringValue(opening(0, "call_ok", "get_weather", `{"city":"Oslo"}`))))
				spans = append(spans, s)
			}
			return request(spans...)
		}},
		{name: "event names with numbers at their ends", want: "accepted: 6 × indeterminate capture_incomplete/sequence_gap; fail capture_incomplete/sequence_gap delta_after_terminal; pass", over: onlyGRPC, body: func() []byte {
			var spans []span
			for _, n := range []string{"", "-1", "00", "9223372036854775807", "99999999999999999999", "1e3", "\x00", strings.Repeat("1", 1_000_000)} {
				s := turn().with(offering("f", "{}"))
				s.events = append(s.events, event("mlflow.chunk.item."+n, attribute("mlflow.chunk.value", stringValue(opening(0, "a", "f", "{}")))),
					event("mlflow.chunk.item.1", attribute("mlflow.chunk.value", stringValue(closing))))
				spans = append(spans, s)
			}
			return request(spans...)
		}},
		{name: "counts of deltas at their ends", want: "accepted: 2 × indeterminate capture_incomplete/count_mismatch; 3 × pass", over: onlyGRPC, body: func() []byte {
			var spans []span
			for _, n := range []int64{math.MinInt64, -1, 0, 2, math.MaxInt64} {
				s := healthy()
				s.events = append(s.events, event("toolverdict.stream.end", attribute("toolverdict.delta.count", intValue(n))))
				spans = append(spans, s)
			}
			return request(spans...)
		}},
		{name: "slots at their ends", want: "accepted: 6 × fail invalid_slot terminal_without_call; fail missing_terminal terminal_without_call; pass", over: onlyGRPC, body: func() []byte {
			var spans []span
			for _, n := range []string{"9223372036854775807", "9223372036854775808", "-1", "1e400", "1.5", `"0"`, "null", "[]"} {
				s := turn(stringValue(strings.Replace(opening(0, "a", "f", "{}"), `[{"index":0`, `[{"index":`+n, 1)), stringValue(closing))
				spans = append(spans, s.with(offering("f", "{}")))
			}
			return request(spans...)
		}},
	}
}
