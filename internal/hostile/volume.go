package main

import (
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

const million = 1_000_000

// volumes are attacks by the sheer size of something.
func volumes() []attack {
	large := strings.Repeat("x", 100<<20)
	payload := func(value message) func() []byte {
		return func() []byte { return request(turn(value, stringValue(closing)).with(offering("f", `{}`))) }
	}
	return []attack{
		{name: "a million attributes of a span", want: "accepted: pass", over: everyWay, body: bombed(9)},
		{name: "a million attributes of a delta event", want: "accepted: pass", over: everyWay, body: func() []byte {
			s := calling("a", "f", "{}").with(offering("f", `{}`))
			s.events[0] = append(s.events[0], bomb(3, marker, million)...)
			return request(s)
		}},
		{name: "a million attributes of a resource", want: "accepted: pass", over: onlyGRPC, body: func() []byte {
			return message(request(healthy())).bytes(1, message(nil).bytes(1, bomb(1, marker, million)))
		}},
		{name: "a million attributes with one name", want: "accepted: pass", over: onlyGRPC, body: func() []byte {
			s := healthy()
			one := message(nil).bytes(9, attribute("toolverdict.verdict", stringValue("pass")))
			s.extra = []byte(strings.Repeat(string(one), million))
			return request(s)
		}},
		{name: "a payload of 100 MiB of text", want: "accepted: indeterminate limit_exceeded/event_bytes", over: everyWay, body: payload(stringValue(large))},
		{name: "a payload of 100 MiB of bytes", want: "accepted: indeterminate limit_exceeded/event_bytes", over: everyWay, body: payload(bytesValue([]byte(large)))},
		{name: "a payload of 100 MiB to be escaped", want: "accepted: indeterminate limit_exceeded/event_bytes", over: onlyGRPC, body: payload(mapValue(attribute("x", stringValue(strings.Repeat("\x01", 100<<20)))))},
		{name: "definitions of 100 MiB", want: "accepted: fail invalid_tool_schemas", over: onlyGRPC, body: func() []byte {
			return request(calling("a", "f", "{}").with(attribute("gen_ai.tool.definitions", stringValue(large))))
		}},
		{name: "a turn id of 100 MiB", want: "accepted: fail capture_incomplete/sequence_gap missing_terminal", over: onlyGRPC, body: func() []byte {
			s := healthy()
			s.events[0] = append(s.events[0], message(nil).bytes(3, attribute("toolverdict.turn.id", bytesValue([]byte(large))))...)
			return request(s)
		}},
		{name: "20 MiB of payload, four at once", want: "accepted: 4 × indeterminate limit_exceeded/event_bytes", over: onlyGRPC, atOnce: 4, body: payload(stringValue(large[:20<<20]))},
		{name: "arguments up to the limit, all numbers", want: "accepted: pass", over: onlyGRPC, body: func() []byte { return request(numbersTurn()) }},
		{name: "arguments up to the limit, eight at once", want: "accepted: 8 × pass", over: onlyGRPC, atOnce: 8, body: func() []byte { return request(numbersTurn()) }},
	}
}

// bombed is a healthy turn with a million attributes in that field.
func bombed(at protowire.Number) func() []byte {
	return func() []byte {
		s := healthy()
		s.extra = bomb(at, marker, million)
		return request(s)
	}
}

// numbersTurn has as many values in its arguments as fit.
func numbersTurn() span {
	const pieces, size = 8, 1<<20 - 2000
	s := turn(stringValue(opening(0, "a", "f", `{"a":[0`)))
	for i := range pieces {
		s.events = append(s.events, delta(i+1, stringValue(
			`{"id":"r","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"`+strings.Repeat(",0", size/2)+`"}}]}}]}`)))
	}
	s.events = append(s.events,
		delta(pieces+1, stringValue(`{"id":"r","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"]}"}}]}}]}`)),
		delta(pieces+2, stringValue(closing)))
	return s.with(offering("f", `{}`))
}
