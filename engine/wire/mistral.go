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
	Recognise: recogniseChat,
	Open: func(a *assembly.Assembly, p Policy) Reader {
		m := &mistralReader{chat: newChat(a, p)}
		m.call = m.readCall
		return m
	},
}

type mistralReader struct {
	*chat
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
	m.function(slot, id, call, func(arguments strictjson.Value) {
		if arguments.Kind() == strictjson.Object {
			slot.AppendRaw(arguments)
		} else {
			slot.Append(arguments)
		}
	})
}

// index returns the slot of a call. A turn that mixes indices and positions has
// no stable slots.
func (m *mistralReader) index(position int, index strictjson.Value) (int64, bool) {
	if !index.Exists() {
		m.positional = true
		return int64(position), !m.indexed
	}
	m.indexed = true
	i, ok := index.Index()
	return i, ok && !m.positional
}
