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
}

// Observe implements [Reader].
func (r *geminiReader) Observe(chunk strictjson.Value) {
	if e := chunk.Get("error"); e.Given() {
		r.Report(finding.StreamError, e)
		return
	}
	if id := chunk.Get("responseId"); r.id == "" && id.Given() {
		r.id = id.Text()
	}
	list := chunk.Get("candidates")
	if !list.Given() {
		if !gemini.Recognise(chunk) {
			r.Report(finding.InvalidChunk, chunk)
		}
		return
	}
	if list.Kind() != strictjson.Array {
		r.Report(finding.InvalidChunk, chunk)
		return
	}
	position := int64(0)
	for body := list.First(); body.Exists(); body = list.After(body) {
		r.candidate(body, position, chunk.Get("usageMetadata").Given())
		position++
	}
}

func (r *geminiReader) candidate(body strictjson.Value, position int64, usage bool) {
	if body.Kind() != strictjson.Object {
		r.Report(finding.InvalidChoice, body)
		return
	}
	number := position
	if index := body.Get("index"); index.Exists() {
		var ok bool
		if number, ok = index.Index(); !ok {
			r.Report(finding.InvalidSlot, index)
			return
		}
	}
	c := r.candidates[number]
	if c == nil {
		c = &candidate{scope: assembly.Scope{Kind: "candidate", Number: number}}
		r.candidates[number] = c
	}
	called := r.parts(c, body.Get("content"))
	r.finish(c, body.Get("finishReason"), usage && !called)
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

// call reads a whole call, or goes on with one whose arguments are streamed.
func (r *geminiReader) call(c *candidate, call strictjson.Value) {
	if c.open != nil && !call.Get("name").Given() {
		c.open.add(call.Get("partialArgs"))
		r.closeUnlessContinued(c, call)
		return
	}
	if c.open != nil {
		r.Report(finding.OverlappingBlocks, call)
		c.open.close()
		c.open = nil
	}
	slot := r.Slot(c.scope, c.calls, call)
	c.calls++
	if slot == nil {
		return
	}
	if c.reason != "" {
		slot.Report(finding.DeltaAfterTerminal, call)
	}
	slot.Identify(call.Get("id"), call.Get("name"), call)
	if args := call.Get("args"); args.Given() {
		slot.AppendRaw(args)
	}
	partials := call.Get("partialArgs")
	if partials.Given() || call.Get("willContinue").Kind() == strictjson.True {
		c.open = &partial{slot: slot}
		c.open.add(partials)
		r.closeUnlessContinued(c, call)
	}
}

// closeUnlessContinued ends a streamed call with the first chunk that does not
// promise another.
func (r *geminiReader) closeUnlessContinued(c *candidate, call strictjson.Value) {
	if call.Get("willContinue").Kind() != strictjson.True {
		c.open.close()
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
		c.open.close()
		c.open = nil
		r.Report(finding.MissingTerminal, reason)
	}
	r.Stop(c.scope, released)
}

// Starts implements [Reader]: chunks under another id, after all candidates of
// this one have ended, are another response.
func (r *geminiReader) Starts(chunk strictjson.Value) bool {
	id := chunk.Get("responseId")
	if r.id == "" || !id.Given() || id.Is(r.id) || len(r.candidates) == 0 || chunk.Get("candidates").Len() == 0 {
		return false
	}
	for _, c := range r.candidates {
		if c.reason == "" {
			return false
		}
	}
	return true
}

// Finish implements [Reader]: what was streamed of an open call is what it is.
func (r *geminiReader) Finish() {
	for _, c := range r.candidates {
		if c.open != nil {
			c.open.close()
		}
	}
}
