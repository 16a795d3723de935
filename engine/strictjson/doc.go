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
// a few members and never build the rest. [Decode] reads the arguments of a
// call into Go values for a schema.
//
// Parse is the seam between the engine and whatever scans bytes. It first tries a
// scanner of our own (scan.go), which is fast, and accepts only what it is sure
// of. All else, good or bad, is read by a general parser, which also says what is
// wrong. Both fill the same list of nodes; a fuzzer holds them to it.
//
// # Errors
//
// A text that is not strict gives an [*Error] with a [Reason] and a byte
// offset. Errors never quote the text.
package strictjson
