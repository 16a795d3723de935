// Package report turns annotated spans into something to read: a page of HTML, or
// a summary in text.
//
// [Read] takes what the collector's file exporter writes, request by request. A
// [Digest] adds up what the annotations say, in bounded memory, and keeps the worst
// turns. Where a turn's delta events are still on its span, its stream is read again
// to tell slot by slot what each delta did (replay.go, timeline.go). The page
// (page.go) loads nothing and needs no script.
//
// Spans are read twice. The processor holds nothing back: of a turn and a tool, the
// span that comes second says that the adapter failed open. So the spans of tools are
// read first (run.go), and each turn is then counted with all that is known of it,
// whatever the order of the spans.
//
// Nothing here shows arguments or any other content. Names and ids, which are as
// hostile as the rest, are cleaned before they are shown.
package report
