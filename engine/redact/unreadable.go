package redact

import (
	"bytes"
	"unicode/utf8"
)

// The deltas of which nothing can be kept, as their places are not known.

// appendOversize appends a JSON string of n bytes that says nothing.
func appendOversize(dst []byte, n int) []byte {
	dst = append(dst, '"')
	dst = append(dst, bytes.Repeat([]byte{' '}, n-2)...)
	return append(dst, '"')
}

// appendDeep appends what is nested one level deeper than it may be.
func appendDeep(dst []byte, depth int) []byte {
	dst = append(dst, bytes.Repeat([]byte{'['}, depth+1)...)
	return append(dst, bytes.Repeat([]byte{']'}, depth+1)...)
}

// blurs stand for runes of one to four bytes.
var blurs = [...]string{1: "x", 2: "\u00d7", 3: "\u2715", 4: "\U00010000"}

// appendBlurred appends what is no JSON, with as many bytes and runes as text has:
// how long it is shows whether a limit on values has cut it.
func appendBlurred(dst, text []byte) []byte {
	for len(text) > 0 {
		_, size := utf8.DecodeRune(text)
		dst = append(dst, blurs[size]...)
		text = text[size:]
	}
	return dst
}
