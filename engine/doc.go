// Package engine reassembles streamed tool calls strictly and gives a verdict.
//
// # From a delta to a report
//
// A [Verifier] is compiled once from schemas, levels and limits, and starts a
// [Stream] for each recording. [Stream.Observe] takes one delta after another,
// settles which wire format they are in, and hands each to the turn that it
// belongs to; [Stream.Finish] gives the [Report]. Nothing that a delta can hold is
// an error or a panic: what is wrong with it becomes a finding.
//
// # What a pass promises
//
// Only a turn that is a [Pass] is executable. It has at least one call; the
// provider ended each of them in the way that releases it; nothing that may have
// been part of a call was left out; and the arguments are strict JSON that fits
// the tool's schema. Evidence that was lost makes it [Indeterminate], also where a
// policy does not show the loss.
//
// # What it leaves to others
//
// strictjson reads JSON, wire knows the formats, assembly decides what contradicts
// what, schema checks arguments, and finding is the table of codes.
package engine
