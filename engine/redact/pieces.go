package redact

import (
	"cmp"
	"slices"

	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// A piece is a value of the delta that something else takes the place of.
type piece struct {
	start int
	text  []byte
}

// pieces are those of one delta.
type pieces struct {
	list []piece
	next int
}

func (p *pieces) reset() { p.list, p.next = p.list[:0], 0 }

func (p *pieces) add(v strictjson.Value, text []byte) {
	start, _ := v.Span()
	p.list = append(p.list, piece{start, text})
}

// sort puts the pieces in the order in which they are asked for.
func (p *pieces) sort() {
	slices.SortStableFunc(p.list, func(a, b piece) int { return cmp.Compare(a.start, b.start) })
}

// at returns what takes the place of the value at start, nil if nothing does. It
// is to be asked in the order of the text.
func (p *pieces) at(start int) []byte {
	for p.next < len(p.list) && p.list[p.next].start < start {
		p.next++
	}
	if p.next < len(p.list) && p.list[p.next].start == start {
		return p.list[p.next].text
	}
	return nil
}
