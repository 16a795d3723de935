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
// its own.
func (r *bedrockReader) Observe(event strictjson.Value) {
	for body := event.First(); body.Exists(); body = event.After(body) {
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
			r.because(body.Get("stopReason"))
			r.end(body)
		default:
			if strings.HasSuffix(name, "Exception") {
				r.Report(finding.StreamError, event) // the name may be anything: it is not for the path
			}
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
	if index, ok := r.index(body, "contentBlockIndex"); ok {
		r.start(index, isCall, use.Get("toolUseId"), use.Get("name"), body)
	}
}

// blockDelta reads a delta of a block. One that can't be read may be arguments
// that went missing: without them the rest could parse.
func (r *bedrockReader) blockDelta(body strictjson.Value) {
	delta := body.Get("delta")
	use := delta.Get("toolUse")
	if delta.Kind() != strictjson.Object || use.Given() && use.Kind() != strictjson.Object {
		r.Report(finding.InvalidContentBlock, body, "delta")
		return
	}
	if !use.Given() {
		return
	}
	if index, ok := r.index(body, "contentBlockIndex"); ok {
		r.grow(index, use.Get("input"), body)
	}
}

// Starts implements [Reader].
func (r *bedrockReader) Starts(event strictjson.Value) bool {
	return r.stopped && event.Get("messageStart").Exists()
}
