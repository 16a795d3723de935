package wire

import (
	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// chat reads Chat Completions chunks: choices that carry list elements of calls
// and end, all at once, with a finish_reason.
type chat struct {
	*assembly.Assembly
	policy  Policy
	calls   callReader
	choices choices
	id      string // the chunks' id, as long as it stays the same
	varies  bool   // it did not stay the same
	effect  Effect // of the chunk
}

// A callReader reads one element of tool_calls, the format's own part.
type callReader interface {
	readCall(scope assembly.Scope, position int, call strictjson.Value)
}

// Effect implements [Repeater].
func (c *chat) Effect() Effect { return c.effect }

// recogniseChat accepts chunks with a list of choices.
func recogniseChat(delta strictjson.Value) bool {
	return delta.Get("choices").Kind() == strictjson.Array
}

// shownChat are the places of a chunk that hold no content.
var shownChat = Shown{
	Words: []string{
		"type", "object", "created", "model", "service_tier", "system_fingerprint", "provider",
		"choices.#.index", "choices.#.finish_reason", "choices.#.native_finish_reason",
		"choices.#.delta.role", "choices.#.delta.function_call.name",
		"choices.#.delta.tool_calls.#.index", "choices.#.delta.tool_calls.#.type", "choices.#.delta.tool_calls.#.*.name",
		"usage.**", "error.type", "error.code",
	},
	IDs: []string{"id", "choices.#.delta.tool_calls.#.id"},
}

// Observe implements [Reader].
func (c *chat) Observe(chunk strictjson.Value) {
	c.effect = Effect{Known: true}
	failed := c.observeError(chunk)
	choices := chunk.Get("choices")
	usage := chunk.Get("usage").Kind() == strictjson.Object
	if choices.Kind() != strictjson.Array {
		bookkeeping := usage && !choices.Given() && !c.Consequences()
		if !failed && !bookkeeping {
			c.Report(finding.InvalidChunk, chunk)
		}
		return
	}
	c.noteID(chunk.Get("id"))
	position := int64(0)
	for choice := choices.First(); choice.Exists(); choice = choices.After(choice) {
		c.choice(choice, position, usage)
		position++
	}
}

// observeError reports an error that came instead of, or beside, choices.
func (c *chat) observeError(chunk strictjson.Value) bool {
	if e := chunk.Get("error"); isError(e) {
		c.Report(finding.StreamError, e)
		return true
	}
	if e := chunk.Get("object"); e.Is("error") {
		c.Report(finding.StreamError, e)
		return true
	}
	return false
}

func (c *chat) noteID(id strictjson.Value) {
	switch {
	case id.Kind() != strictjson.String || id.Is("") || id.Is(c.id):
	case c.id == "":
		c.id = id.Text()
	default:
		c.varies = true
	}
}

func (c *chat) choice(choice strictjson.Value, position int64, usage bool) {
	if choice.Kind() != strictjson.Object {
		c.Report(finding.InvalidChoice, choice)
		return
	}
	number := position
	if index := choice.Get("index"); !c.omitted(index) {
		var ok bool
		if number, ok = index.Index(); !ok {
			c.Report(finding.InvalidSlot, index)
			return
		}
	}
	c.choices.see(number)
	called := c.delta(assembly.Choice(number), choice)
	c.finish(number, choice.Get("finish_reason"), usage && !called)
}

// omitted reports whether a member was left out. SDKs that write out a chunk that
// they have parsed give it as null; to the conservative dialect null is a value.
func (c *chat) omitted(v strictjson.Value) bool {
	return !v.Exists() || v.Kind() == strictjson.Null && !c.Consequences()
}

// delta reads the calls of a choice and reports whether it has any.
func (c *chat) delta(scope assembly.Scope, choice strictjson.Value) (called bool) {
	delta := choice.Get("delta")
	if c.omitted(delta) {
		return false
	}
	if delta.Kind() != strictjson.Object {
		c.Report(finding.InvalidDelta, delta)
		return false
	}
	legacy := c.legacy(scope.Number, delta.Get("function_call"))
	calls := delta.Get("tool_calls")
	if !calls.Given() {
		return legacy
	}
	if calls.Kind() != strictjson.Array {
		c.misread(scope, finding.InvalidToolCalls, calls)
		return true
	}
	position := 0
	for call := calls.First(); call.Exists(); call = calls.After(call) {
		if call.Kind() == strictjson.Object {
			c.calls.readCall(scope, position, call)
		} else {
			c.misread(scope, finding.InvalidToolCall, call)
		}
		position++
	}
	return position > 0 || legacy
}

// functionCall is the scope of the one call of a choice that came before
// tool_calls were there: it has neither an index nor an id.
func functionCall(choice int64) assembly.Scope {
	return assembly.Scope{Kind: "function_call", Number: choice}
}

// legacy reads a function_call and reports whether there is one.
func (c *chat) legacy(choice int64, call strictjson.Value) bool {
	if !call.Given() {
		return false
	}
	scope := functionCall(choice)
	if call.Kind() != strictjson.Object {
		c.misread(scope, finding.InvalidFunctionDelta, call)
		return true
	}
	if slot := c.slot(scope, 0, call); slot != nil {
		slot.NoID()
		slot.Identify(strictjson.Value{}, call.Get("name"), call)
		c.append(slot, call.Get("arguments"))
	}
	return true
}

// append adds a fragment to the arguments of a call.
func (c *chat) append(slot *assembly.Slot, fragment strictjson.Value) {
	c.effect = c.effect.with(slot, fragment)
	slot.Append(fragment)
}

// misread reports a call that can't be told apart from others, or read at all.
func (c *chat) misread(scope assembly.Scope, id finding.ID, at strictjson.Value, member ...string) {
	c.Claim()
	c.choices.of(scope.Number).misread = true
	c.Report(id, at, member...)
}

// slot returns the slot of a call delta; one that is new although its choice
// has ended came too late.
func (c *chat) slot(scope assembly.Scope, index int64, call strictjson.Value) *assembly.Slot {
	known := c.Lookup(scope, index) != nil
	slot := c.Slot(scope, index, call)
	if c.choices.of(scope.Number).ended && !known && slot != nil {
		slot.Report(finding.DeltaAfterTerminal, call)
	}
	return slot
}

// function reads the part that names the function, and returns its arguments.
func (c *chat) function(slot *assembly.Slot, id, call strictjson.Value) (arguments strictjson.Value) {
	function := call.Get("function")
	if !c.omitted(function) && function.Kind() != strictjson.Object {
		slot.Report(finding.InvalidFunctionDelta, function)
	}
	slot.Identify(id, function.Get("name"), call)
	return function.Get("arguments")
}

// finish ends a choice. An absent, null or empty reason says nothing.
// bookkeeping says that the chunk carries the usage and no call.
func (c *chat) finish(number int64, reason strictjson.Value, bookkeeping bool) {
	if !reason.Given() || reason.Is("") {
		return
	}
	c.effect.Known = false
	scope := assembly.Choice(number)
	choice := c.choices.of(number)
	before, ended := choice.reason, choice.ended
	c.choices.end(choice, reason)
	list, legacy := c.HasCalls(scope), c.HasCalls(functionCall(number))
	if !list && !legacy {
		if (reason.Is("tool_calls") || reason.Is("function_call")) && !ended && (!choice.misread || c.Consequences()) {
			c.Report(finding.TerminalWithoutCall, reason)
		}
		return
	}
	released := c.releases(list, legacy, reason)
	same := ended && before == string(reason.Raw())
	if same && bookkeeping {
		c.Report(finding.UsageRepeat, reason)
		return
	}
	if !released {
		c.Report(finding.WrongTerminalReason, reason)
	}
	if ended && (!same || !c.policy.RepeatedTerminal) {
		c.Report(finding.DuplicateTerminal, reason)
	}
	c.Stop(scope, released)
	c.Stop(functionCall(number), released)
}

// releases reports whether a reason releases all calls of a choice. That of a list
// of calls says nothing of a legacy one, nor the other way round.
func (c *chat) releases(list, legacy bool, reason strictjson.Value) bool {
	switch {
	case reason.Is("function_call"):
		return !list
	case reason.Is("tool_calls") && legacy:
		return false
	}
	return accepts(c.policy, reason)
}

// Starts implements [Reader]: chunks under a new id, after all choices of the
// old one have ended, are another response.
func (c *chat) Starts(chunk strictjson.Value) bool {
	if !c.choices.over() || c.varies || c.id == "" {
		return false
	}
	id := chunk.Get("id")
	return id.Kind() == strictjson.String && !id.Is("") && !id.Is(c.id) && chunk.Get("choices").Len() > 0
}

// Finish implements [Reader]: the end of a choice is all that there is.
func (c *chat) Finish() {}
