package strictjson

import (
	"unicode/utf16"
	"unicode/utf8"
)

// unescaped are the bytes that an escape with one letter stands for.
var unescaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// appendUnescaped appends the text of a string, given without its quotes, whose
// escapes a parser has checked.
func appendUnescaped(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		c := text[i]
		if c != '\\' {
			dst = append(dst, c)
			i++
			continue
		}
		if c = text[i+1]; c != 'u' {
			dst = append(dst, unescaped[c])
			i += 2
			continue
		}
		s := scanner{text, i}
		unit, _ := s.unit()
		r := rune(unit)
		if utf16.IsSurrogate(r) {
			low, _ := s.unit()
			r = utf16.DecodeRune(r, rune(low))
		}
		dst = utf8.AppendRune(dst, r)
		i = s.i
	}
	return dst
}
