package wire

import "testing"

// parts makes a chunk of candidate 0, which stands for the default index.
func parts(list string) string { return `{"candidates":[{"content":{"parts":[` + list + `]}}]}` }

// finished makes the last one.
func finished(list string) string {
	return `{"candidates":[{"content":{"parts":[` + list + `]},"finishReason":"STOP"}],"usageMetadata":{}}`
}

const (
	geminiCall = `{"functionCall":{"name":"any","args":{"a":1}}}`
	geminiPath = "/candidates/0/content/parts/0/functionCall"
	geminiSlot = "/calls/candidate:0/slot:0"
)

func TestGeminiReader(t *testing.T) {
	one := []string{`candidate:0/0  any {"a":1}`}
	runReaderCases(t, gemini, []readerCase{
		{"a whole call", []string{finished(geminiCall)}, one, nil},
		{"arguments null", []string{finished(`{"functionCall":{"name":"any","args":null}}`)}, []string{"candidate:0/0  any {}"}, nil},
		{"a call that does not go on", []string{finished(`{"functionCall":{"name":"any","args":{"a":1},"willContinue":false}}`)}, one, nil},
		{"arguments as text", []string{finished(`{"functionCall":{"name":"any","args":"{}"}}`)}, []string{`candidate:0/0  any "{}"`}, []string{"arguments_not_object " + geminiSlot}},
		{"functionCall null", []string{finished(`{"functionCall":null,"text":"x"}`)}, nil, nil},
		{"a call in the words of an SDK", []string{finished(`{"function_call":{"name":"any","args":{}}}`)}, nil, []string{"invalid_content_block /chunks/0/candidates/0/content/parts/0"}},
		{"null in the words of an SDK", []string{finished(`{"function_call":null,"text":"x"}`)}, nil, nil},
		{"an empty name", []string{finished(`{"functionCall":{"name":"","args":{}}}`)}, []string{"candidate:0/0   {}"}, []string{"missing_tool_name " + geminiSlot}},
		{"an id that is no text", []string{finished(`{"functionCall":{"id":5,"name":"any"}}`)}, []string{"candidate:0/0  any {}"}, []string{"invalid_call_id /chunks/0" + geminiPath}},
		{
			"an empty call with nothing open",
			[]string{parts(geminiCall), finished(`{"functionCall":{}}`)},
			append(one[:1:1], "candidate:0/1   {}"),
			[]string{"missing_tool_name /calls/candidate:0/slot:1"},
		},

		{"a candidate without an index is the first", []string{`{"candidates":[{"index":1},{"content":{"parts":[` + geminiCall + `]}}]}`, finished("")}, one, nil},
		{"index null", []string{`{"candidates":[{"index":null,"content":{"parts":[` + geminiCall + `]},"finishReason":"STOP"}]}`}, one, nil},
		{
			"a candidate twice in one chunk",
			[]string{`{"candidates":[{"content":{"parts":[` + geminiCall + `]}},{"index":0,"content":{"parts":[` + geminiCall + `]}}]}`, finished("")},
			one,
			[]string{"invalid_slot /chunks/0/candidates/1/index"},
		},
		{"parts null", []string{`{"candidates":[{"content":{"parts":null}}]}`, `{"candidates":[{"content":null}]}`, finished(geminiCall)}, one, nil},
		{"a chunk of bookkeeping", []string{`{"modelVersion":"m"}`, `{"responseId":"r"}`, `{"usageMetadata":{}}`, finished(geminiCall)}, one, nil},

		{"the finish again with the usage", []string{finished(geminiCall), finished("")}, one, []string{"duplicate_terminal/usage_repeat /chunks/1/candidates/0/finishReason"}},
		{
			"the finish again without",
			[]string{finished(geminiCall), `{"candidates":[{"finishReason":"STOP"}]}`},
			one,
			[]string{"duplicate_terminal /chunks/1/candidates/0/finishReason"},
		},
		{"a finish that says nothing", []string{`{"candidates":[{"finishReason":""},{"index":1,"finishReason":null}]}`, finished(geminiCall)}, one, nil},
		{
			"a call after the finish of text",
			[]string{finished(`{"text":"x"}`), parts(geminiCall)},
			one,
			[]string{"delta_after_terminal /chunks/1" + geminiPath, "missing_terminal " + geminiSlot},
		},
		{"malformed without a call", []string{`{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL"}]}`}, nil, []string{"wrong_terminal_reason /chunks/0/candidates/0/finishReason"}},
		{"filtered without a call", []string{`{"candidates":[{"finishReason":"SAFETY"}]}`}, nil, nil},

		{"the prompt is blocked", []string{`{"promptFeedback":{"blockReason":"SAFETY"}}`}, nil, nil},
		{"the prompt is rated", []string{`{"promptFeedback":{"safetyRatings":[]}}`, finished(geminiCall)}, one, nil},
		{
			"the prompt is blocked after all",
			[]string{finished(geminiCall), `{"promptFeedback":{"blockReason":"SAFETY"}}`},
			one,
			[]string{"wrong_terminal_reason /chunks/1/promptFeedback/blockReason"},
		},
		{
			"a call though the prompt is blocked",
			[]string{`{"promptFeedback":{"blockReason":"OTHER"}}`, finished(geminiCall)},
			one,
			[]string{"delta_after_terminal /chunks/1" + geminiPath},
		},
	})
}

