// Package strictjson reads JSON that two parsers could not read differently.
//
// # What is strict
//
// Input is RFC 8259 and I-JSON (RFC 7493): valid UTF-8 without a byte order
// mark, no duplicate member names (after unescaping), no lone surrogates, no
// control characters inside strings, nothing behind the value but white space.
// On top of that, nesting is capped, and the numbers of [Decode] must fit a
// float64 without becoming infinite or zero. Numbers keep their text.
//
// # Two readers
//
// A [Document] reads the envelope of a delta: it is parsed once into a flat,
// reusable list of nodes, and a [Value] is a cursor into it. Formats ask it for
// a few members and never build the rest. The arguments of a call are read in the
// same way; [Decode] reads them into Go values where a schema needs those.
//
// Parse is the seam between the engine and whatever scans bytes. It first tries a
// scanner of our own (scan.go), which is fast, and accepts only what it is sure
// of. All else, good or bad, is read by a general parser, which also says what is
// wrong. Both fill the same list of nodes; a fuzzer holds them to it.
//
// # What is not read twice
//
// Consecutive deltas of a stream are nearly the same. A Document keeps its text, and
// compares the next one with it (follow.go): where only strings and numbers differ,
// the nodes stand, moved; from any other difference on, the scanner goes on in the
// state in which it would have come there. As long as the shape stands, members are
// where they were (shape.go), and the values that somebody has looked at, and that
// have ever differed, tell whether a text says something new. Another fuzzer holds
// this to reading every text alone.
//
// # Errors
//
// A text that is not strict gives an [*Error] with a [Reason] and a byte
// offset. Errors never quote the text.
package strictjson
