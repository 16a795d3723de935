// Package peer reads a stream of deltas in the ways that Go programs read one
// today, and in ours, so that they can be timed side by side.
//
// Three kinds of peers are here. Some do the same job, reassembling calls: the
// official SDKs, and the merge that users of other clients write themselves. Some
// only read JSON, with the same strictness and without extracting anything: a lower
// bound for whoever takes a general parser. And there is the engine, whole, and
// without what it does at the end of a stream.
//
// A peer that reassembles is held against the engine in a test: the same ids, names
// and arguments, on every stream it can read. No peer but the engine checks that the
// stream keeps its grammar, or validates the arguments.
package peer
