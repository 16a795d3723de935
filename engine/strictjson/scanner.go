package strictjson

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// A scanner is a position in a text.
type scanner struct {
	text []byte
	i    int
}

// peek is the next byte, 0 at the end. A zero byte is no part of JSON.
func (s *scanner) peek() byte {
	if s.i < len(s.text) {
		return s.text[s.i]
	}
	return 0
}

func (s *scanner) space() {
	for s.i < len(s.text) {
		switch s.text[s.i] {
		case ' ', '\t', '\r', '\n':
			s.i++
		default:
			return
		}
	}
}

// number reads a number by the grammar of RFC 8259.
func (s *scanner) number() bool {
	if s.peek() == '-' {
		s.i++
	}
	if s.peek() == '0' {
		s.i++
	} else if !s.digits() {
		return false
	}
	if s.peek() == '.' {
		s.i++
		if !s.digits() {
			return false
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.i++
		if c := s.peek(); c == '+' || c == '-' {
			s.i++
		}
		return s.digits()
	}
	return true
}

// digits reads at least one digit.
func (s *scanner) digits() bool {
	from := s.i
	for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
		s.i++
	}
	return s.i > from
}

// string reads a string from its opening quote on.
func (s *scanner) string() (escaped, ok bool) {
	s.i++
	for {
		s.plain()
		switch c := s.peek(); {
		case c == '"':
			s.i++
			return escaped, true
		case c == '\\':
			escaped = true
			if !s.escape() {
				return escaped, false
			}
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(s.text[s.i:])
			if r == utf8.RuneError && size == 1 {
				return escaped, false
			}
			s.i += size
		default: // a control character, or the end
			return escaped, false
		}
	}
}

// plain passes over bytes of a string that mean themselves, eight at a time.
func (s *scanner) plain() {
	for ; s.i+8 <= len(s.text); s.i += 8 {
		if special := specials(binary.LittleEndian.Uint64(s.text[s.i:])); special != 0 {
			s.i += bits.TrailingZeros64(special) / 8
			return
		}
	}
	for s.i < len(s.text) {
		if c := s.text[s.i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return
		}
		s.i++
	}
}

// specials sets the top bit of bytes that don't mean themselves in a string. That
// of the first, which is the lowest, is sure; those behind it may be wrong.
func specials(w uint64) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	quote, slash := w^(ones*'"'), w^(ones*'\\')
	return (w | (w - ones*' ') | (quote-ones)&^quote | (slash-ones)&^slash) & tops
}

// escape reads one escape sequence, or a pair of surrogates.
func (s *scanner) escape() bool {
	if s.i+1 >= len(s.text) {
		return false
	}
	switch s.text[s.i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.i += 2
		return true
	case 'u':
	default:
		return false
	}
	unit, ok := s.unit()
	if !ok || unit>>10 == 0xDC00>>10 {
		return false
	}
	if unit>>10 != 0xD800>>10 {
		return true
	}
	low, ok := s.unit()
	return ok && low>>10 == 0xDC00>>10
}

// unit reads \uXXXX.
func (s *scanner) unit() (unit uint16, ok bool) {
	if s.i+6 > len(s.text) || s.text[s.i] != '\\' || s.text[s.i+1] != 'u' {
		return 0, false
	}
	for _, c := range s.text[s.i+2 : s.i+6] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		unit = unit<<4 | uint16(c)
	}
	s.i += 6
	return unit, true
}
