package strictjson

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// manyMembers is how many members an object may have for the scanner to compare
// their names one by one. Larger objects are left to the general parser.
const manyMembers = 32

// scan reads the text from a value on, in one pass, and reports whether it is strict JSON for sure.
// If not, or if it would take more than a simple look, the nodes are void and the
// general parser must decide.
func (d *Document) scan(s *scanner, depth int) bool {
	s.space()
	for {
		entered, ok := d.scanValue(s, depth)
		if !ok {
			return false
		}
		if entered {
			continue
		}
		if ended, ok := d.scanRest(s); ended || !ok {
			return ok
		}
	}
}

// scanValue reads a scalar or an empty container, or enters one that is not empty:
// then the next value is its first.
func (d *Document) scanValue(s *scanner, depth int) (entered, ok bool) {
	start := s.i
	switch c := s.peek(); c {
	case '{', '[':
		if len(d.open) == depth {
			return false, false
		}
		kind, closing := Object, byte('}')
		if c == '[' {
			kind, closing = Array, ']'
		}
		s.i++
		d.node(kind, start, s.i)
		d.open = append(d.open, int32(len(d.nodes)-1))
		s.space()
		if s.peek() == closing {
			s.i++
			d.closeTop(s.i)
			return false, true
		}
		return true, kind == Array || d.scanName(s)
	case '"':
		escaped, ok := s.string()
		d.node(String, start, s.i).escaped = escaped
		return false, ok
	case 't':
		return false, d.scanLiteral(s, True, "true")
	case 'f':
		return false, d.scanLiteral(s, False, "false")
	case 'n':
		return false, d.scanLiteral(s, Null, "null")
	}
	ok = s.number()
	d.node(Number, start, s.i)
	return false, ok
}

func (d *Document) scanLiteral(s *scanner, kind Kind, literal string) bool {
	if !bytes.HasPrefix(s.text[s.i:], []byte(literal)) {
		return false
	}
	d.node(kind, s.i, s.i+len(literal))
	s.i += len(literal)
	return true
}

// scanRest reads what stands between a value and the next: it closes containers,
// and reads the name of a member. ended says that the text is over.
func (d *Document) scanRest(s *scanner) (ended, ok bool) {
	for {
		s.space()
		if len(d.open) == 0 {
			return true, s.i == len(s.text)
		}
		isObject := d.nodes[d.open[len(d.open)-1]].kind == Object
		switch c := s.peek(); {
		case c == ',':
			s.i++
			s.space()
			return false, !isObject || d.scanName(s)
		case c == '}' && isObject, c == ']' && !isObject:
			s.i++
			d.closeTop(s.i)
		default:
			return false, false
		}
	}
}

// scanName reads the name of a member, and the colon behind it. Names that are
// escaped are not compared here.
func (d *Document) scanName(s *scanner) bool {
	start := s.i
	if s.peek() != '"' {
		return false
	}
	if escaped, ok := s.string(); escaped || !ok {
		return false
	}
	name := s.text[start:s.i]
	members := 0
	for i := d.open[len(d.open)-1] + 1; int(i) < len(d.nodes); i = d.nodes[i+1].next {
		if members++; members > manyMembers || bytes.Equal(s.text[d.nodes[i].start:d.nodes[i].end], name) {
			return false
		}
	}
	d.node(String, start, s.i).name = true
	s.space()
	if s.peek() != ':' {
		return false
	}
	s.i++
	s.space()
	return true
}

// node appends a node that holds nothing.
func (d *Document) node(kind Kind, start, end int) *node {
	d.nodes = append(d.nodes, node{kind: kind, start: uint32(start), end: uint32(end), next: int32(len(d.nodes) + 1), parent: d.parent()})
	return &d.nodes[len(d.nodes)-1]
}

// closeTop closes the innermost container, which ends before end.
func (d *Document) closeTop(end int) {
	top := &d.nodes[d.open[len(d.open)-1]]
	top.end, top.next = uint32(end), int32(len(d.nodes))
	d.open = d.open[:len(d.open)-1]
}

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
