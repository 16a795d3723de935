package wire

import "testing"

func legacyChunk(delta, reason string) string {
	if reason != "" {
		reason = `,"finish_reason":"` + reason + `"`
	}
	return `{"choices":[{"index":0,"delta":` + delta + reason + `}]}`
}

// A function_call has neither an index nor an id: it is slot 0 of a scope of its
// own.
func TestLegacyFunctionCall(t *testing.T) {
	const named = `{"function_call":{"name":"any","arguments":""}}`
	const rest = `{"function_call":{"arguments":"{\"a\":1}"}}`
	const listed = `{"tool_calls":[{"index":0,"id":"c","function":{"name":"any","arguments":"{}"}}]}`
	one := []string{`function_call:0/0  any {"a":1}`}
	both := []string{"choice:0/0 c any {}", `function_call:0/0  any {"a":1}`}
	wrong := []string{"wrong_terminal_reason /chunks/2/choices/0/finish_reason"}
	runReaderCases(t, openAI, []readerCase{
		{"a call", []string{legacyChunk(named, ""), legacyChunk(rest, ""), legacyChunk("{}", "function_call")}, one, nil},
		{"with the finish", []string{legacyChunk(named, ""), legacyChunk(rest, "function_call")}, one, nil},
		{"null", []string{legacyChunk(`{"content":"x","function_call":null}`, "stop")}, nil, nil},
		{"ends as a list of calls", []string{legacyChunk(named, ""), legacyChunk(rest, ""), legacyChunk("{}", "tool_calls")}, one, wrong},
		{"ends with stop", []string{legacyChunk(named, ""), legacyChunk(rest, ""), legacyChunk("{}", "stop")}, one, wrong},
		{"a list of calls ends as a legacy call", []string{legacyChunk(listed, ""), legacyChunk("{}", ""), legacyChunk("{}", "function_call")}, both[:1], wrong},
		{"both kinds, ends as a legacy call", []string{legacyChunk(listed, ""), legacyChunk(rest[:18]+`"name":"any",`+rest[18:], ""), legacyChunk("{}", "function_call")}, both, wrong},
		{"both kinds, ends as a list of calls", []string{legacyChunk(listed, ""), legacyChunk(rest[:18]+`"name":"any",`+rest[18:], ""), legacyChunk("{}", "tool_calls")}, both, wrong},
		{
			"another name",
			[]string{legacyChunk(named, ""), legacyChunk(`{"function_call":{"name":"other","arguments":"{}"}}`, "function_call")},
			[]string{"function_call:0/0  any {}"},
			[]string{"identity_collision /chunks/1/choices/0/delta/function_call"},
		},
		{
			"never ends",
			[]string{legacyChunk(named, ""), legacyChunk(rest, "")},
			one,
			[]string{"missing_terminal /calls/function_call:0/slot:0"},
		},
		{
			"goes on after the end",
			[]string{legacyChunk(named, ""), legacyChunk(rest, "function_call"), legacyChunk(rest, "")},
			one,
			[]string{"delta_after_terminal /chunks/2/choices/0/delta/function_call/arguments"},
		},
		{"ends without a call", []string{legacyChunk(`{"content":"x"}`, "function_call")}, nil, []string{"terminal_without_call /chunks/0/choices/0/finish_reason"}},
		{"no object", []string{legacyChunk(`{"function_call":"any"}`, "function_call")}, nil, []string{"invalid_function_delta /chunks/0/choices/0/delta/function_call"}},
		{
			"two choices",
			[]string{legacyChunk(rest[:18]+`"name":"any",`+rest[18:], "function_call"), `{"choices":[{"index":1,"delta":{"function_call":{"name":"any","arguments":"{}"}},"finish_reason":"function_call"}]}`},
			append(one[:1:1], "function_call:1/0  any {}"), nil,
		},
	})
}

// SDKs write out what a chunk left out as null. That hides no call, unless it stands
// where a call is told from the others.
func TestNullForWhatWasLeftOut(t *testing.T) {
	const call = `{"index":0,"id":"c","type":"function","function":{"name":"any","arguments":"{}"}}`
	const end = `{"choices":[{"index":0,"delta":null,"finish_reason":"tool_calls"}]}`
	one := []string{"choice:0/0 c any {}"}
	chunk := func(calls string) string { return `{"choices":[{"index":0,"delta":{"tool_calls":[` + calls + `]}}]}` }
	runReaderCases(t, openAI, []readerCase{
		{"delta of the end", []string{chunk(call), end}, one, nil},
		{"index of a choice", []string{`{"choices":[{"index":null,"delta":{"tool_calls":[` + call + `]}}]}`, end}, one, nil},
		{"function", []string{chunk(call), chunk(`{"index":0,"id":null,"type":null,"function":null}`), end}, one, nil},
		{"choices beside the usage", []string{chunk(call), end, `{"choices":null,"usage":{}}`, `{"usage":{}}`}, one, nil},
		{"choices", []string{chunk(call), `{"choices":null,"usage":null}`, end}, one, []string{"invalid_chunk /chunks/1"}},
		{"choices of another type", []string{chunk(call), `{"choices":{},"usage":{}}`, end}, one, []string{"invalid_chunk /chunks/1"}},
		{"index of a call", []string{chunk(`{"index":null,"id":"c","function":{"name":"any","arguments":"{}"}}`), end}, nil, []string{"invalid_slot /chunks/0/choices/0/delta/tool_calls/0/index"}},
	})
	const second = `{"index":null,"id":"d","function":{"name":"any","arguments":"{}"}}`
	runReaderCases(t, mistral, []readerCase{
		{
			"index of all calls",
			[]string{chunk(`{"index":null,"id":"c","function":{"name":"any","arguments":"{}"}},` + second), end},
			append(one[:1:1], "choice:0/1 d any {}"), nil,
		},
		{
			"index of one call",
			[]string{chunk(call + "," + second), end},
			one,
			[]string{"invalid_slot /chunks/0/choices/0/delta/tool_calls/1/index"},
		},
	})
}

func TestErrorsThatAreNone(t *testing.T) {
	const end = `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"any","arguments":"{}"}}]},"finish_reason":"tool_calls"}],"error":`
	one := []string{"choice:0/0 c any {}"}
	failed := []string{"stream_error /chunks/0/error"}
	runReaderCases(t, openAI, []readerCase{
		{"null", []string{end + "null}"}, one, nil},
		{"empty text", []string{end + `""}`}, one, nil},
		{"false", []string{end + "false}"}, one, nil},
		{"text", []string{end + `"x"}`}, one, failed},
		{"true", []string{end + "true}"}, one, failed},
		{"object", []string{end + "{}}"}, one, failed},
		{"in place of choices, empty", []string{`{"error":""}`}, nil, []string{"invalid_chunk /chunks/0"}},
	})
}
