package wire

import (
	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// mistral is Chat Completions with three differences: calls of a turn may all
// come without an index, then their position in the list is their slot;
// arguments may be an object; and an id "null" is an SDK's default, no id.
var mistral = &Format{
	Name:      "mistral",
	Traits:    assembly.Traits{List: "chunks", Dense: true},
	Terminals: []string{"tool_calls"},
	Describe: Description{
		Title:     "Mistral chat",
		Slot:      "`choices[].index`, `tool_calls[].index`; the position where no call has an index",
		Identity:  "as openai; an id `null` in quotes is none",
		Arguments: "text, or one object",
		Terminal:  "`finish_reason: tool_calls` of the choice",
		Empty:     "an error",
		NotGated:  "none",
	},
	Shown:     shownChat,
	Recognise: recogniseChat,
	Open: func(a *assembly.Assembly, p Policy) Reader {
		m := &mistralReader{chat: chat{Assembly: a, policy: p}}
		m.calls = m
		return m
	},
}

type mistralReader struct {
	chat
	indexed, positional bool // how the calls of this turn were told apart so far
}

func (m *mistralReader) readCall(scope assembly.Scope, position int, call strictjson.Value) {
	index, ok := m.index(position, call.Get("index"))
	if !ok {
		m.misread(scope, finding.InvalidSlot, call, "index")
		return
	}
	slot := m.slot(scope, index, call)
	if slot == nil {
		return
	}
	if kind := call.Get("type"); kind.Given() && !kind.Is("function") && !kind.Is("") {
		slot.Report(finding.UnsupportedToolType, kind)
	}
	id := call.Get("id")
	if id.Is("null") {
		id = strictjson.Value{}
	}
	m.arguments(slot, m.function(slot, id, call))
}

// arguments adds text, or an object, which is the whole of the arguments. One in
// the middle of text could make it parse.
func (m *mistralReader) arguments(slot *assembly.Slot, arguments strictjson.Value) {
	if arguments.Kind() != strictjson.Object {
		m.append(slot, arguments)
		return
	}
	m.effect.Known = false
	switch {
	case len(slot.Arguments()) > 0 && !slot.Stopped():
		slot.Report(finding.InvalidArgumentsDelta, arguments)
	default:
		slot.AppendRaw(arguments)
	}
}

// index returns the slot of a call. A turn that mixes indices and positions has
// no stable slots.
func (m *mistralReader) index(position int, index strictjson.Value) (int64, bool) {
	if m.omitted(index) {
		m.positional = true
		return int64(position), !m.indexed
	}
	m.indexed = true
	i, ok := index.Index()
	return i, ok && !m.positional
}
