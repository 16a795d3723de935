package wire

import (
	"slices"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// anthropic is Messages: content blocks that start, grow and stop under an
// index, inside a message that starts and stops. A recording of the block
// events alone is complete; one with the message's start needs its end too.
var anthropic = &Format{
	Name:      "anthropic",
	Traits:    assembly.Traits{List: "events", EmptyIsObject: true},
	Terminals: []string{"tool_use"},
	Recognise: func(delta strictjson.Value) bool {
		return slices.ContainsFunc(anthropicEvents, delta.Get("type").Is)
	},
	Open: func(a *assembly.Assembly, p Policy) Reader {
		return &anthropicReader{Assembly: a, policy: p, blocks: map[int64]*block{}}
	},
}

var anthropicEvents = []string{
	"message_start", "content_block_start", "content_block_delta", "content_block_stop",
	"message_delta", "message_stop", "ping",
}

// A block is a content block that was started.
type block struct {
	slot *assembly.Slot // nil if the block is no client's call
	open bool
	full bool // the input came whole with the start: no delta may follow
}

type anthropicReader struct {
	*assembly.Assembly
	policy  Policy
	blocks  map[int64]*block
	started bool   // message_start was seen
	stopped bool   // message_stop was seen
	reason  string // the stop_reason, as JSON text
}

// Observe implements [Reader]. Unknown types of event are to be tolerated, the
// provider says.
func (r *anthropicReader) Observe(event strictjson.Value) {
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
		r.blockDelta(event)
	case "content_block_stop":
		r.blockStop(event)
	case "message_delta":
		r.stopReason(event.Get("delta").Get("stop_reason"))
	case "message_stop":
		r.messageStop(event)
	case "error":
		r.Report(finding.StreamError, event)
	}
}

// messageStart opens the frame. Follow-ups of programmatic calls bring whole
// calls, and the stop_reason, in the message itself.
func (r *anthropicReader) messageStart(event strictjson.Value) {
	if r.started {
		r.Report(finding.DuplicateStart, event)
		return
	}
	r.started = true
	message := event.Get("message")
	content := message.Get("content")
	index := int64(0)
	for b := content.First(); b.Exists(); b = content.After(b) {
		r.start(index, b, b)
		if known := r.blocks[index]; known != nil && known.open {
			r.stop(known, b)
		}
		index++
	}
	r.stopReason(message.Get("stop_reason"))
}

func (r *anthropicReader) blockStart(event strictjson.Value) {
	content := event.Get("content_block")
	if content.Get("type").Is("tool_use") {
		r.Claim()
	}
	index, ok := r.index(event)
	if !ok {
		return
	}
	if content.Kind() != strictjson.Object {
		r.Report(finding.InvalidContentBlock, event)
		return
	}
	if known := r.blocks[index]; known != nil {
		r.restart(known, event, content)
		return
	}
	if r.started && r.anyOpen() {
		r.Report(finding.OverlappingBlocks, event)
	}
	r.start(index, content, event)
}

func (r *anthropicReader) anyOpen() bool {
	for _, b := range r.blocks {
		if b.open {
			return true
		}
	}
	return false
}

// restart is a second block under the index of an earlier one.
func (r *anthropicReader) restart(known *block, event, content strictjson.Value) {
	isCall := content.Get("type").Is("tool_use")
	switch {
	case known.slot == nil && !isCall:
		r.Report(finding.DuplicateStart, event)
	case known.slot == nil || !isCall:
		r.Report(finding.IdentityCollision, event)
	default:
		known.slot.Report(finding.DuplicateStart, event)
		known.slot.Identify(content.Get("id"), content.Get("name"), event)
		r.input(known, content)
	}
}

// start opens a block. Blocks other than tool_use are no calls of the client's:
// text, thinking, and tools that the provider runs itself.
func (r *anthropicReader) start(index int64, content, at strictjson.Value) {
	b := &block{open: true}
	r.blocks[index] = b
	if !content.Get("type").Is("tool_use") {
		return
	}
	if b.slot = r.Slot(assembly.ContentBlocks, index, at); b.slot == nil {
		return
	}
	b.slot.Identify(content.Get("id"), content.Get("name"), at)
	r.input(b, content)
}

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

func (r *anthropicReader) blockDelta(event strictjson.Value) {
	delta := event.Get("delta")
	if !delta.Get("type").Is("input_json_delta") {
		return
	}
	index, ok := r.index(event)
	if !ok {
		return
	}
	b := r.blocks[index]
	switch {
	case b == nil:
		r.orphan(index, event)
	case b.slot == nil:
		return // the input of a tool that the provider runs
	}
	if b = r.blocks[index]; b == nil || b.slot == nil {
		return
	}
	fragment := delta.Get("partial_json")
	if b.full && !fragment.Is("") {
		b.slot.Report(finding.UnsupportedInitial, fragment)
		return
	}
	b.slot.Append(fragment)
}

// orphan makes a call of fragments that no start announced.
func (r *anthropicReader) orphan(index int64, event strictjson.Value) {
	slot := r.Slot(assembly.ContentBlocks, index, event)
	if slot == nil {
		return
	}
	slot.Report(finding.DeltaBeforeStart, event)
	r.blocks[index] = &block{slot: slot, open: true}
}

func (r *anthropicReader) blockStop(event strictjson.Value) {
	index, ok := r.index(event)
	if !ok {
		return
	}
	if b := r.blocks[index]; b != nil {
		r.stop(b, event)
	}
}

func (r *anthropicReader) stop(b *block, at strictjson.Value) {
	b.open = false
	if b.slot != nil {
		b.slot.Stop(at)
	}
}

// stopReason judges why the message ends. Several message_delta events are
// allowed, as long as they agree.
func (r *anthropicReader) stopReason(reason strictjson.Value) {
	if !reason.Given() {
		return
	}
	if r.reason != "" && r.reason != string(reason.Raw()) {
		r.Report(finding.DuplicateTerminal, reason)
	}
	repeated := r.reason == string(reason.Raw())
	r.reason = string(reason.Raw())
	released := slices.ContainsFunc(r.policy.Terminals, reason.Is)
	switch {
	case repeated:
	case r.Empty() && reason.Is("tool_use"):
		r.Report(finding.TerminalWithoutCall, reason)
	case !r.Empty() && !released:
		r.Report(finding.WrongTerminalReason, reason)
	}
}

func (r *anthropicReader) messageStop(event strictjson.Value) {
	if r.stopped {
		r.Report(finding.DuplicateTerminal, event)
	}
	r.stopped = true
}

// index returns the block's index and reports one that is none.
func (r *anthropicReader) index(event strictjson.Value) (int64, bool) {
	index, ok := event.Get("index").Index()
	if !ok {
		r.Report(finding.InvalidSlot, event, "index")
	}
	return index, ok
}

// Starts implements [Reader].
func (r *anthropicReader) Starts(event strictjson.Value) bool {
	return r.stopped && event.Get("type").Is("message_start")
}

// Finish implements [Reader]: a message that was started must stop, and say why
// if it carries calls. A call that never stopped says so itself.
func (r *anthropicReader) Finish() {
	if r.started && r.AllStopped() && (!r.stopped || r.reason == "" && !r.Empty()) {
		r.ReportTurn(finding.MissingTerminal)
	}
}
