package strictjson

import (
	"encoding/binary"
	"math/bits"
)

// The part of a [Document] that reads a text by what it shares with the one
// before. Consecutive deltas of a stream differ in a few strings and numbers:
// around those the old nodes stand, moved by as many bytes as the new values are
// longer. From the first other difference on the text is scanned as usual. That
// can't change the answer: what the scanner does next depends on the containers
// that are open and on the bytes that follow, and both are the same.

// maxKept is the size in bytes of the largest text that is kept for the next.
const maxKept = 64 << 10

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
	changes, at := d.compare(text, room[:0])
	d.move(changes, at)
	if int(at) == len(d.nodes) || at == 0 {
		return at > 0
	}
	shift := 0
	if n := len(changes); n > 0 {
		shift = changes[n-1].shift
	}
	return d.rescan(text, at, shift, depth)
}

// compare finds the values that differ, up to the first difference that is not
// one of values only. at is the node from which on the text is to be scanned:
// behind the last, if there is no such difference.
func (d *Document) compare(text []byte, changes []change) (_ []change, at int32) {
	i, shift := 0, 0
	for {
		if i += common(d.text[i:], text[i+shift:]); i == len(d.text) && i+shift == len(text) {
			return changes, int32(len(d.nodes))
		}
		for int(at)+1 < len(d.nodes) && int(d.nodes[at+1].start) <= i {
			at++
		}
		c, ok := d.replaced(text, at, i, shift)
		switch n := len(changes); {
		case n > 0 && changes[n-1].node == at: // its neighbours differ as well
			return changes[:n-1], at
		case !ok || n == maxChanges:
			return changes, at
		}
		changes = append(changes, c)
		i, shift = c.from, c.shift
	}
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
	if len(changes) == 0 {
		return
	}
	first := changes[0].node
	for i := int32(0); i < first; {
		n := &d.nodes[i]
		if n.next <= first {
			i = n.next
			continue
		}
		n.end = moved(n.end, 0, changes) // it holds the first change
		i++
	}
	shift := 0
	for i := first; i < end; i++ {
		n := &d.nodes[i]
		n.start += uint32(shift)
		if len(changes) > 0 && changes[0].node == i {
			n.escaped, shift = changes[0].escaped, changes[0].shift
			changes = changes[1:]
		}
		if n.kind >= Object {
			n.end = moved(n.end, shift, changes)
		} else {
			n.end += uint32(shift)
		}
	}
}

// moved is where a container ends in the new text. shift is what was changed
// before it, changes are those after its start.
func moved(end uint32, shift int, changes []change) uint32 {
	for _, c := range changes {
		if c.from > int(end) {
			break
		}
		shift = c.shift
	}
	return end + uint32(shift)
}

// rescan scans text from the place of a node on; those before it stand.
func (d *Document) rescan(text []byte, at int32, shift, depth int) bool {
	n := d.nodes[at]
	d.text, d.nodes = text, d.nodes[:at]
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
