// Command adapters measures what real adapters do with streams that are healthy
// and with streams that are not, and whether toolverdict sees it.
//
// It serves the streams of examples/adapters/streams as a provider would, lets the
// adapters of examples/adapters read them with a tool that leaves a trace of its own,
// sends their spans through the built collector, and holds three things against each
// other: what the stream is, what the tool was made to do, and what the collector
// wrote on the spans. The result is docs/adapters.md.
//
//	go run ./internal/adapters -collector build/otelcol-toolverdict          # check
//	go run ./internal/adapters -collector build/otelcol-toolverdict -write   # write the page
package main
