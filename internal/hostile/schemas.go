package main

import (
	"fmt"
	"strconv"
	"strings"
)

// schemas are attacks with the tool definitions of a span.
func schemas() []attack {
	called := func(schema, arguments string) func() []byte {
		return func() []byte { return request(calling("a", "f", arguments).with(offering("f", schema))) }
	}
	deep := strings.Repeat(`{"a":`, 100) + `{}` + strings.Repeat(`}`, 100)
	return []attack{
		{name: "a schema of 300 KiB", want: "accepted: fail invalid_schema", over: everyWay, body: called(`{"description":"`+strings.Repeat("x", 300<<10)+`"}`, `{}`)},
		{name: "definitions of 4,000 tools", want: "accepted: fail invalid_schema", over: onlyGRPC, body: func() []byte {
			var b strings.Builder
			for i := range 4_000 {
				fmt.Fprintf(&b, `,{"name":"f%d","parameters":{"properties":{"a":{"pattern":"%s%d"}}}}`, i, strings.Repeat("a?", 60), i)
			}
			return request(calling("a", "f3999", `{"a":"x"}`).with(attribute("gen_ai.tool.definitions", stringValue("["+b.String()[1:]+"]"))))
		}},
		{name: "a schema that refers to itself", want: "accepted: fail invalid_schema", over: onlyGRPC, body: called(`{"$ref":"#"}`, `{}`)},
		{name: "a schema that refers to itself below", want: "accepted: pass", over: onlyGRPC, body: called(`{"type":"object","properties":{"a":{"$ref":"#"}}}`, deep)},
		{name: "references that multiply", want: "accepted: fail invalid_schema", over: onlyGRPC, body: called(multiplying(40), `{}`)},
		{name: "references that multiply below", want: "accepted: fail invalid_schema", over: onlyGRPC, body: called(`{"properties":{"a":{"allOf":[{"$ref":"#"},{"$ref":"#"}]}}}`, deep)},
		{name: "2,000 calls for which they multiply", want: "accepted: 20 × fail invalid_schema", over: everyWay, body: func() []byte {
			spans := make([]span, 0, 20)
			for range 20 {
				payloads := make([]message, 0, 102)
				for i := range 100 {
					payloads = append(payloads, stringValue(opening(i, "c"+strconv.Itoa(i), "f", "{}")))
				}
				spans = append(spans, turn(append(payloads, stringValue(closing))...).with(offering("f", multiplying(13))))
			}
			return request(spans...)
		}},
		{name: "a reference to another document", want: "accepted: fail invalid_schema", over: onlyGRPC, body: called(`{"$ref":"file:///etc/passwd"}`, `{}`)},
		{name: "a catastrophic pattern", want: "accepted: fail schema_violation/pattern", over: everyWay, body: called(`{"properties":{"a":{"pattern":"^(a+)+$"}}}`, `{"a":"`+strings.Repeat("a", 500_000)+`!"}`)},
		{name: "repeats of repeats in a pattern", want: "accepted: fail unsupported_schema_keyword", over: onlyGRPC, body: called(`{"properties":{"a":{"pattern":"((a{1,1000}){1,1000}){1,1000}"}}}`, `{"a":"a"}`)},
		{name: "patterns as many as fit", want: "accepted: fail invalid_schema", over: onlyGRPC, body: func() []byte {
			var b strings.Builder
			for i := range 1000 {
				fmt.Fprintf(&b, `,{"name":"f%d","parameters":{"allOf":[%s{}]}}`, i, strings.Repeat(`{"pattern":"a{1000}"},`, 15))
			}
			return request(calling("a", "f999", `{}`).with(attribute("gen_ai.tool.definitions", stringValue("["+b.String()[1:]+"]"))))
		}},
		{name: "long names above many subschemas", want: "accepted: fail invalid_schema", over: onlyGRPC, body: called(`{"properties":{"`+strings.Repeat("n", 200_000)+`":{"allOf":[`+strings.Repeat(`{},`, 2000)+`{}]}}}`, `{}`)},
		{name: "half a million violations, deep", want: "accepted: fail invalid_schema", over: onlyGRPC, body: called(`{"properties":{"a":{"$ref":"#"},"b":{"items":{"type":"string"}}}}`,
			strings.Repeat(`{"a":`, 100)+`{"b":[0`+strings.Repeat(",0", 450_000)+`]}`+strings.Repeat(`}`, 100))},
		{name: "other definitions with every span", want: "accepted: 300 × pass", over: onlyGRPC, body: func() []byte {
			spans := make([]span, 300)
			for i := range spans {
				spans[i] = calling("a", "f", `{}`).with(offering("f", `{"title":"`+strconv.Itoa(i)+`","allOf":[`+strings.Repeat(`{},`, 1000)+`{}]}`))
			}
			return request(spans...)
		}},
		{name: "definitions of every kind but a list", want: "accepted: 10 × fail invalid_tool_schemas; 2 × fail unknown_tool", over: onlyGRPC, body: func() []byte {
			var spans []span
			for _, v := range kinds() {
				spans = append(spans, calling("a", "f", `{}`).with(attribute("gen_ai.tool.definitions", v)))
			}
			return request(spans...)
		}},
	}
}

// multiplying is a schema in which there are 2 to the n ways to the last one.
func multiplying(n int) string {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/0","$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"%d":{"allOf":[{"$ref":"#/$defs/%d"},{"$ref":"#/$defs/%d"}]},`, i, i+1, i+1)
	}
	fmt.Fprintf(&b, `"%d":{}}}`, n)
	return b.String()
}
