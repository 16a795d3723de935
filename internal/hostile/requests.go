package main

import "strings"

// requests are attacks with requests that are none, and one with all sorts in one.
func requests() []attack {
	return []attack{
		{name: "no protobuf", want: "refused by the receiver", over: everyWay, body: func() []byte { return []byte(strings.Repeat("\xff", million)) }},
		{name: "a request that was cut", want: "refused by the receiver", over: everyWay, body: func() []byte { r := request(healthy()); return r[:len(r)/2] }},
		{name: "an empty request", want: "accepted: ", over: everyWay, body: func() []byte { return nil }},
		{name: "no JSON", want: "refused by the receiver", over: []protocol{overJSON}, body: func() []byte { return []byte(strings.Repeat("[", million)) }},
		{name: "a JSON payload 100,000 deep", want: "accepted: invalid unknown_profile", over: []protocol{overJSON}, body: func() []byte {
			const levels = 100_000
			return []byte(`{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"0102030405060708090a0b0c0d0e0f10","spanId":"0102030405060708","name":"chat","events":[{"name":"toolverdict.delta","attributes":[{"key":"toolverdict.delta.payload","value":` +
				strings.Repeat(`{"arrayValue":{"values":[`, levels) + strings.Repeat(`]}}`, levels) + `}]}]}]}]}]}`)
		}},
		{name: "all sorts in one request", want: "accepted: 2 × fail identity_collision schema_required; 2 × fail schema_required; 2 × fail unknown_tool; 2 × no verdict; 2 × pass; 3 × invalid unknown_profile; fail emitted_arguments_differ; fail executed_despite_block schema_type; fail executed_unknown_call schema_type; fail invalid_arguments_json/too_deep; fail limit_exceeded/slots unknown_tool/no_schemas", over: everyWay, body: func() []byte {
			spans := append(named(broken), named("\x1b[0m\u202e")...)
			spans = append(spans, brokenSpan(), turn(manyCalls(0, 2000)), turn(nested(2000)), healthy(),
				calling("a", "f", strings.Repeat("[", 5000)).with(offering("f", multiplying(20))))
			return request(append(spans, healthy())...)
		}},
		// The last one: the receiver's stack grows by several hundred MiB, and the
		// process gives them back only later.
		{name: "a structured payload a million deep", want: "accepted: indeterminate limit_exceeded/depth", over: everyWay, memory: true, body: func() []byte { return request(turn(nested(million), stringValue(closing))) }},
	}
}
