// Package recording finds the streams that instrumentation recorded on a span, and
// gives them to the engine.
//
// A [Source] is one kind of span event that carries deltas: ours, those of known
// instrumentation, or yours. A [Recorder] sorts the events of a span into
// [Recording]s, one for each source and turn id, in the order of their numbers, and
// knows what shows that events were lost. A [Feeder] writes their payloads as JSON
// text, whatever kind of value they are, and gives them to an engine.Stream.
package recording
