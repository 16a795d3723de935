// Package report turns annotated spans into something to read: a page of HTML, or
// a summary in text.
//
// [Read] takes what the collector's file exporter writes, request by request. A
// [Digest] adds up what the annotations say, in bounded memory, and keeps the worst
// turns. Where a turn's delta events are still on its span, its stream is read again
// to tell slot by slot what each delta did (timeline.go). The page (page.go) loads
// nothing and needs no script.
//
// Nothing here shows arguments or any other content. Names and ids, which are as
// hostile as the rest, are cleaned before they are shown.
package report
