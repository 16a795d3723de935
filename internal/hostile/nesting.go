package main

import "strings"

// nesting are attacks by depth.
func nesting() []attack {
	deepText := strings.Repeat(`[`, 500_001) + strings.Repeat(`]`, 500_001)
	return []attack{
		{name: "a payload of text a million deep", want: "accepted: indeterminate limit_exceeded/depth", over: everyWay, body: func() []byte {
			return request(turn(stringValue(strings.Repeat(`[`, million+1)), stringValue(closing)).with(attribute("toolverdict.format", stringValue("openai"))))
		}},
		{name: "a payload of lists half a million deep", want: "accepted: indeterminate limit_exceeded/depth", over: everyWay, body: func() []byte {
			return request(turn(stringValue(deepText), stringValue(closing)).with(attribute("toolverdict.format", stringValue("openai"))))
		}},
		{name: "arguments half a million deep", want: "accepted: fail invalid_arguments_json/too_deep", over: onlyGRPC, body: func() []byte {
			return request(calling("a", "f", `{"a":`+deepText+`}`).with(offering("f", `{}`)))
		}},
		{name: "arguments 400,000 deep", want: "accepted: fail invalid_arguments_json/too_deep", over: onlyGRPC, body: func() []byte {
			return request(calling("a", "f", `{"a":`+strings.Repeat("[", 400_000)+strings.Repeat("]", 400_000)+`}`).with(offering("f", `{}`)))
		}},
		{name: "definitions half a million deep", want: "accepted: fail invalid_tool_schemas", over: onlyGRPC, body: func() []byte {
			return request(calling("a", "f", `{}`).with(attribute("gen_ai.tool.definitions", stringValue(deepText))))
		}},
		{name: "messages half a million deep", want: "accepted: pass", over: onlyGRPC, body: func() []byte {
			return request(healthy().with(attribute("gen_ai.output.messages", stringValue(deepText))))
		}},
		{name: "a structured payload 5,000 deep", want: "accepted: indeterminate limit_exceeded/depth", over: everyWay, body: func() []byte { return request(turn(nested(5_000), stringValue(closing))) }},
		{name: "a structured payload 100,000 deep", want: "accepted: indeterminate limit_exceeded/depth", over: everyWay, body: func() []byte { return request(turn(nested(100_000), stringValue(closing))) }},
		{name: "structured definitions 100,000 deep", want: "accepted: fail invalid_tool_schemas", over: onlyGRPC, body: func() []byte {
			return request(calling("a", "f", `{}`).with(attribute("gen_ai.tool.definitions", nested(100_000))))
		}},
		{name: "every attribute that is read 100,000 deep", want: "accepted: fail emitted_despite_block invalid_tool_schemas", over: onlyGRPC, body: func() []byte {
			s := calling("a", "f", `{}`)
			for _, key := range readAttributes {
				s = s.with(attribute(key, nested(100_000)))
			}
			return request(s)
		}},
	}
}

// readAttributes are those of a span that are read.
var readAttributes = []string{
	"toolverdict.format", "toolverdict.executed", "gen_ai.provider.name", "gen_ai.system", "gen_ai.tool.definitions",
	"gen_ai.output.messages", "ai.response.toolCalls", "gen_ai.response.finish_reasons", "gen_ai.operation.name",
	"gen_ai.tool.call.id", "openinference.span.kind", "traceloop.span.kind", "tool.id",
	"llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments",
}
