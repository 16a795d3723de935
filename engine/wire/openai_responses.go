package wire

import (
	"strings"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// openAIResponses is OpenAI's Responses: output items under an index, which may
// interleave. The arguments of a call may come up to four times: in deltas, when
// they are done, when the item is done, and in the response that ends the turn.
// Servers leave out any of these; those that come must agree. Only
// response.completed releases calls; the status of an item is no evidence.
var openAIResponses = &Format{
	Name:      "openai_responses",
	Traits:    assembly.Traits{List: "events"},
	Terminals: []string{"completed"},
	Describe: Description{
		Title:     "OpenAI Responses",
		Slot:      "`output_index`",
		Identity:  "`call_id` and `name` of the item",
		Arguments: "text in deltas, and whole up to three times; all that come must agree",
		Terminal:  "`response.completed` with status `completed`",
		Empty:     "an error",
		NotGated:  "`mcp_call`, `web_search_call`, `code_interpreter_call` and the like",
	},
	Shown: Shown{
		Words: []string{
			"type", "sequence_number", "output_index", "content_index", "summary_index", "code", "error.type", "error.code",
			"item.type", "item.status", "item.role", "item.name", "item.execution", "item.environment.type", "part.type",
			"response.object", "response.status", "response.model", "response.created_at", "response.usage.**",
			"response.incomplete_details.reason", "response.error.code",
			"response.output.#.type", "response.output.#.status", "response.output.#.role", "response.output.#.name",
			"response.output.#.execution", "response.output.#.environment.type",
		},
		IDs: []string{
			"item_id", "item.id", "item.call_id", "response.id", "response.previous_response_id",
			"response.output.#.id", "response.output.#.call_id",
		},
	},
	Recognise: recogniseResponses,
	Open: func(a *assembly.Assembly, p Policy) Reader {
		return &responsesReader{Assembly: a, policy: p, items: map[int64]*item{}, ids: map[string]*item{}}
	},
}

// recogniseResponses accepts events that say where in which response they belong. Agents
// that stream whole items as their own output borrow the types and say neither.
func recogniseResponses(delta strictjson.Value) bool {
	return strings.HasPrefix(delta.Get("type").Text(), "response.") &&
		(delta.Get("response").Kind() == strictjson.Object || delta.Get("output_index").Given() || delta.Get("sequence_number").Given())
}

// outputs is the scope of the items of one response.
var outputs = assembly.Scope{Kind: "output", Number: -1}

type responsesReader struct {
	*assembly.Assembly
	policy         Policy
	items          map[int64]*item
	ids            map[string]*item // by the id that an item was added with
	calls          []*item          // those with a slot, as they came
	started, ended bool
	effect         Effect // of the event that was read last
}

// Effect implements [Repeater].
func (r *responsesReader) Effect() Effect { return r.effect }

// Observe implements [Reader]. Types of event that carry no call are passed over.
func (r *responsesReader) Observe(event strictjson.Value) {
	r.effect = Effect{}
	kind := event.Get("type")
	if kind.Kind() != strictjson.String {
		r.Report(finding.InvalidEvent, event)
		return
	}
	switch kind.Text() {
	case "response.created":
		if r.started {
			r.Report(finding.DuplicateStart, event)
		}
		r.started = true
	case "response.output_item.added", "response.output_item.done":
		r.item(event)
	case "response.function_call_arguments.delta":
		r.effect.Known = true
		if i := r.known(event); i != nil {
			r.delta(i, event.Get("delta"))
		}
	case "response.function_call_arguments.done":
		if i := r.known(event); i != nil {
			r.wholeArguments(i, event.Get("arguments"))
		}
	case "response.completed", "response.incomplete", "response.cancelled":
		r.end(event)
	case "response.failed", "error":
		r.ended = true
		r.Report(finding.StreamError, event)
	default:
		r.effect.Known = true
	}
}

// delta adds a fragment; none may follow the whole.
func (r *responsesReader) delta(i *item, fragment strictjson.Value) {
	if i.whole {
		i.slot.Report(finding.DeltaAfterTerminal, fragment)
		return
	}
	r.effect = r.effect.with(i.slot, fragment)
	i.slot.Append(fragment)
}

// wholeArguments takes the arguments, or compares them with those that came
// before.
func (r *responsesReader) wholeArguments(i *item, text strictjson.Value) {
	switch {
	case !text.Given():
	case text.Kind() != strictjson.String:
		i.slot.Report(finding.InvalidArgumentsDelta, text)
	case i.whole || len(i.slot.Arguments()) > 0:
		if !i.slot.Repeats(text) {
			i.slot.Report(finding.ArgumentsMismatch, text)
		}
		i.whole = true
	default:
		i.slot.Append(text)
		i.whole = true
	}
}

// wholeUnlessEmpty passes over the empty text of an item that was only added.
func (r *responsesReader) wholeUnlessEmpty(i *item, text strictjson.Value) {
	if !text.Is("") || i.whole {
		r.wholeArguments(i, text)
	}
}

// end reads the response that ends the turn, and what it says of the calls.
func (r *responsesReader) end(event strictjson.Value) {
	if r.ended {
		r.Report(finding.DuplicateTerminal, event)
	}
	response := event.Get("response")
	r.final(response.Get("output"))
	r.ended = true
	if r.Empty() {
		return
	}
	status := response.Get("status")
	released := event.Get("type").Is("response.completed") && accepts(r.policy, status)
	if !released {
		r.Report(finding.WrongTerminalReason, event)
	}
	r.Stop(outputs, released)
}

// final compares the output that comes with the end. An empty one says nothing:
// servers leave it out.
func (r *responsesReader) final(output strictjson.Value) {
	if output.Given() && output.Kind() != strictjson.Array {
		r.Report(finding.InvalidContentBlock, output)
		return
	}
	index := int64(0)
	listed := map[*item]bool{}
	for body := output.First(); body.Exists(); body = output.After(body) {
		if kind := body.Get("type"); kind.Kind() != strictjson.String || kind.Is("") {
			r.Report(finding.InvalidContentBlock, body)
		}
		if class := classify(body); class != provider {
			r.Claim()
			i := r.byCallID(body.Get("call_id"))
			if i == nil {
				i = r.place(index, body, class, body)
			} else {
				i.slot.Identify(body.Get("call_id"), body.Get("name"), body)
			}
			if i != nil && class == function {
				r.wholeArguments(i, body.Get("arguments"))
			}
			listed[i] = true
		}
		index++
	}
	for _, i := range r.calls {
		if index > 0 && !listed[i] {
			i.slot.Report(finding.ArgumentsMismatch, output)
		}
	}
}

// Starts implements [Reader].
func (r *responsesReader) Starts(event strictjson.Value) bool {
	return r.ended && event.Get("type").Is("response.created")
}

// Finish implements [Reader]: a response that was created must end. A call that
// was never ended says so itself.
func (r *responsesReader) Finish() {
	if r.started && !r.ended && r.Empty() {
		r.ReportTurn(finding.MissingTerminal)
	}
}
