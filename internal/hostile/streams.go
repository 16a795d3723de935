package main

import (
	"strconv"
	"strings"
)

// streams are attacks by the number of things in a stream.
func streams() []attack {
	const slots = 100_000
	return []attack{
		{name: "100,000 calls in one delta", want: "accepted: indeterminate limit_exceeded/event_bytes", over: everyWay, body: func() []byte { return request(turn(manyCalls(0, slots), stringValue(closing))) }},
		{name: "100,000 calls in 100 deltas", want: "accepted: fail limit_exceeded/slots unknown_tool/no_schemas", over: everyWay, body: func() []byte {
			payloads := make([]message, 0, 101)
			for i := range 100 {
				payloads = append(payloads, manyCalls(i*slots/100, slots/100))
			}
			return request(turn(append(payloads, stringValue(closing))...))
		}},
		{name: "100,000 choices with a call each", want: "accepted: fail limit_exceeded/slots unknown_tool/no_schemas", over: onlyGRPC, body: func() []byte {
			payloads := make([]message, 100)
			for i := range payloads {
				var b strings.Builder
				for n := range 1000 {
					b.WriteString(`,{"index":` + strconv.Itoa(1000*i+n) + `,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}`)
				}
				payloads[i] = stringValue(`{"id":"r","choices":[` + b.String()[1:] + `]}`)
			}
			return request(turn(payloads...))
		}},
		{name: "a turn of a million deltas", want: "accepted: indeterminate limit_exceeded/deltas", over: everyWay, body: func() []byte {
			s := turn()
			for range million {
				s.events = append(s.events, message(nil).text(2, "toolverdict.delta").bytes(3, attribute("toolverdict.delta.payload", stringValue(`{"choices":[]}`))))
			}
			return request(s)
		}},
		{name: "a million events that may be deltas", want: "accepted: no verdict", over: onlyGRPC, body: func() []byte {
			s := turn()
			for i := range million {
				s.events = append(s.events, event("mlflow.chunk.item."+strconv.Itoa(i)))
			}
			return request(s)
		}},
		{name: "500,000 streams on one span", want: "accepted: invalid limit_exceeded/turns unknown_profile", over: onlyGRPC, body: func() []byte {
			s := turn()
			for i := range million / 2 {
				s.events = append(s.events, event("toolverdict.delta", attribute("toolverdict.turn.id", intValue(int64(i))), attribute("toolverdict.delta.payload", stringValue("{}"))))
			}
			return request(s)
		}},
		{name: "60,000 turns in one stream", want: "accepted: indeterminate limit_exceeded/turns", over: everyWay, body: func() []byte {
			payloads := make([]message, 60_000)
			for i := range payloads {
				n := strconv.Itoa(i)
				payloads[i] = stringValue(`{"id":"r` + n + `","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c` + n + `","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`)
			}
			return request(turn(payloads...).with(offering("f", `{}`)))
		}},
		{name: "100,000 spans of which each is a turn", want: "accepted: 100000 × fail unknown_tool/no_schemas", over: onlyGRPC, body: func() []byte {
			spans := make([]span, 100_000)
			for i := range spans {
				spans[i] = calling("a", "f", "{}")
			}
			return request(spans...)
		}},
		{name: "60,000 repeats of large arguments", want: "accepted: fail arguments_mismatch invalid_arguments_json/truncated missing_terminal", over: onlyGRPC, body: func() []byte {
			s := turn(stringValue(`{"type":"response.created"}`),
				stringValue(`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"a","name":"f","arguments":""}}`))
			for range 8 {
				s.events = append(s.events, delta(len(s.events), stringValue(`{"type":"response.function_call_arguments.delta","output_index":0,"delta":"`+strings.Repeat(" ", 1_000_000)+`"}`)))
			}
			for range 60_000 {
				s.events = append(s.events, delta(len(s.events), stringValue(`{"type":"response.function_call_arguments.done","output_index":0,"arguments":"{}"}`)))
			}
			return request(s)
		}},
	}
}

// manyCalls is a delta with n calls, from that index on.
func manyCalls(from, n int) message {
	var b strings.Builder
	for i := from; i < from+n; i++ {
		b.WriteString(`,{"index":` + strconv.Itoa(i) + `,"id":"c` + strconv.Itoa(i) + `","function":{"name":"f","arguments":"{}"}}`)
	}
	return stringValue(`{"id":"r","choices":[{"index":0,"delta":{"tool_calls":[` + b.String()[1:] + `]}}]}`)
}
