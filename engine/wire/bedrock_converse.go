package wire

import (
	"slices"
	"strings"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// bedrockConverse is Amazon Bedrock's ConverseStream: events named by their only
// member, content blocks under an index. Text blocks start without an event.
var bedrockConverse = &Format{
	Name:      "bedrock_converse",
	Traits:    assembly.Traits{List: "events", EmptyIsObject: true},
	Terminals: []string{"tool_use"},
	Describe: Description{
		Title:     "Amazon Bedrock ConverseStream",
		Slot:      "`contentBlockIndex`",
		Identity:  "`toolUseId` and `name` in `contentBlockStart`",
		Arguments: "text",
		Terminal:  "`contentBlockStop`, and `messageStop` with `stopReason: tool_use`",
		Empty:     "`{}`",
		NotGated:  "`server_tool_use`, tool results",
	},
	Shown: Shown{
		Words: []string{
			"type", "messageStart.role",
			"contentBlockStart.contentBlockIndex", "contentBlockDelta.contentBlockIndex", "contentBlockStop.contentBlockIndex",
			"contentBlockStart.start.*.name", "contentBlockStart.start.*.type",
			"messageStop.stopReason", "metadata.usage.**", "metadata.metrics.**",
		},
		IDs: []string{"contentBlockStart.start.*.toolUseId"},
	},
	Recognise: func(delta strictjson.Value) bool {
		return slices.ContainsFunc(converseEvents, func(name string) bool { return delta.Get(name).Kind() == strictjson.Object })
	},
	Open: func(a *assembly.Assembly, p Policy) Reader {
		r := &bedrockReader{newMessage(a, p, assembly.ContentBlocks, "tool_use")}
		r.sequential = true
		return r
	},
}

var converseEvents = []string{"messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop"}

type bedrockReader struct{ message }

// Observe implements [Reader]. An event may have members of the transport beside
// its own, and a null for each event that it is not.
func (r *bedrockReader) Observe(event strictjson.Value) {
	r.effect = Effect{Known: event.Len() == 1 && event.Get("contentBlockDelta").Given()}
	for body := event.First(); body.Exists(); body = event.After(body) {
		if body.Given() {
			r.observe(event, body)
		}
	}
}

func (r *bedrockReader) observe(event, body strictjson.Value) {
	switch name := string(event.Name(body)); name {
	case "messageStart":
		r.begin(body)
	case "contentBlockStart":
		r.blockStart(body)
	case "contentBlockDelta":
		r.blockDelta(body)
	case "contentBlockStop":
		if index, ok := r.index(body, "contentBlockIndex"); ok {
			r.stop(index, body)
		}
	case "messageStop":
		r.messageStop(body)
	default:
		if strings.HasSuffix(name, "Exception") {
			r.Report(finding.StreamError, event) // the name may be anything: it is not for the path
		}
	}
}

// blockStart opens a block. The provider's own tools and the results of tools
// are no calls of the client's.
func (r *bedrockReader) blockStart(body strictjson.Value) {
	use := body.Get("start").Get("toolUse")
	isCall := use.Given() && !use.Get("type").Is("server_tool_use")
	if isCall {
		r.Claim()
	}
	if body.Get("start").Kind() != strictjson.Object || isCall && use.Kind() != strictjson.Object {
		r.Report(finding.InvalidContentBlock, body)
		return
	}
	if !isCall {
		r.ProviderRuns(use.Get("toolUseId"))
	}
	if index, ok := r.index(body, "contentBlockIndex"); ok {
		r.input(r.start(index, isCall, use.Get("toolUseId"), use.Get("name"), body), use)
	}
}

// input reads what came with the start of a block. Arguments come in deltas.
func (r *bedrockReader) input(b *block, use strictjson.Value) {
	if b == nil {
		return
	}
	b.text = !use.Given()
	input := use.Get("input")
	if b.slot != nil && input.Given() && !input.Is("") && (input.Kind() != strictjson.Object || input.Len() > 0) {
		b.slot.Report(finding.UnsupportedInitial, use, "input")
	}
}

// blockDelta reads a delta of a block. One that can't be read may be arguments
// that went missing: without them the rest could parse.
func (r *bedrockReader) blockDelta(body strictjson.Value) {
	delta := body.Get("delta")
	use := delta.Get("toolUse")
	switch {
	case delta.Kind() != strictjson.Object || use.Given() && use.Kind() != strictjson.Object:
		r.Report(finding.InvalidContentBlock, body, "delta")
	case use.Given():
		if index, ok := r.index(body, "contentBlockIndex"); ok {
			r.grow(index, use.Get("input"), body)
		}
	case delta.Len() > 0:
		r.other(body)
	}
}

// other reads a delta that is no part of a call. It starts a block of its kind,
// where there is none yet, and does not belong into a call.
func (r *bedrockReader) other(body strictjson.Value) {
	index, ok := body.Get("contentBlockIndex").Index()
	if !ok {
		return
	}
	switch b := r.blocks[index]; {
	case b == nil:
		r.blocks[index] = &block{text: true}
	case b.slot != nil:
		b.slot.Report(finding.InvalidContentBlock, body, "delta")
	}
}

// messageStop ends the message. A call that the provider could not make is no
// call, but there was meant to be one.
func (r *bedrockReader) messageStop(body strictjson.Value) {
	reason := body.Get("stopReason")
	if r.Empty() && reason.Is("malformed_tool_use") {
		r.Claim()
		r.Report(finding.WrongTerminalReason, reason)
	}
	r.because(reason)
	r.end(body)
}

// Starts implements [Reader].
func (r *bedrockReader) Starts(event strictjson.Value) bool {
	return r.stopped && event.Get("messageStart").Given()
}
