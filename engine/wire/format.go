package wire

import (
	"slices"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// A Format is one row of the table of wire formats.
type Format struct {
	// Name is the format's name in configurations, fixtures and attributes.
	Name string
	// Traits are what the assembly has to know.
	Traits assembly.Traits
	// Terminals are the reasons that release calls, in the format's own words.
	Terminals []string
	// Describe says in words what the reader checks.
	Describe Description
	// Shown are the places that hold no content.
	Shown Shown
	// Recognise reports whether a delta can only be of this format, or of one
	// that looks the same and stands further down in the table.
	Recognise func(delta strictjson.Value) bool
	// Open starts the reader of one turn.
	Open func(*assembly.Assembly, Policy) Reader
}

// A Policy says what a configuration accepts beyond the strict rules.
type Policy struct {
	// Terminals are the reasons that release calls.
	Terminals []string
	// RepeatedTerminal accepts that a choice ends again with the same reason.
	RepeatedTerminal bool
}

// A Description says in words what a format is made of, for documentation.
type Description struct {
	// Title names the provider's interface.
	Title string
	// Slot is what tells calls apart.
	Slot string
	// Identity is where id and name come from.
	Identity string
	// Arguments is how they are streamed.
	Arguments string
	// Terminal is the evidence that releases a call.
	Terminal string
	// Empty is what an ended call without a byte of arguments means.
	Empty string
	// NotGated are calls that the provider runs itself.
	NotGated string
}

// Shown are the places of a delta that stay readable where its content is masked:
// all that a reader asks for, and what tells nothing of the content. A string or
// number anywhere else is content. A place is the names that lead to it, with dots
// between them: # is any element of a list, * any member that no other place names,
// ** at the end are all numbers below.
type Shown struct {
	// Words are types, names, roles, reasons, indices and counts.
	Words []string
	// IDs name a call, an item or a response.
	IDs []string
}

// accepts reports whether a reason releases calls.
func accepts(p Policy, reason strictjson.Value) bool {
	return slices.ContainsFunc(p.Terminals, reason.Is)
}

// A Reader tells an assembly what the deltas of one turn mean.
type Reader interface {
	// Observe reads one delta, which is an object.
	Observe(delta strictjson.Value)
	// Starts reports whether delta belongs to another turn, because this one
	// has ended and the delta begins the next.
	Starts(delta strictjson.Value) bool
	// Finish reports what is missing from the turn as a whole.
	Finish()
}

// A Repeater is a Reader that can say what a delta did, so that another one need not
// be read if it says the same.
type Repeater interface {
	// Effect says what the delta did that was observed last.
	Effect() Effect
}

// An Effect is what a delta does each time that it comes.
type Effect struct {
	// Known says that all that the delta does, the second time, is to append its
	// fragment or nothing; and that it changes nothing for other deltas of a known
	// effect.
	Known bool
	// Slot is the slot that the fragment is appended to, nil if there is none.
	Slot *assembly.Slot
	// Fragment is where in the delta the fragment stands.
	Fragment strictjson.Value
}

// Again does once more what the delta did.
func (e Effect) Again() {
	if e.Slot != nil {
		e.Slot.Append(e.Fragment)
	}
}

// with is the effect of a delta that also appends a fragment. Two are too many.
func (e Effect) with(slot *assembly.Slot, fragment strictjson.Value) Effect {
	return Effect{Known: e.Known && e.Slot == nil, Slot: slot, Fragment: fragment}
}

// Formats returns the table in the order in which formats are recognised.
func Formats() []*Format { return table }

// Lookup returns the format of that name, nil if there is none.
func Lookup(name string) *Format {
	for _, f := range table {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// RecogniseError returns the format whose reader takes an error that came instead
// of a stream, nil if the delta is none. Providers write them all alike.
func RecogniseError(delta strictjson.Value) *Format {
	if isError(delta.Get("error")) || delta.Get("object").Is("error") {
		return openAI
	}
	return nil
}

// isError reports whether a delta brings an error. Null, an empty text and false, which
// some gateways send with every delta, are none to any SDK.
func isError(e strictjson.Value) bool {
	return e.Given() && e.Kind() != strictjson.False && !e.Is("")
}

// Recognise returns the format of a delta, nil if it does not decide. hint is a
// provider's name; it is asked only where two formats look the same.
func Recognise(delta strictjson.Value, hint string) *Format {
	for _, f := range table {
		if f.Recognise(delta) {
			return disambiguate(f, hint)
		}
	}
	return nil
}
