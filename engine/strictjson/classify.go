package strictjson

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

const whitespace = " \t\r\n"

// classify turns a scanner's error into ours. offset is where the scanner
// stood; its own error knows better if it is a syntactic one.
func classify(err error, text []byte, offset int64) *Error {
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		offset = syntactic.ByteOffset
	}
	e := &Error{Syntax, int(offset)}
	switch {
	case len(bytes.Trim(text, whitespace)) == 0:
		e.Reason = Empty
	case errors.Is(err, jsontext.ErrDuplicateName):
		e.Reason = DuplicateKey
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		e.Reason = Truncated
	case badUnicode(text, e.Offset):
		e.Reason = InvalidUnicode
	}
	return e
}

// badUnicode reports whether the defect at offset is one of encoding: a byte
// that is no UTF-8, or an escaped surrogate without its other half.
func badUnicode(text []byte, offset int) bool {
	if offset > len(text) {
		return false
	}
	at := text[offset:]
	if r, size := utf8.DecodeRune(at); r == utf8.RuneError && size == 1 {
		return true
	}
	if len(at) < 6 || at[0] != '\\' || at[1] != 'u' || !endsInString(text[:offset]) {
		return false
	}
	unit, err := strconv.ParseUint(string(at[2:6]), 16, 16)
	return err == nil && unit >= 0xD800 && unit <= 0xDFFF
}

// endsInString reports whether JSON text ends inside of a string.
func endsInString(text []byte) (inside bool) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			inside = !inside
		case '\\':
			i++
		}
	}
	return inside
}

// behind finds the first byte from offset on that is no white space, and
// reports whether there is none.
func behind(text []byte, offset int) (int, bool) {
	rest := bytes.TrimLeft(text[offset:], whitespace)
	return len(text) - len(rest), len(rest) == 0
}
