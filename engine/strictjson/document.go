package strictjson

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// A Document is one parsed text. The zero value is ready for use, and a Document
// may be used again and again: it keeps its memory, and reads a text faster that
// is much like the one before. It is not safe for concurrent use.
type Document struct {
	text  []byte
	nodes []node
	open  []int32 // the containers around the node that is being read
	in    bytes.Reader
	dec   jsontext.Decoder

	kept    []byte  // the memory of text
	depth   int     // the cap under which the scanner accepted text, 0 if it did not
	varying []int32 // nodes that differ from text to text, in order
	shape   shape
}

// A node is one value, or one member name, in document order.
type node struct {
	kind    Kind
	escaped bool   // a string with at least one backslash
	name    bool   // the name of a member
	seen    bool   // somebody has looked at the text
	start   uint32 // of the raw text
	end     uint32
	next    int32 // the node behind this one and all that it holds
	parent  int32 // the container around it, -1 if there is none
}

// Parse reads text, nested at most depth deep. It borrows text until the next
// call: the Values of this one are then void. The error is an [*Error].
func (d *Document) Parse(text []byte, depth int) error {
	ok := d.follow(text, depth) || d.scanAnew(text, depth)
	d.keep(text)
	if ok {
		d.depth = depth
		return nil
	}
	d.depth = 0
	return d.parse(depth)
}

// maxIdle is how many nodes a document that is not in use may have room for.
const maxIdle = 16 << 10

// Trim lets go of memory that only an unusual text needed.
func (d *Document) Trim() {
	if cap(d.nodes) > maxIdle || len(d.text) > maxKept {
		*d = Document{}
	}
}

// scanAnew scans a text from its beginning.
func (d *Document) scanAnew(text []byte, depth int) bool {
	d.reset(text)
	d.shape.change()
	return d.scan(&scanner{text: text}, depth)
}

func (d *Document) reset(text []byte) {
	d.text, d.nodes, d.open, d.varying = text, d.nodes[:0], d.open[:0], d.varying[:0]
}

// parse reads the text with a general parser, which knows what is wrong with it.
func (d *Document) parse(depth int) error {
	d.reset(d.text)
	d.shape.change()
	d.in.Reset(d.text)
	d.dec.Reset(&d.in)
	for {
		if err := d.step(depth); err != nil {
			d.nodes = d.nodes[:0]
			return err
		}
		if len(d.open) == 0 {
			return d.rest()
		}
	}
}

// step reads one token.
func (d *Document) step(depth int) error {
	switch kind := d.dec.PeekKind(); kind {
	case '{', '[':
		if _, err := d.dec.ReadToken(); err != nil {
			return d.fail(err)
		}
		if len(d.open) == depth {
			return &Error{TooDeep, int(d.dec.InputOffset())}
		}
		d.add(kindOf(kind), 1)
		d.open = append(d.open, int32(len(d.nodes)-1))
	case '}', ']':
		if _, err := d.dec.ReadToken(); err != nil {
			return d.fail(err)
		}
		top := &d.nodes[d.open[len(d.open)-1]]
		top.end, top.next = uint32(d.dec.InputOffset()), int32(len(d.nodes))
		d.open = d.open[:len(d.open)-1]
	default:
		around, position := d.dec.StackIndex(d.dec.StackDepth())
		raw, err := d.dec.ReadValue()
		if err != nil {
			return d.fail(err)
		}
		n := d.add(kindOf(kind), len(raw))
		n.name = around == '{' && position%2 == 0
		n.escaped = kind == '"' && bytes.IndexByte(raw, '\\') >= 0
	}
	return nil
}

// add appends the node whose text, of the given size, was just read.
func (d *Document) add(kind Kind, size int) *node {
	end := d.dec.InputOffset()
	d.nodes = append(d.nodes, node{
		kind:   kind,
		start:  uint32(end - int64(size)),
		end:    uint32(end),
		next:   int32(len(d.nodes) + 1),
		parent: d.parent(),
	})
	return &d.nodes[len(d.nodes)-1]
}

// parent is the innermost container that is open.
func (d *Document) parent() int32 {
	if n := len(d.open); n > 0 {
		return d.open[n-1]
	}
	return -1
}

// rest rejects what stands behind the root value.
func (d *Document) rest() error {
	if offset, clean := behind(d.text, int(d.dec.InputOffset())); !clean {
		d.nodes = d.nodes[:0]
		return &Error{TrailingData, offset}
	}
	return nil
}

// Root returns the value of the whole text; it is missing if the last Parse
// failed.
func (d *Document) Root() Value {
	if len(d.nodes) == 0 {
		return Value{}
	}
	return Value{d, 0}
}

func (d *Document) fail(err error) error { return classify(err, d.text, d.dec.InputOffset()) }
