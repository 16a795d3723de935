package strictjson

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
)

// The part of a [Document] that reads a text by what it shares with the one
// before. Consecutive deltas of a stream differ in a few strings and numbers:
// around those the old nodes stand, moved by as many bytes as the new values are
// longer. From the first other difference on the text is scanned as usual. That
// can't change the answer: what the scanner does next depends on the containers
// that are open and on the bytes that follow, and both are the same.

// maxKept is the size in bytes of the largest text that is kept for the next.
const maxKept = 128 << 10

// maxChanges is how many values may differ before the rest is scanned.
const maxChanges = 8

// A change is a string or number that another one has taken the place of.
type change struct {
	node    int32
	from    int // where the old one ended, in the old text
	shift   int // how far all behind it moves
	escaped bool
}

// keep makes text the document's own, so that the next one can be compared with
// it. A text too large for that is borrowed.
func (d *Document) keep(text []byte) {
	if d.text = text; len(text) <= maxKept {
		d.kept = append(d.kept[:0], text...)
		d.text = d.kept
	}
}

// follow reads text on the ground of the one before and reports whether it is
// strict JSON for sure. If not, the nodes are void.
func (d *Document) follow(text []byte, depth int) bool {
	if d.depth != depth || len(d.text) > maxKept {
		return false
	}
	var room [maxChanges]change
	changes := d.expect(text, room[:0])
	changes, at := d.compare(text, changes)
	d.move(changes, at)
	if d.shape.next = 0; int(at) == len(d.nodes) || at == 0 {
		return at > 0
	}
	return d.rescan(text, at, shiftOf(changes), depth)
}

// shiftOf is how far all behind the changes moves.
func shiftOf(changes []change) int {
	if n := len(changes); n > 0 {
		return changes[n-1].shift
	}
	return 0
}

// expect finds the values that differ where they did before.
func (d *Document) expect(text []byte, changes []change) []change {
	i, shift := 0, 0
	for _, at := range d.varying {
		n := &d.nodes[at]
		same := int(n.start)
		if n.kind == String {
			same++ // the quote
		}
		if same+shift > len(text) || !bytes.Equal(d.text[i:same], text[i+shift:same+shift]) {
			break
		}
		c, ok := d.replaced(text, at, same, shift)
		if !ok {
			break
		}
		changes = append(changes, c)
		i, shift = c.from, c.shift
	}
	return changes
}

// compare finds the values that differ behind those that are found already, up to
// the first difference that is not one of values only. at is the node from which
// on the text is to be scanned: behind the last, if there is no such difference.
func (d *Document) compare(text []byte, changes []change) (_ []change, at int32) {
	i, shift := 0, 0
	if n := len(changes); n > 0 {
		i, shift, at = changes[n-1].from, changes[n-1].shift, changes[n-1].node
	}
	expected := len(changes)
	for {
		if bytes.Equal(d.text[i:], text[i+shift:]) {
			if len(changes) > expected {
				d.vary(changes)
			}
			return changes, int32(len(d.nodes))
		}
		i += common(d.text[i:], text[i+shift:])
		for int(at)+1 < len(d.nodes) && int(d.nodes[at+1].start) <= i {
			at++
		}
		n := len(changes)
		if n > 0 && changes[n-1].node == at { // its neighbours differ as well
			return changes[:n-1], at
		}
		c, ok := d.replaced(text, at, i, shift)
		if !ok || n == maxChanges {
			return changes, at
		}
		changes = append(changes, c)
		i, shift = c.from, c.shift
	}
}

// vary notes which nodes differ, for the next text. A node that has differed once
// in a shape is expected to from then on. Where too many do, it counts as another
// shape.
func (d *Document) vary(changes []change) {
	for _, c := range changes {
		if i, found := slices.BinarySearch(d.varying, c.node); !found {
			d.varying = slices.Insert(d.varying, i, c.node)
		}
	}
	if len(d.varying) > maxChanges {
		d.varying = d.varying[:0]
		d.shape.number++
	}
}

// Shape is a number that two texts, read one after the other, have in common only if
// they differ in nothing but values that [Document.AppendSeen] tells apart, and values
// that nobody has looked at since the first text of the shape.
func (d *Document) Shape() uint64 { return d.shape.number }

// AppendSeen appends, in a form of its own, the values that have differed between
// texts of the shape and that somebody has looked at, but for one.
func (d *Document) AppendSeen(dst []byte, except Value) []byte {
	for _, at := range d.varying {
		n := &d.nodes[at]
		if !n.seen || except.doc != nil && at == except.at {
			continue
		}
		dst = binary.LittleEndian.AppendUint32(dst, uint32(at))
		dst = binary.LittleEndian.AppendUint32(dst, n.end-n.start)
		dst = append(dst, d.text[n.start:n.end]...)
	}
	return dst
}

// replaced reads the value of text that has taken the place of a node, in which
// byte i of the old text differs. ok is false if it is of another kind.
func (d *Document) replaced(text []byte, at int32, i, shift int) (c change, ok bool) {
	n := &d.nodes[at]
	s := scanner{text, int(n.start) + shift}
	switch {
	case n.name || i < int(n.start):
		return c, false
	case n.kind == String && i > int(n.start) && i < int(n.end):
		c.escaped, ok = s.string()
	case n.kind == Number && i <= int(n.end):
		ok = s.number()
	}
	c.node, c.from, c.shift = at, int(n.end), s.i-int(n.end)
	return c, ok
}

// move puts the nodes in front of end to where they are in the new text.
func (d *Document) move(changes []change, end int32) {
	shift := 0
	for k, c := range changes {
		n := &d.nodes[c.node]
		n.escaped = c.escaped
		n.end = uint32(c.from + c.shift)
		for i := n.parent; i >= 0 && c.shift != shift; i = d.nodes[i].parent {
			d.nodes[i].end += uint32(c.shift - shift)
		}
		if shift = c.shift; shift == 0 {
			continue
		}
		last := end
		if k+1 < len(changes) {
			last = changes[k+1].node + 1
		}
		behind := d.nodes[c.node+1 : last]
		for i := range behind {
			behind[i].start += uint32(shift)
			behind[i].end += uint32(shift)
		}
	}
}

// rescan scans text from the place of a node on; those before it stand.
func (d *Document) rescan(text []byte, at int32, shift, depth int) bool {
	n := d.nodes[at]
	d.text, d.nodes, d.varying = text, d.nodes[:at], d.varying[:0]
	d.shape.change()
	d.open = d.open[:0]
	for i := int32(0); i < at; {
		if next := d.nodes[i].next; next <= at {
			i = next
			continue
		}
		d.open = append(d.open, i)
		i++
	}
	s := scanner{text, int(n.start) + shift}
	if n.name && !d.scanName(&s) {
		return false
	}
	return d.scan(&s, depth)
}

// common is how many bytes two texts share from their beginning on.
func common(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for ; i+8 <= n; i += 8 {
		if x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); x != 0 {
			return i + bits.TrailingZeros64(x)/8
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}
