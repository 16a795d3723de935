package wire

import (
	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// openAI is Chat Completions: a call is known by its index in a choice, and
// every fragment must carry it.
var openAI = &Format{
	Name:      "openai",
	Traits:    assembly.Traits{List: "chunks", Dense: true},
	Terminals: []string{"tool_calls"},
	Describe: Description{
		Title:     "Chat Completions, and servers compatible with it",
		Slot:      "`choices[].index`, `tool_calls[].index`",
		Identity:  "`id` and `function.name`, once; later absent, null, empty or equal",
		Arguments: "text",
		Terminal:  "`finish_reason: tool_calls` of the choice (`function_call` for the legacy call)",
		Empty:     "an error",
		NotGated:  "none",
	},
	Shown:     shownChat,
	Recognise: recogniseChat,
	Open: func(a *assembly.Assembly, p Policy) Reader {
		o := &openAIReader{chat{Assembly: a, policy: p}}
		o.calls = o
		return o
	},
}

type openAIReader struct{ chat }

func (o *openAIReader) readCall(scope assembly.Scope, _ int, call strictjson.Value) {
	index, ok := call.Get("index").Index()
	if !ok {
		o.misread(scope, finding.InvalidSlot, call, "index")
		return
	}
	slot := o.slot(scope, index, call)
	if slot == nil {
		return
	}
	if kind := call.Get("type"); kind.Given() && !kind.Is("function") && !kind.Is("") {
		slot.Report(finding.UnsupportedToolType, kind)
		if !call.Get("function").Given() {
			slot.Opaque()
			slot.Identify(call.Get("id"), call.Get(kind.Text()).Get("name"), call)
			return
		}
	}
	o.append(slot, o.function(slot, call.Get("id"), call))
}
