package strictjson

import "bytes"

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
