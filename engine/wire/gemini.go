package wire

import (
	"slices"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// gemini is Google's generateContent: candidates with parts, of which some are
// whole calls. Nothing on the wire numbers the calls; their order is their slot.
// Vertex can also stream the arguments of one call at a time (partial.go).
var gemini = &Format{
	Name:      "gemini",
	Traits:    assembly.Traits{List: "chunks", EmptyIsObject: true, IDOptional: true},
	Terminals: []string{"STOP"},
	Describe: Description{
		Title:     "Gemini generateContent, Vertex partial arguments",
		Slot:      "candidate `index`, and the order of its calls",
		Identity:  "`functionCall.name`; `id` if there is one",
		Arguments: "one object, or values at paths",
		Terminal:  "`finishReason: STOP` of the candidate",
		Empty:     "`{}`",
		NotGated:  "`toolCall`, `executableCode`",
	},
	Shown: Shown{
		Words: []string{
			"type", "modelVersion", "createTime", "usageMetadata.**", "promptFeedback.blockReason", "error.code", "error.status",
			"candidates.#.index", "candidates.#.finishReason", "candidates.#.content.role",
			"candidates.#.content.parts.#.functionCall.name",
			"candidates.#.content.parts.#.functionCall.partialArgs.#.jsonPath",
			"candidates.#.content.parts.#.functionCall.partialArgs.#.nullValue",
		},
		IDs: []string{"responseId", "candidates.#.content.parts.#.functionCall.id"},
	},
	Recognise: func(delta strictjson.Value) bool {
		return delta.Get("candidates").Kind() == strictjson.Array ||
			delta.Get("promptFeedback").Kind() == strictjson.Object ||
			delta.Get("usageMetadata").Kind() == strictjson.Object
	},
	Open: func(a *assembly.Assembly, p Policy) Reader {
		return &geminiReader{Assembly: a, policy: p, candidates: map[int64]*candidate{}}
	},
}

// attempts are the reasons that say that a call was meant, though none came.
var attempts = []string{"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"}

// A candidate is one of several alternative answers.
type candidate struct {
	scope  assembly.Scope
	calls  int64
	open   *partial // the call whose arguments are being streamed
	reason string   // why it ended, as JSON text
}

type geminiReader struct {
	*assembly.Assembly
	policy     Policy
	candidates map[int64]*candidate
	id         string // of the response
	blocked    bool   // the prompt was: there are to be no calls
}

// Observe implements [Reader].
func (r *geminiReader) Observe(chunk strictjson.Value) {
	if e := chunk.Get("error"); isError(e) {
		r.Report(finding.StreamError, e)
		return
	}
	if id := chunk.Get("responseId"); r.id == "" {
		r.id = id.Text()
	}
	list := chunk.Get("candidates")
	switch {
	case list.Kind() == strictjson.Array:
		r.list(list, chunk.Get("usageMetadata").Given())
	case list.Given() || !bookkeepingOnly(chunk):
		r.Report(finding.InvalidChunk, chunk)
	}
	r.feedback(chunk.Get("promptFeedback").Get("blockReason"))
}

// bookkeepingOnly reports whether a chunk without candidates is a normal one.
func bookkeepingOnly(chunk strictjson.Value) bool {
	return gemini.Recognise(chunk) || chunk.Get("responseId").Given() || chunk.Get("modelVersion").Given()
}

// list reads the candidates of a chunk. One without an index is the first: JSON
// made from protocol buffers leaves out 0.
func (r *geminiReader) list(list strictjson.Value, usage bool) {
	seen := map[int64]bool{}
	for body := list.First(); body.Exists(); body = list.After(body) {
		number, ok := int64(0), true
		index := body.Get("index")
		if index.Given() {
			number, ok = index.Index()
		}
		switch {
		case body.Kind() != strictjson.Object:
			r.Report(finding.InvalidChoice, body)
		case !ok || seen[number]:
			r.Report(finding.InvalidSlot, body, "index")
		default:
			seen[number] = true
			r.read(r.candidate(number), body, usage)
		}
	}
}

func (r *geminiReader) candidate(number int64) *candidate {
	c := r.candidates[number]
	if c == nil {
		c = &candidate{scope: assembly.Scope{Kind: "candidate", Number: number}}
		r.candidates[number] = c
	}
	return c
}

func (r *geminiReader) read(c *candidate, body strictjson.Value, usage bool) {
	called := r.parts(c, body.Get("content"))
	r.finish(c, body.Get("finishReason"), usage && !called)
}

// feedback reads that the prompt was blocked. It vetoes calls that came before.
func (r *geminiReader) feedback(reason strictjson.Value) {
	if !reason.Given() || reason.Is("") {
		return
	}
	r.blocked = true
	if !r.Empty() {
		r.Report(finding.WrongTerminalReason, reason)
	}
}

// parts reads the calls of a candidate and reports whether there are any.
func (r *geminiReader) parts(c *candidate, content strictjson.Value) (called bool) {
	parts := content.Get("parts")
	if content.Given() && content.Kind() != strictjson.Object || parts.Given() && parts.Kind() != strictjson.Array {
		r.Report(finding.InvalidDelta, content)
		return false
	}
	for part := parts.First(); part.Exists(); part = parts.After(part) {
		if part.Kind() != strictjson.Object {
			r.Report(finding.InvalidContentBlock, part)
			continue
		}
		call := part.Get("functionCall")
		if part.Get("function_call").Given() { // what Python's SDK calls it: not the wire's word
			r.Claim()
			r.Report(finding.InvalidContentBlock, part)
			continue
		}
		if !call.Given() {
			continue // text, thoughts, and what the provider runs itself
		}
		called = true
		r.Claim()
		if call.Kind() == strictjson.Object {
			r.call(c, call)
		} else {
			r.Report(finding.InvalidFunctionDelta, call)
		}
	}
	return called
}

// call reads a whole call, or goes on with one whose arguments are streamed. Only
// without a name it can be meant to go on.
func (r *geminiReader) call(c *candidate, call strictjson.Value) {
	if name := call.Get("name"); c.open != nil && (!name.Given() || name.Is("")) {
		c.open.slot.Identify(call.Get("id"), strictjson.Value{}, call)
		r.stream(c, call)
		return
	}
	if c.open != nil {
		c.open.slot.Report(finding.OverlappingBlocks, call)
		c.open = nil
	}
	slot := r.Slot(c.scope, c.calls, call)
	c.calls++
	if slot == nil {
		return
	}
	if c.reason != "" || r.blocked {
		slot.Report(finding.DeltaAfterTerminal, call)
	}
	slot.Identify(call.Get("id"), call.Get("name"), call)
	if more, ok := goesOn(call); more || !ok || call.Get("partialArgs").Given() {
		c.open = &partial{slot: slot}
		r.stream(c, call)
	} else if args := call.Get("args"); args.Given() {
		slot.AppendRaw(args)
	}
}

// stream reads what a chunk adds to the open call. The first chunk that does not
// promise another ends it.
func (r *geminiReader) stream(c *candidate, call strictjson.Value) {
	c.open.read(call.Get("partialArgs"))
	if args := call.Get("args"); args.Given() {
		c.open.reject(args)
	}
	more, ok := goesOn(call)
	if !ok {
		c.open.slot.Report(finding.InvalidFunctionDelta, call, "willContinue")
	}
	if !more {
		c.open.end(call)
		c.open = nil
	}
}

// finish ends a candidate. bookkeeping says that the chunk carries the usage and
// no call.
func (r *geminiReader) finish(c *candidate, reason strictjson.Value, bookkeeping bool) {
	if !reason.Given() || reason.Is("") {
		return
	}
	before := c.reason
	c.reason = string(reason.Raw())
	if !r.HasCalls(c.scope) {
		if slices.ContainsFunc(attempts, reason.Is) {
			r.Claim()
			r.Report(finding.WrongTerminalReason, reason)
		}
		return
	}
	same := before == c.reason
	if same && bookkeeping {
		r.Report(finding.UsageRepeat, reason)
		return
	}
	released := accepts(r.policy, reason)
	if !released {
		r.Report(finding.WrongTerminalReason, reason)
	}
	if before != "" && (!same || !r.policy.RepeatedTerminal) {
		r.Report(finding.DuplicateTerminal, reason)
	}
	if c.open != nil {
		c.open.slot.Report(finding.MissingTerminal, reason)
		c.open = nil
	}
	r.Stop(c.scope, released)
}

// Starts implements [Reader]: a candidate under the id of another response
// belongs to that one. Calls of this one that have not ended never will.
func (r *geminiReader) Starts(chunk strictjson.Value) bool {
	id := chunk.Get("responseId")
	return r.id != "" && id.Kind() == strictjson.String && !id.Is("") && !id.Is(r.id) && chunk.Get("candidates").Len() > 0
}

// Finish implements [Reader]: the end of a candidate is all that there is.
func (r *geminiReader) Finish() {}
