// Package handover compares what the wire carries with what an adapter handed
// over: the calls that a framework shows its caller, or records in its telemetry.
//
// # How calls are matched
//
// By id; where the adapter minted or lost ids, by name and order; what is left
// then, by order alone. What stays unmatched on the wire is missing, what stays
// unmatched on the other side is extra.
//
// # What must be the same
//
// The name; the id, where the wire has one and it is known what the adapter made of
// it; and the arguments as JSON values
// with exact numbers: 9007199254740993 is not ...992, and text that is no JSON is
// equal to nothing. Arguments that were not recorded are not compared.
//
// A call of a turn that must be blocked has no business on the other side at
// all. Handing over is not running: that is for others to find out.
package handover
