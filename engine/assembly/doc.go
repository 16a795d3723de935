// Package assembly puts the calls of one turn together, slot by slot, and says
// what is wrong with them.
//
// # Terms
//
// A turn is one response of a provider. A scope is what an index is relative
// to: a choice, or the message's list of content blocks. A slot is one index
// inside a scope. A slot becomes a call: an id, a name, an ordered buffer of
// argument fragments, and the evidence that the provider ended it.
//
//	unseen -> accumulating -> terminal -> validated
//	               \-------------\------> blocked
//
// # What it decides
//
// The wire formats read deltas and tell an [Assembly] what they mean: this slot
// has that id, this fragment belongs there, this scope ended for that reason.
// The assembly decides, in one way for all formats, what contradicts what: an
// identity never changes, nothing follows an end, nothing ends twice, and
// nothing is checked before the turn is over.
//
// # What it never does
//
// It does not guess calls apart that share a slot, does not complete or repair
// arguments, and does not take arguments that parse for evidence of an end.
package assembly
