package main

import (
	"encoding/binary"
	"encoding/json"
	"strconv"
)

// A span is one span to be sent. The zero values are those of the protocol.
type span struct {
	name       string
	trace, id  []byte
	start, end uint64
	attributes []message
	events     []message
	extra      message // further fields
}

// begin is when spans start, unless an attack says otherwise.
const begin = 1_780_000_000_000_000_000

// turn is a span with delta events of these payloads.
func turn(payloads ...message) span {
	s := span{name: "chat", trace: serial(16), id: serial(8), start: begin, end: begin + 1_000_000_000}
	for i, p := range payloads {
		s.events = append(s.events, delta(i, p))
	}
	return s
}

// with adds attributes.
func (s span) with(attributes ...message) span {
	s.attributes = append(s.attributes, attributes...)
	return s
}

// issued counts the ids that were given out.
var issued uint64

// serial is an id that nothing else has.
func serial(size int) []byte {
	issued++
	id := make([]byte, size)
	id[0] = 1
	binary.BigEndian.PutUint64(id[size-8:], 1<<56|issued)
	return id
}

// event is a span event.
func event(name string, attributes ...message) message {
	m := message(nil).fixed(1, begin).text(2, name)
	for _, a := range attributes {
		m = m.bytes(3, a)
	}
	return m
}

// delta is delta event number n.
func delta(n int, payload message) message {
	return event("toolverdict.delta", attribute("toolverdict.delta.sequence", intValue(int64(n))), attribute("toolverdict.delta.payload", payload))
}

func (s span) message() message {
	m := message(nil).bytes(1, s.trace).bytes(2, s.id).text(5, s.name).fixed(7, s.start).fixed(8, s.end)
	for _, a := range s.attributes {
		m = m.bytes(9, a)
	}
	for _, e := range s.events {
		m = m.bytes(11, e)
	}
	return append(m, s.extra...)
}

// request is the request that brings these spans.
func request(spans ...span) []byte {
	var scope message
	for _, s := range spans {
		scope = scope.bytes(2, s.message())
	}
	return message(nil).bytes(1, message(nil).bytes(2, scope))
}

// The deltas of an ordinary call, in format openai.

// opening starts a call.
func opening(index int, id, name, arguments string) string {
	return `{"id":"r","choices":[{"index":0,"delta":{"tool_calls":[{"index":` + strconv.Itoa(index) + `,"id":` + quote(id) +
		`,"function":{"name":` + quote(name) + `,"arguments":` + quote(arguments) + `}}]}}]}`
}

// closing ends all calls.
const closing = `{"id":"r","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`

// quote writes a JSON string.
func quote(text string) string {
	q, _ := json.Marshal(text) // a string can always be written
	return string(q)
}

// calling is a turn with one call.
func calling(id, name, arguments string) span {
	return turn(stringValue(opening(0, id, name, arguments)), stringValue(closing))
}

// offering is the attribute that says that a tool with this schema was offered.
func offering(name, schema string) message {
	return attribute("gen_ai.tool.definitions", stringValue(`[{"type":"function","name":`+quote(name)+`,"parameters":`+schema+`}]`))
}

// healthy is a turn with which nothing is wrong.
func healthy() span {
	return calling("call_ok", "get_weather", `{"city":"Oslo"}`).
		with(offering("get_weather", `{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`))
}
