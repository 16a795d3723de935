package wire

import (
	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// ollama is Ollama's own chat: lines with whole calls, and a last one that is
// done. Older servers give calls neither an id nor an index; then their order is
// their slot.
var ollama = &Format{
	Name:      "ollama",
	Traits:    assembly.Traits{List: "chunks", EmptyIsObject: true, IDOptional: true, Dense: true},
	Terminals: []string{"stop"},
	Describe: Description{
		Title:     "Ollama `/api/chat`",
		Slot:      "`function.index`; the order where no call has an index",
		Identity:  "`function.name`; `id` if there is one",
		Arguments: "one object",
		Terminal:  "`done: true` with `done_reason: stop`",
		Empty:     "`{}`",
		NotGated:  "none",
	},
	Shown: Shown{
		Words: []string{
			"type", "model", "created_at", "done_reason", "message.role",
			"message.tool_calls.#.type", "message.tool_calls.#.function.name", "message.tool_calls.#.function.index",
			"total_duration", "load_duration", "prompt_eval_count", "prompt_eval_duration", "eval_count", "eval_duration",
		},
		IDs: []string{"message.tool_calls.#.id"},
	},
	Recognise: func(delta strictjson.Value) bool {
		done := delta.Get("done").Kind()
		return (done == strictjson.True || done == strictjson.False) && delta.Get("message").Kind() == strictjson.Object
	},
	Open: func(a *assembly.Assembly, p Policy) Reader {
		return &ollamaReader{Assembly: a, policy: p}
	},
}

// lines is the scope of the calls of all lines of one answer.
var lines = assembly.Scope{Kind: "message", Number: -1}

type ollamaReader struct {
	*assembly.Assembly
	policy              Policy
	next                int64 // slot of a call without an index
	indexed, positional bool  // how calls were told apart so far
	done                bool
}

// Observe implements [Reader].
func (r *ollamaReader) Observe(line strictjson.Value) {
	if e := line.Get("error"); isError(e) {
		r.Report(finding.StreamError, e)
		return
	}
	message := line.Get("message")
	if message.Kind() != strictjson.Object {
		r.Report(finding.InvalidChunk, line)
		return
	}
	r.calls(message.Get("tool_calls"))
	if line.Get("done").Kind() == strictjson.True {
		r.finish(line)
	}
}

func (r *ollamaReader) calls(calls strictjson.Value) {
	if !calls.Given() {
		return
	}
	if calls.Kind() != strictjson.Array {
		r.Claim()
		r.Report(finding.InvalidToolCalls, calls)
		return
	}
	for call := calls.First(); call.Exists(); call = calls.After(call) {
		r.Claim()
		if call.Kind() == strictjson.Object {
			r.call(call)
		} else {
			r.Report(finding.InvalidToolCall, call)
		}
	}
}

// call reads one whole call.
func (r *ollamaReader) call(call strictjson.Value) {
	function := call.Get("function")
	if function.Kind() != strictjson.Object {
		r.Report(finding.InvalidFunctionDelta, call, "function")
		return
	}
	index, ok := r.index(function.Get("index"))
	if !ok {
		r.Report(finding.InvalidSlot, function, "index")
		return
	}
	known := r.Lookup(lines, index) != nil
	slot := r.Slot(lines, index, call)
	if slot == nil {
		return
	}
	switch {
	case known:
		slot.Report(finding.DuplicateStart, call)
	case r.done:
		slot.Report(finding.DeltaAfterTerminal, call)
	}
	slot.Identify(call.Get("id"), function.Get("name"), call)
	switch arguments := function.Get("arguments"); {
	case !arguments.Given():
	case arguments.Kind() == strictjson.Object:
		slot.AppendRaw(arguments)
	default:
		slot.Report(finding.InvalidArgumentsDelta, arguments)
	}
}

// index returns the slot of a call. A turn that mixes indices and order has no
// stable slots.
func (r *ollamaReader) index(index strictjson.Value) (int64, bool) {
	if !index.Given() {
		r.positional = true
		r.next++
		return r.next - 1, !r.indexed
	}
	r.indexed = true
	i, ok := index.Index()
	return i, ok && !r.positional
}

// finish ends the answer.
func (r *ollamaReader) finish(line strictjson.Value) {
	again := r.done
	r.done = true
	if r.Empty() {
		return
	}
	reason := line.Get("done_reason")
	released := accepts(r.policy, reason)
	if again {
		r.Report(finding.DuplicateTerminal, line, "done")
	}
	if !released {
		r.Report(finding.WrongTerminalReason, line, "done_reason")
	}
	r.Stop(lines, released)
}

// Starts implements [Reader]: nothing in a line tells one answer from the next.
func (r *ollamaReader) Starts(strictjson.Value) bool { return false }

// Finish implements [Reader]: calls that were not ended say so themselves.
func (r *ollamaReader) Finish() {}
