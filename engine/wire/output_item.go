package wire

import (
	"strings"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// An item is one output item.
type item struct {
	kind, id string         // the id that it was added with
	slot     *assembly.Slot // nil if it is no call of the client's
	whole    bool           // its arguments were given whole
}

// item reads an item that was added or is done.
func (r *responsesReader) item(event strictjson.Value) {
	body := event.Get("item")
	if kind := body.Get("type"); kind.Kind() != strictjson.String || kind.Is("") {
		r.Report(finding.InvalidContentBlock, event)
		return
	}
	class := classify(body)
	if class == provider {
		r.ProviderRuns(body.Get("id"))
		r.ProviderRuns(body.Get("call_id"))
	} else {
		r.Claim()
	}
	index, ok := event.Get("output_index").Index()
	if !ok {
		if class != provider {
			r.Report(finding.InvalidSlot, event, "output_index")
		}
		return
	}
	if i := r.place(index, body, class, event); i != nil && class == function {
		r.wholeUnlessEmpty(i, body.Get("arguments"))
	}
}

// A class says who runs what an item asks for.
type class uint8

const (
	provider class = iota // nobody, or the provider
	function              // the client: a function call
	other                 // the client, but of a type that can't be checked
)

func classify(body strictjson.Value) class {
	switch body.Get("type").Text() {
	case "function_call":
		return function
	case "custom_tool_call", "computer_call", "local_shell_call", "apply_patch_call", "mcp_approval_request":
		return other
	case "shell_call":
		if strings.HasPrefix(body.Get("environment").Get("type").Text(), "container") {
			return provider
		}
		return other
	case "tool_search_call":
		if body.Get("execution").Is("client") {
			return other
		}
	}
	return provider
}

// place finds the item under an index, or puts it there. It returns nil for one
// that contradicts what stands there already.
func (r *responsesReader) place(index int64, body strictjson.Value, class class, at strictjson.Value) *item {
	kind, id := body.Get("type").Text(), body.Get("id").Text()
	i := r.items[index]
	switch {
	case i == nil:
		i = r.put(index, &item{kind: kind, id: id}, class, at)
	case i.kind == "" && class == function: // its deltas came first
		i.kind, i.id, r.ids[id] = kind, id, i
	case i.kind != kind:
		if i.slot != nil || class != provider {
			r.Report(finding.IdentityCollision, at)
		}
		return nil
	}
	if i.slot == nil {
		return nil
	}
	if kind != "tool_search_call" { // of which the call_id is known to change
		i.slot.Identify(body.Get("call_id"), body.Get("name"), at)
	}
	return i
}

// put makes an item that is new, and the slot of one that the client runs.
func (r *responsesReader) put(index int64, i *item, class class, at strictjson.Value) *item {
	r.items[index], r.ids[i.id] = i, i
	if class == provider || !r.occupy(i, index, at) {
		return i
	}
	if r.ended {
		i.slot.Report(finding.DeltaAfterTerminal, at)
	}
	if class == other {
		i.slot.Opaque()
		i.slot.Report(finding.UnsupportedToolType, at)
	}
	return i
}

// occupy gives an item a slot, if the limit leaves one.
func (r *responsesReader) occupy(i *item, index int64, at strictjson.Value) bool {
	if i.slot = r.Slot(outputs, index, at); i.slot == nil {
		return false
	}
	r.calls = append(r.calls, i)
	return true
}

// known returns the call that an event on arguments is about. One that was never
// added makes a call that can't pass.
func (r *responsesReader) known(event strictjson.Value) *item {
	r.Claim()
	index, ok := event.Get("output_index").Index()
	if !ok {
		r.Report(finding.InvalidSlot, event, "output_index")
		return nil
	}
	i := r.items[index]
	if i == nil {
		i = &item{id: event.Get("item_id").Text()}
		r.items[index], r.ids[i.id] = i, i
		if r.occupy(i, index, event) {
			i.slot.Report(finding.DeltaBeforeStart, event)
		}
	}
	if r.namesAnother(event.Get("item_id"), i) || i.kind != "" && i.kind != "function_call" {
		r.Report(finding.IdentityCollision, event)
		return nil
	}
	if i.slot == nil {
		return nil
	}
	return i
}

// namesAnother reports whether an item_id is that of another item than the one
// under the index. One that is nobody's proves nothing: some servers mint the ids
// of items anew with every event.
func (r *responsesReader) namesAnother(id strictjson.Value, i *item) bool {
	if !id.Given() || id.Is("") || id.Is(i.id) {
		return false
	}
	another := r.ids[id.Text()]
	return another != nil && another != i
}

func (r *responsesReader) byCallID(id strictjson.Value) *item {
	for _, i := range r.calls {
		if id.Given() && id.Is(i.slot.ID()) {
			return i
		}
	}
	return nil
}