// streamedBy starts a call whose arguments are streamed, with one value.
func streamedBy(deltas ...string) []string {
	return append([]string{parts(`{"functionCall":{"name":"any","partialArgs":[{"jsonPath":"$.a","numberValue":1}],"willContinue":true}}`)}, deltas...)
}

func TestGeminiReaderOfStreamedCalls(t *testing.T) {
	whole := []string{`candidate:0/0  any {"a":1}`}
	cut := []string{`candidate:0/0  any {"a":1`}
	truncated := "invalid_arguments_json/truncated " + geminiSlot
	runReaderCases(t, gemini, []readerCase{
		{"closed by an empty call", streamedBy(finished(`{"functionCall":{}}`)), whole, nil},
		{"closed by an empty name", streamedBy(finished(`{"functionCall":{"name":""}}`)), whole, nil},
		{"closed by null", streamedBy(finished(`{"functionCall":{"willContinue":null}}`)), whole, nil},
		{"text in between", streamedBy(parts(`{"text":"x"}`), finished(`{"functionCall":{}}`)), whole, nil},
		{
			"in one chunk",
			[]string{finished(`{"functionCall":{"name":"any","partialArgs":[{"jsonPath":"$.a","numberValue":1}]}}`)},
			whole, nil,
		},
		{
			"two calls in one chunk", streamedBy(finished(`{"functionCall":{}},` + geminiCall)),
			append(whole[:1:1], `candidate:0/1  any {"a":1}`), nil,
		},
		{
			"the id repeated",
			[]string{parts(`{"functionCall":{"name":"any","id":"c","willContinue":true}}`), finished(`{"functionCall":{"id":"c"}}`)},
			[]string{"candidate:0/0 c any {}"},
			nil,
		},
		{
			"another id",
			[]string{parts(`{"functionCall":{"name":"any","id":"c","willContinue":true}}`), finished(`{"functionCall":{"id":"d"}}`)},
			[]string{"candidate:0/0 c any {}"},
			[]string{"identity_collision /chunks/1" + geminiPath},
		},
		{
			"never closed", streamedBy(finished(`{"text":"x"}`)),
			cut,
			[]string{"missing_terminal /chunks/1/candidates/0/finishReason", truncated},
		},
		{"cut", streamedBy(), cut, []string{"missing_terminal " + geminiSlot, truncated}},
		{
			"the same name again", streamedBy(parts(`{"functionCall":{"name":"any","willContinue":true}}`), finished(`{"functionCall":{}}`)),
			append(cut[:1:1], "candidate:0/1  any {}"),
			[]string{"overlapping_blocks /chunks/1" + geminiPath, truncated},
		},
		{
			"whole arguments too", streamedBy(finished(`{"functionCall":{"args":{"a":1}}}`)),
			cut,
			[]string{"invalid_arguments_delta /chunks/1" + geminiPath + "/args"},
		},
		{
			"whole arguments that go on",
			[]string{parts(`{"functionCall":{"name":"any","args":{"a":1},"willContinue":true}}`), finished(`{"functionCall":{}}`)},
			[]string{"candidate:0/0  any "},
			[]string{"invalid_arguments_delta /chunks/0" + geminiPath + "/args"},
		},
		{
			"a list that is none", streamedBy(finished(`{"functionCall":{"partialArgs":{}}}`)),
			cut,
			[]string{"invalid_arguments_delta /chunks/1" + geminiPath + "/partialArgs"},
		},
		{
			"willContinue is no bool",
			[]string{finished(`{"functionCall":{"name":"any","willContinue":"true"}}`)},
			[]string{"candidate:0/0  any {}"},
			[]string{"invalid_function_delta /chunks/0" + geminiPath + "/willContinue"},
		},
		{
			"two candidates at once",
			[]string{
				`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"any","willContinue":true}}]}},{"index":1,"content":{"parts":[{"functionCall":{"name":"any","willContinue":true}}]}}]}`,
				`{"candidates":[{"index":1,"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.b","numberValue":2}]}}]},"finishReason":"STOP"}]}`,
				finished(`{"functionCall":{"partialArgs":[{"jsonPath":"$.a","numberValue":1}]}}`),
			},
			[]string{`candidate:0/0  any {"a":1}`, `candidate:1/0  any {"b":2}`},
			nil,
		},
	})
}

func TestGeminiStarts(t *testing.T) {
	for next, want := range map[string]bool{
		`{"responseId":"b","candidates":[{}]}`:  true,
		`{"responseId":"a","candidates":[{}]}`:  false,
		`{"responseId":"","candidates":[{}]}`:   false,
		`{"responseId":null,"candidates":[{}]}`: false,
		`{"candidates":[{}]}`:                   false,
		`{"responseId":"b","candidates":[]}`:    false,
		`{"responseId":"b","usageMetadata":{}}`: false,
	} {
		if got := starts(t, gemini, `{"responseId":"a","candidates":[{}]}`, next); got != want {
			t.Errorf("%s: %t", next, got)
		}
		if starts(t, gemini, `{"candidates":[{}]}`, next) {
			t.Errorf("%s starts another response, though the first has no id", next)
		}
	}
}
