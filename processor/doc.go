//go:generate go tool -modfile=../internal/tools/go.mod mdatagen metadata.yaml

// Package processor is the collector component: it finds the span events that
// carry provider deltas, gives them to the engine, and writes the verdict on the
// span.
//
// It is an adaptor. What a delta means is decided in engine, what may be
// configured in config, which events are deltas and whether some are missing in
// internal/recording. Here is what is made of it: what the verdict looks like on a
// span (annotation.go), who ran what (execution.go), and what is counted and logged
// (telemetry.go).
//
// # Promises
//
// Content is never an error to the sender: it would be sent again. What a span
// carried is neither lost nor changed, except for delta events that the
// configuration asks to drop or to mask, and for our own attributes. A span without delta
// events is left as it came. Nothing from a payload reaches a log, a metric or
// an annotation.
package processor
