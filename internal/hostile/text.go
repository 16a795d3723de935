package main

import "strings"

// broken is no UTF-8: a byte that never stands in it, half a character, an
// overlong form, a surrogate.
const broken = "\xff\xc3\xc0\xaf\xed\xa0\x80" + marker

// texts are attacks with text that is none.
func texts() []attack {
	return []attack{
		{name: "broken text in a payload", want: "accepted: fail invalid_chunk terminal_without_call", over: everyWay, body: func() []byte {
			return request(turn(stringValue(`{"id":"r","choices":[{"index":0,"delta":{"content":"`+broken+`"}}]}`), stringValue(closing)))
		}},
		{name: "broken text in a structured payload", want: "accepted: fail invalid_chunk terminal_without_call", over: onlyGRPC, body: func() []byte {
			return request(turn(mapValue(attribute("choices", listValue(mapValue(attribute(broken, stringValue(broken)))))), stringValue(closing)))
		}},
		{name: "broken text in arguments", want: "accepted: fail invalid_chunk terminal_without_call", over: everyWay, body: func() []byte {
			return request(turn(
				stringValue(`{"id":"r","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"a\":\"`+broken+`\"}"}}]}}]}`),
				stringValue(closing)).with(offering("f", `{}`)))
		}},
		{name: "broken text in every other place", want: "accepted: fail emitted_arguments_differ", over: everyWay, body: func() []byte { return request(brokenSpan()) }},
		{name: "lone surrogates in arguments", want: "accepted: fail invalid_arguments_json/invalid_unicode", over: onlyGRPC, body: func() []byte {
			return request(calling("a", "f", `{"a":"\ud800"}`).with(offering("f", `{}`)))
		}},
		{name: "broken text in definitions", want: "accepted: fail invalid_tool_schemas", over: onlyGRPC, body: func() []byte {
			return request(calling("a", "f", `{}`).with(attribute("gen_ai.tool.definitions", stringValue(`[{"type":"function","name":"f","description":"`+broken+`"}]`))))
		}},
	}
}

// brokenSpan has broken text wherever its delta does not.
func brokenSpan() span {
	s := calling("a", "f", "{}").with(offering("f", `{}`))
	s.name = broken
	for _, key := range readAttributes[1:] {
		if key != "gen_ai.tool.definitions" {
			s = s.with(attribute(key, stringValue(broken)))
		}
	}
	s = s.with(attribute(broken, stringValue(broken)))
	s.extra = message(nil).text(3, broken).bytes(13, message(nil).text(3, broken)).bytes(15, message(nil).text(2, broken))
	for i := range s.events {
		s.events[i] = append(s.events[i], message(nil).bytes(3, attribute("toolverdict.turn.id", stringValue(broken)))...)
	}
	s.events = append(s.events, event(broken, attribute(broken, stringValue(broken))))
	return s
}

// names are attacks with what is shown: names and ids.
func names() []attack {
	var list []attack
	const shown = "accepted: fail executed_despite_block schema_type; fail identity_collision schema_required; fail schema_required; fail unknown_tool; invalid unknown_profile; no verdict"
	const tooLong = "accepted: fail identity_collision invalid_tool_schemas; fail invalid_tool_schemas; fail unknown_tool; indeterminate limit_exceeded/event_bytes; invalid unknown_profile; no verdict"
	for _, n := range []struct{ what, text, want string }{
		{"control characters", "a\x00b\x07c\rd\n" + marker, shown},
		{"terminal escapes", "\x1b[2J\x1b]0;" + marker + "\x07\x1b[31m\u009b1m", shown},
		{"look-alikes and bidirectional marks", "get_w\u0435ather\u202e" + marker + "\u2066\u200b\ufeff", shown},
		{"a megabyte", strings.Repeat(marker, 1_000_000/len(marker)/2), tooLong},
		{"quotes and markup", `"><script>` + marker + `</script>{{.}}${env:HOME}%s%n` + "`" + `'; --`, shown},
	} {
		list = append(list, attack{name: "names of " + n.what, want: n.want, over: everyWay, body: func() []byte { return request(named(n.text)...) }})
	}
	return list
}

// named are turns, and a run, that have the name wherever one is shown. That of a
// call is an error each time, so that there is a finding to show it in.
func named(name string) []span {
	schema := `{"type":"object","properties":{` + quote(name) + `:{"type":"object"}},"required":[` + quote(name) + `]}`
	unknown := calling(name, name, "{}").with(offering("f", `{}`))
	required := calling(name, name, "{}").with(offering(name, schema))
	wrong := calling(name, name, "{"+quote(name)+":5}").with(offering(name, schema), attribute("toolverdict.executed", listValue(stringValue(name))))
	twice := turn(stringValue(opening(0, name, name, "")), stringValue(opening(0, name+"2", name+"2", "{}")), stringValue(closing)).with(offering(name, schema))
	inTurn := calling(name, name, "{}")
	inTurn.name = name
	for i := range inTurn.events {
		inTurn.events[i] = append(inTurn.events[i], message(nil).bytes(3, attribute("toolverdict.turn.id", stringValue(name)))...)
	}
	inTurn = inTurn.with(attribute("service.instance.id", stringValue(name)), attribute("toolverdict.format", stringValue(name)))
	run := span{name: name, trace: wrong.trace, id: serial(8), start: begin, end: begin}.
		with(attribute("gen_ai.operation.name", stringValue("execute_tool")), attribute("gen_ai.tool.call.id", stringValue(name)), attribute("gen_ai.tool.name", stringValue(name)))
	return []span{unknown, required, wrong, twice, inTurn, run}
}
