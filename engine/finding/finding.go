package finding

// A Finding is one deviation that was seen in one turn.
//
// It is a value without references into the stream: it may be kept after the
// turn is gone.
type Finding struct {
	// Level says what the finding does to the verdict, after the policy.
	Level Level `json:"level"`
	// Code is the stable name of the rule.
	Code string `json:"code"`
	// Reason narrows the code; for schema_violation it names the keyword.
	Reason string `json:"reason,omitzero"`
	// Fault names the party to blame.
	Fault Fault `json:"fault"`
	// Path is a JSON Pointer into the recorded stream (/chunks/3/…), or into
	// the assembled calls (/calls/choice:0/slot:1/…). Keys that only the
	// arguments define are shown as "*".
	Path string `json:"path"`
	// Message is one sentence for a person. It never quotes the stream.
	Message string `json:"message"`
	// Turn counts the turns of the stream from 0.
	Turn int `json:"turn,omitzero"`
	// Call says which call is concerned, if one is.
	Call *Call `json:"-"`
}

// A Call names the call that a finding is about, without its arguments.
type Call struct {
	// Scope is what the slot is relative to, such as "choice:0".
	Scope string
	// Slot is the provider's index inside the scope.
	Slot int64
	// ID is the provider's call id as far as it was seen; it may be empty.
	ID string
}

// ID returns the name of the rule behind the finding, "code" or "code/reason".
func (f Finding) ID() ID { return Join(f.Code, f.Reason) }

// Worse reports whether f is more severe than g: first by level, then by whom
// it blames (adapter, wire, model, config, capture), then by the table's order.
func (f Finding) Worse(g Finding) bool {
	if f.Level != g.Level {
		return f.Level > g.Level
	}
	if f.Fault != g.Fault {
		return f.Fault < g.Fault
	}
	return order(f.ID()) < order(g.ID())
}

// Primary returns the index of the most severe of the findings, the first of
// equals, or -1 where there is none.
func Primary(findings []Finding) int {
	best := -1
	for i := range findings {
		if best < 0 || findings[i].Worse(findings[best]) {
			best = i
		}
	}
	return best
}
