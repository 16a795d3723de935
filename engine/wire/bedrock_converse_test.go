package wire

import (
	"strconv"
	"testing"
)

func blockEvent(event string, index int, rest string) string {
	return `{"contentBlock` + event + `":{"contentBlockIndex":` + strconv.Itoa(index) + rest + `}}`
}

func useStart(index int, id string) string {
	return blockEvent("Start", index, `,"start":{"toolUse":{"toolUseId":"`+id+`","name":"any"}}`)
}

func useDelta(index int, input string) string {
	return blockEvent("Delta", index, `,"delta":{"toolUse":{"input":`+strconv.Quote(input)+`}}`)
}

func textDelta(index int) string { return blockEvent("Delta", index, `,"delta":{"text":"x"}`) }

func blockStop(index int) string { return blockEvent("Stop", index, "") }

func messageStop(reason string) string { return `{"messageStop":{"stopReason":"` + reason + `"}}` }

func TestBedrockReader(t *testing.T) {
	const messageStart = `{"messageStart":{"role":"assistant"}}`
	slot := "/calls/content-block/slot:"
	one := []string{`content-block/0 a any {"a":1}`}
	two := []string{`content-block/0 a any {"a":1}`, `content-block/1 b any {}`}
	whole := func(rest ...string) []string {
		return append([]string{messageStart, useStart(0, "a"), useDelta(0, `{"a":1}`), blockStop(0)}, rest...)
	}
	runReaderCases(t, bedrockConverse, []readerCase{
		{"a call", whole(messageStop("tool_use")), one, nil},
		{"without messageStart", whole(messageStop("tool_use"))[1:], one, nil},
		{"without messageStop", whole()[1:], one, []string{"missing_terminal /events"}},
		{"the stop gives no reason", whole(`{"messageStop":{}}`), one, []string{"missing_terminal /events"}},
		{"text without messageStop", []string{textDelta(0), blockStop(0)}, nil, nil},
		{"text that was started", []string{messageStart, textDelta(0)}, nil, []string{"missing_terminal /events"}},
		{
			"a null for each other event", []string{
				messageStart, useStart(0, "a"), useDelta(0, `{"a":1}`), blockStop(0),
				`{"messageStart":null,"contentBlockStop":null,"internalServerException":null,"messageStop":{"stopReason":"tool_use"}}`,
			}, one, nil,
		},
		{
			"two events in one",
			[]string{useStart(0, "a"), `{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"toolUse":{"input":"{\"a\":1}"}}},"contentBlockStop":{"contentBlockIndex":0}}`, messageStop("tool_use")},
			one, nil,
		},
		{"unknown events", whole(`{"newThing":{}}`, `{}`, messageStop("tool_use")), one, nil},

		{
			"interleaved without messageStart",
			[]string{useStart(0, "a"), useStart(1, "b"), useDelta(0, `{"a":1}`), blockStop(1), blockStop(0), messageStop("tool_use")},
			two, nil,
		},
		{
			"interleaved in a message",
			[]string{messageStart, useStart(0, "a"), useStart(1, "b"), useDelta(0, `{"a":1}`), blockStop(1), blockStop(0), messageStop("tool_use")},
			two,
			[]string{"overlapping_blocks /events/2/contentBlockStart"},
		},
		{
			"a call where text was",
			[]string{messageStart, textDelta(0), blockStop(0), useStart(0, "a"), blockStop(0), messageStop("tool_use")},
			nil,
			[]string{"identity_collision /events/3/contentBlockStart"},
		},
		{
			"input where text is", whole(textDelta(1), useDelta(1, `{}`), blockStop(1), messageStop("tool_use")),
			append(one[:1:1], "content-block/1   {}"),
			[]string{"delta_before_start /events/5/contentBlockDelta", "missing_call_id " + slot + "1", "missing_tool_name " + slot + "1"},
		},
		{
			"input in a block of another kind", whole(blockEvent("Start", 1, `,"start":{}`), useDelta(1, `{}`), blockStop(1), messageStop("tool_use")),
			append(one[:1:1], "content-block/1   {}"),
			[]string{"delta_before_start /events/5/contentBlockDelta", "missing_call_id " + slot + "1", "missing_tool_name " + slot + "1"},
		},
		{
			"text in a call",
			[]string{messageStart, useStart(0, "a"), useDelta(0, `{"a":`), textDelta(0), useDelta(0, `1}`), blockStop(0), messageStop("tool_use")},
			one,
			[]string{"invalid_content_block /events/3/contentBlockDelta/delta"},
		},
		{"an empty delta in a call", []string{useStart(0, "a"), blockEvent("Delta", 0, `,"delta":{}`), useDelta(0, `{"a":1}`), blockStop(0), messageStop("tool_use")}, one, nil},
		{"text without an index", whole(`{"contentBlockDelta":{"delta":{"text":"x"}}}`, messageStop("tool_use")), one, nil},
		{
			"input without an index",
			[]string{messageStart, useStart(0, "a"), `{"contentBlockDelta":{"delta":{"toolUse":{"input":"{}"}}}}`, blockStop(0), messageStop("tool_use")},
			[]string{"content-block/0 a any {}"},
			[]string{"invalid_slot /events/2/contentBlockDelta/contentBlockIndex"},
		},

		{
			"input with the start",
			[]string{blockEvent("Start", 0, `,"start":{"toolUse":{"toolUseId":"a","name":"any","input":{"a":1}}}`), blockStop(0), messageStop("tool_use")},
			[]string{"content-block/0 a any {}"},
			[]string{"unsupported_initial_input /events/0/contentBlockStart/start/toolUse/input"},
		},
		{
			"empty input with the start", []string{
				blockEvent("Start", 0, `,"start":{"toolUse":{"toolUseId":"a","name":"any","input":{}}}`), useDelta(0, `{"a":1}`), blockStop(0),
				blockEvent("Start", 1, `,"start":{"toolUse":{"toolUseId":"b","name":"any","input":""}}`), blockStop(1), messageStop("tool_use"),
			}, two, nil,
		},
		{
			"a tool of the provider", whole(
				blockEvent("Start", 1, `,"start":{"toolUse":{"toolUseId":"s","name":"n","type":"server_tool_use","input":{"q":1}}}`), useDelta(1, "{"), blockStop(1),
				blockEvent("Start", 2, `,"start":{"toolResult":{"toolUseId":"s"}}`), blockEvent("Delta", 2, `,"delta":{"toolResult":[{"text":"x"}]}`), blockStop(2),
				messageStop("tool_use"),
			), one, nil,
		},
		{"a type that is not known", []string{blockEvent("Start", 0, `,"start":{"toolUse":{"toolUseId":"a","name":"any","type":"new"}}`), useDelta(0, `{"a":1}`), blockStop(0), messageStop("tool_use")}, one, nil},

		{
			"a call that stops after the message",
			[]string{messageStart, useStart(0, "a"), useDelta(0, `{"a":1}`), messageStop("tool_use"), blockStop(0)},
			one,
			[]string{"delta_after_terminal /events/4/contentBlockStop"},
		},
		{
			"a call after the message", whole(messageStop("tool_use"), useStart(1, "b"), blockStop(1)),
			two,
			[]string{"delta_after_terminal /events/5/contentBlockStart"},
		},
		{"the provider could not make a call", []string{messageStart, messageStop("malformed_tool_use")}, nil, []string{"wrong_terminal_reason /events/1/messageStop/stopReason"}},
		{"text that ends for any reason", []string{messageStart, textDelta(0), messageStop("content_filtered")}, nil, nil},
		{
			"an exception after the message", whole(messageStop("tool_use"), `{"serviceUnavailableException":{"message":"x"}}`),
			one,
			[]string{"stream_error /events/5"},
		},
	})
}

func TestBedrockStarts(t *testing.T) {
	for _, c := range []struct {
		first, second string
		want          bool
	}{
		{messageStop("end_turn"), `{"messageStart":{"role":"assistant"}}`, true},
		{messageStop("end_turn"), `{"messageStart":null,"metadata":{}}`, false},
		{messageStop("end_turn"), textDelta(0), false},
		{textDelta(0), `{"messageStart":{"role":"assistant"}}`, false},
	} {
		if got := starts(t, bedrockConverse, c.first, c.second); got != c.want {
			t.Errorf("%s, then %s: %t", c.first, c.second, got)
		}
	}
}
