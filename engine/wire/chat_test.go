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
