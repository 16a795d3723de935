// Package deltas records the deltas of an LLM stream on an OpenTelemetry span, so
// that toolverdict can judge the tool calls in it:
//
//	recorder, err := deltas.New(span, deltas.Options{Format: "openai"})
//	if err != nil {
//		return err
//	}
//	for stream.Next() {
//		recorder.Observe([]byte(stream.Current().RawJSON()))
//		…
//	}
//	if ctx.Err() != nil {
//		recorder.Abandon() // it was us who stopped, not the provider
//	}
//	recorder.End()
//	span.End()
//
// Recorded are the deltas of calls and those that begin or end something, in their
// wire shape, without text, and with the values of arguments masked by package
// redact. Fragments of one call that follow each other are joined, so that a span
// stays under the 128 events that SDKs keep.
package deltas
