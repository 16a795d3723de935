// Package redact masks the content of a stream and keeps its shape.
//
// A [Redactor] takes the deltas of one stream, one by one, and gives each back
// with its content masked: texts, and the values of arguments. All else stays, so
// that the verdict on the masked stream is the verdict on the original, or
// indeterminate with redacted_constraint where a schema needs the value itself.
//
// # What stays
//
// Structure, the names of members, booleans outside of arguments, and the places
// that the row of a format lists as shown (see [wire.Shown]): ids, names, indices,
// types, reasons and counts. Of arguments the structure and the names stay, and
// numbers and booleans unless they are masked too. An empty string stays empty. A
// string or number at a place that nobody lists is content.
//
// # Fragments
//
// Arguments come in fragments that end anywhere: inside an escape, between two
// surrogates, in a number or a name. The format's own reader says which pieces of
// a delta are appended to which arguments, and a lexer of each call goes on from
// one fragment to the next. A string becomes its placeholder in the fragment in
// which it ends. The number of the deltas, and what each is about, stay as they
// are.
//
// # What was wrong stays wrong
//
// Arguments that are no strict JSON come out as arguments with the same defect,
// and nothing behind it. A delta that can't be read comes out as one that can't be
// read, of the same length. Values that are equal get the same placeholder, values
// that differ get different ones, so that comparisons come out the same.
package redact
