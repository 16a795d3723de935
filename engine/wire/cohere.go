package wire

import (
	"slices"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// cohere is Cohere's chat, version 2: events with a type, calls under an index of
// their own, which text blocks do not share.
var cohere = &Format{
	Name:      "cohere",
	Traits:    assembly.Traits{List: "events", EmptyIsObject: true, Dense: true},
	Terminals: []string{"TOOL_CALL"},
	Describe: Description{
		Title:     "Cohere chat, version 2",
		Slot:      "`index` of the call",
		Identity:  "`id` and `function.name` in `tool-call-start`",
		Arguments: "text",
		Terminal:  "`tool-call-end`, and `message-end` with `finish_reason: TOOL_CALL`",
		Empty:     "`{}`",
		NotGated:  "none",
	},
	Shown: Shown{
		Words: []string{
			"type", "index", "delta.message.role", "delta.message.tool_calls.type", "delta.message.tool_calls.function.name",
			"delta.finish_reason", "delta.usage.**",
		},
		IDs: []string{"id", "delta.message.tool_calls.id"},
	},
	Recognise: func(delta strictjson.Value) bool {
		return slices.ContainsFunc(cohereEvents, delta.Get("type").Is)
	},
	Open: func(a *assembly.Assembly, p Policy) Reader {
		return &cohereReader{newMessage(a, p, assembly.Scope{Kind: "message", Number: -1}, "TOOL_CALL")}
	},
}

var cohereEvents = []string{
	"message-start", "content-start", "content-delta", "content-end", "tool-plan-delta",
	"tool-call-start", "tool-call-delta", "tool-call-end", "citation-start", "citation-end", "message-end",
}

type cohereReader struct{ message }

// Observe implements [Reader].
func (r *cohereReader) Observe(event strictjson.Value) {
	r.effect = Effect{}
	kind := event.Get("type")
	if kind.Kind() != strictjson.String {
		r.Report(finding.InvalidEvent, event)
		return
	}
	switch kind.Text() {
	case "message-start":
		r.begin(event)
	case "tool-call-start":
		r.callStart(event)
	case "tool-call-delta":
		r.effect.Known = true
		r.callDelta(event)
	case "tool-call-end":
		if index, ok := r.index(event, "index"); ok {
			r.stop(index, event)
		}
	case "message-end":
		r.messageEnd(event)
	default:
		r.effect.Known = true
	}
}

// call is the object that events of a call carry, under a name in the plural.
func (r *cohereReader) call(event strictjson.Value) strictjson.Value {
	return event.Get("delta").Get("message").Get("tool_calls")
}

// callStart opens a call. The first fragment of its arguments may come with it.
func (r *cohereReader) callStart(event strictjson.Value) {
	r.Claim()
	call := r.call(event)
	if call.Kind() != strictjson.Object {
		r.Report(finding.InvalidToolCall, event)
		return
	}
	index, ok := r.index(event, "index")
	if !ok {
		return
	}
	function := call.Get("function")
	if r.start(index, true, call.Get("id"), function.Get("name"), event) == nil {
		return
	}
	if kind := call.Get("type"); kind.Given() && !kind.Is("function") {
		r.Report(finding.UnsupportedToolType, kind)
	}
	r.grow(index, function.Get("arguments"), event)
}

// callDelta adds a fragment. One that can't be read may be arguments that went
// missing: without them the rest could parse.
func (r *cohereReader) callDelta(event strictjson.Value) {
	r.Claim()
	function := r.call(event).Get("function")
	if function.Kind() != strictjson.Object {
		r.Report(finding.InvalidFunctionDelta, event)
		return
	}
	if index, ok := r.index(event, "index"); ok {
		r.grow(index, function.Get("arguments"), event)
	}
}

// messageEnd closes the message, or says that it failed.
func (r *cohereReader) messageEnd(event strictjson.Value) {
	delta := event.Get("delta")
	reason := delta.Get("finish_reason")
	if e := delta.Get("error"); isError(e) {
		r.Report(finding.StreamError, e)
	} else if reason.Is("ERROR") {
		r.Report(finding.StreamError, reason)
	}
	r.because(reason)
	r.end(event)
}

// Starts implements [Reader].
func (r *cohereReader) Starts(event strictjson.Value) bool {
	return r.stopped && event.Get("type").Is("message-start")
}
