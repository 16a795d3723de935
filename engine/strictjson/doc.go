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
// Parse is the seam between the engine and whatever scans bytes: a faster
// scanner has to fill the same list of nodes, and nothing else changes.
//
// # Errors
//
// A text that is not strict gives an [*Error] with a [Reason] and a byte
// offset. Errors never quote the text.
package strictjson
