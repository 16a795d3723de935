package main

import (
	"strconv"
	"strings"
)

// evidence are attacks with what is said of calls that were handed over, or run.
func evidence() []attack {
	return []attack{
		{name: "100,000 handed over calls, in attributes", want: "accepted: pass", over: onlyGRPC, body: func() []byte {
			s := turn(manyCalls(0, 256), stringValue(closing)).with(offering("f", "{}"))
			for i := range 100_000 {
				s.attributes = append(s.attributes, attribute("llm.output_messages.0.message.tool_calls."+strconv.Itoa(i)+".tool_call.function.name", stringValue("f")))
			}
			return request(s)
		}},
		{name: "40,000 handed over calls, in messages", want: "accepted: pass", over: onlyGRPC, body: func() []byte {
			return request(turn(manyCalls(0, 256), stringValue(closing)).with(offering("f", "{}"),
				attribute("gen_ai.output.messages", stringValue(`[{"parts":[{"type":"tool_call"}`+strings.Repeat(`,{"type":"tool_call"}`, 40_000)+`]}]`))))
		}},
		{name: "a million ids of calls that were run", want: "accepted: fail executed_unknown_call", over: onlyGRPC, body: func() []byte {
			var list message
			for i := range million {
				list = list.bytes(1, stringValue(strconv.Itoa(i)))
			}
			return request(healthy().with(attribute("toolverdict.executed", message(nil).bytes(5, list))))
		}},
		{name: "runs with ids of a megabyte", want: "accepted: 30 × no verdict", over: onlyGRPC, body: func() []byte {
			spans := make([]span, 30)
			for i := range spans {
				spans[i] = span{trace: serial(16), id: serial(8)}.with(attribute("gen_ai.operation.name", stringValue("execute_tool")),
					attribute("gen_ai.tool.call.id", stringValue(strings.Repeat("x", million)+strconv.Itoa(i))))
			}
			return request(spans...)
		}},
		{name: "200,000 runs", want: "accepted: 200000 × no verdict", over: onlyGRPC, body: func() []byte {
			spans := make([]span, 200_000)
			for i := range spans {
				spans[i] = span{trace: serial(16), id: serial(8), start: begin}.with(attribute("gen_ai.operation.name", stringValue("execute_tool")), attribute("gen_ai.tool.call.id", stringValue("c")))
			}
			return request(spans...)
		}},
		{name: "50,000 runs of one call", want: "accepted: 50000 × no verdict; fail invalid_arguments_json/truncated", over: onlyGRPC, body: func() []byte {
			blocked := calling("c", "f", "{").with(offering("f", "{}"))
			spans := []span{blocked}
			for range 50_000 {
				spans = append(spans, span{trace: blocked.trace, id: serial(8), start: begin}.with(attribute("gen_ai.operation.name", stringValue("execute_tool")), attribute("gen_ai.tool.call.id", stringValue("c"))))
			}
			return request(spans...)
		}},
	}
}
