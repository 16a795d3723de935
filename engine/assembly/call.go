package assembly

import "strconv"

// A Call is what a slot became when its turn was over.
type Call struct {
	// Turn counts the turns of the stream from 0.
	Turn int `json:"turn,omitzero"`
	// Scope is what the slot is relative to, such as "choice:0".
	Scope string `json:"scope"`
	// Slot is the provider's index inside the scope.
	Slot int64 `json:"slot"`
	// ID is the provider's call id, "" if none came.
	ID string `json:"id"`
	// Name is the tool's name, "" if none came.
	Name string `json:"name"`
	// Arguments is the text of the arguments as it was streamed. It is content:
	// the processor never exports it.
	Arguments string `json:"arguments"`
	// Terminal says that the provider ended the call in the way that releases it.
	Terminal bool `json:"terminal"`
}

// Path is the JSON Pointer of the call in a report.
func (c *Call) Path() string {
	path := "/calls/" + c.Scope + "/slot:" + strconv.FormatInt(c.Slot, 10)
	if c.Turn > 0 {
		return "/turns/" + strconv.Itoa(c.Turn) + path
	}
	return path
}

// Calls returns the calls of a finished assembly, in slot order.
func (a *Assembly) Calls() []Call {
	if len(a.slots) == 0 {
		return nil
	}
	calls := make([]Call, 0, len(a.slots))
	for _, s := range a.slots {
		calls = append(calls, Call{
			Turn: a.turn, Scope: s.scope.String(), Slot: s.index,
			ID: s.id, Name: s.name, Arguments: string(s.arguments), Terminal: s.terminal,
		})
	}
	return calls
}

// OtherIDs returns, for calls with which others collided, a few of the ids of
// those, by the position of the call in [Assembly.Calls].
func (a *Assembly) OtherIDs() map[int][]string {
	var others map[int][]string
	for i, s := range a.slots {
		if len(s.otherIDs) == 0 {
			continue
		}
		if others == nil {
			others = map[int][]string{}
		}
		others[i] = s.otherIDs
	}
	return others
}
