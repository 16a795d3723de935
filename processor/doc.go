//go:generate go tool -modfile=../internal/tools/go.mod mdatagen metadata.yaml

// Package processor is the collector component: it finds the span events that
// carry provider deltas, gives them to the engine, and writes the verdict on the
// span.
//
// It is an adaptor. What a delta means is decided in engine, what may be
// configured in config. Here is only what has to do with telemetry: which
// events are deltas (source.go), in which order and whether some are missing
// (recording.go), what the verdict looks like on a span (annotation.go), and
// what is counted and logged (telemetry.go).
//
// # Promises
//
// Content is never an error to the sender: it would be sent again. What a span
// carried is neither lost nor changed, except for delta events that the
// configuration asks to drop, and for our own attributes. A span without delta
// events is left as it came. Nothing from a payload reaches a log, a metric or
// an annotation.
package processor
