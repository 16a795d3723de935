package wire

import (
	"slices"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// anthropic is Messages: content blocks under an index, inside a message. A
// recording of the block events alone is complete; one with message_start needs
// its end too.
var anthropic = &Format{
	Name:      "anthropic",
	Traits:    assembly.Traits{List: "events", EmptyIsObject: true},
	Terminals: []string{"tool_use"},
	Describe: Description{
		Title:     "Anthropic Messages",
		Slot:      "`index` of the content block",
		Identity:  "`id` and `name` in `content_block_start`",
		Arguments: "text; whole in the start for programmatic calls",
		Terminal:  "`content_block_stop`; `message_delta` with `stop_reason: tool_use` and `message_stop` once `message_start` was seen",
		Empty:     "`{}`",
		NotGated:  "`server_tool_use`, `mcp_tool_use` and their results",
	},
	Shown: Shown{
		Words: []string{
			"type", "index", "content_block.type", "content_block.name", "content_block.caller.type",
			"delta.type", "delta.stop_reason", "usage.**", "error.type",
			"message.type", "message.role", "message.model", "message.stop_reason", "message.usage.**",
			"message.content.#.type", "message.content.#.name", "message.content.#.caller.type",
		},
		IDs: []string{
			"request_id", "message.id", "content_block.id", "content_block.tool_use_id", "content_block.caller.tool_id",
			"message.content.#.id", "message.content.#.tool_use_id", "message.content.#.caller.tool_id",
		},
	},
	Recognise: func(delta strictjson.Value) bool {
		return slices.ContainsFunc(anthropicEvents, delta.Get("type").Is)
	},
	Open: func(a *assembly.Assembly, p Policy) Reader {
		r := &anthropicReader{newMessage(a, p, assembly.ContentBlocks, "tool_use")}
		r.sequential, r.alone = true, true
		return r
	},
}

var anthropicEvents = []string{
	"message_start", "content_block_start", "content_block_delta", "content_block_stop",
	"message_delta", "message_stop", "ping",
}

type anthropicReader struct{ message }

// Observe implements [Reader]. Unknown types of event are to be tolerated, the
// provider says.
func (r *anthropicReader) Observe(event strictjson.Value) {
	r.effect = Effect{}
	kind := event.Get("type")
	if kind.Kind() != strictjson.String {
		r.Report(finding.InvalidEvent, event)
		return
	}
	switch kind.Text() {
	case "message_start":
		r.messageStart(event)
	case "content_block_start":
		r.blockStart(event)
	case "content_block_delta":
		r.effect.Known = true
		r.blockDelta(event)
	case "content_block_stop":
		if index, ok := r.index(event, "index"); ok {
			r.stop(index, event)
		}
	case "message_delta":
		r.because(event.Get("delta").Get("stop_reason"))
	case "message_stop":
		r.end(event)
	case "error":
		r.Report(finding.StreamError, event)
	}
}

// messageStart opens the frame. Follow-ups of programmatic calls bring whole
// calls, and the stop_reason, in the message itself.
func (r *anthropicReader) messageStart(event strictjson.Value) {
	if !r.begin(event) {
		return
	}
	content := event.Get("message").Get("content")
	switch {
	case content.Kind() == strictjson.Array:
		r.whole(content)
	case content.Given():
		r.Report(finding.InvalidContentBlock, content)
	}
	r.because(event.Get("message").Get("stop_reason"))
}

// whole reads blocks that came with the message, as complete as they are.
func (r *anthropicReader) whole(content strictjson.Value) {
	index := int64(0)
	for b := content.First(); b.Exists(); b = content.After(b) {
		if b.Get("type").Kind() != strictjson.String {
			r.Report(finding.InvalidContentBlock, b)
		}
		r.content(index, b, b)
		r.stop(index, b)
		index++
	}
}

func (r *anthropicReader) blockStart(event strictjson.Value) {
	content := event.Get("content_block")
	if content.Get("type").Is("tool_use") {
		r.Claim()
	}
	index, ok := r.index(event, "index")
	switch {
	case !ok:
	case content.Get("type").Kind() != strictjson.String:
		r.Report(finding.InvalidContentBlock, event)
	default:
		r.content(index, content, event)
	}
}

// content opens a block. Blocks other than tool_use are no calls of the client's:
// text, thinking, and tools that the provider runs itself.
func (r *anthropicReader) content(index int64, content, at strictjson.Value) {
	b := r.start(index, content.Get("type").Is("tool_use"), content.Get("id"), content.Get("name"), at)
	if b == nil {
		b = r.blocks[index]
	}
	if b.slot != nil {
		r.input(b, content)
	} else {
		b.text = slices.ContainsFunc(withoutInput, content.Get("type").Is)
		r.ProviderRuns(content.Get("id"))
	}
}

// withoutInput are the kinds of block that are the model's own words.
var withoutInput = []string{"text", "thinking", "redacted_thinking"}

// input reads the arguments that came with the start. Only a programmatic call
// may have them there; then they are whole.
func (r *anthropicReader) input(b *block, content strictjson.Value) {
	input := content.Get("input")
	if !input.Given() || input.Kind() == strictjson.Object && input.Len() == 0 {
		return
	}
	caller := content.Get("caller").Get("type")
	if caller.Exists() && !caller.Is("direct") {
		b.full = true
		b.slot.AppendRaw(input)
		return
	}
	b.slot.Report(finding.UnsupportedInitial, content, "input")
}

// blockDelta reads a delta of a block. One that can't be read, and one of another
// kind on a call, may be arguments that went missing: without them the rest could
// parse.
func (r *anthropicReader) blockDelta(event strictjson.Value) {
	delta := event.Get("delta")
	kind := delta.Get("type")
	if kind.Kind() != strictjson.String {
		r.Report(finding.InvalidContentBlock, event, "delta")
		return
	}
	if kind.Is("input_json_delta") {
		if index, ok := r.index(event, "index"); ok {
			r.grow(index, delta.Get("partial_json"), event)
		} else {
			r.Claim()
		}
		return
	}
	index, ok := event.Get("index").Index()
	if b := r.blocks[index]; ok && b != nil && b.slot != nil {
		b.slot.Report(finding.InvalidContentBlock, event, "delta")
	}
}

// Starts implements [Reader].
func (r *anthropicReader) Starts(event strictjson.Value) bool {
	return r.stopped && event.Get("type").Is("message_start")
}
