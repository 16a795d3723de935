// Command clients checks the recorders of examples/instrumentation with real SDKs:
// programs in TypeScript and Go record every stream of testdata on spans, send them
// over OTLP to the built collector, and the verdict on each span must be the one
// on the stream. It prints what it saw.
package main
