package schema

import (
	"encoding/json"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A cost says in steps what it takes to apply one schema to one value. A step
// takes about a microsecond, most take less.
type cost struct {
	fixed  int64 // whatever the value
	member int64 // for each member of an object or array
	block  int64 // for each block of bytes of a string, or of an object's names
	unique int64 // how often the members are compared with one another
}

// blockBytes is over how many bytes a pattern's instruction runs in one step.
const blockBytes = 128

// unaffordable is the cost that no value is small enough for.
const unaffordable = 1 << 40

func (c cost) plus(d cost) cost {
	return cost{
		min(c.fixed+d.fixed, unaffordable), min(c.member+d.member, unaffordable),
		min(c.block+d.block, unaffordable), min(c.unique+d.unique, unaffordable),
	}
}

// costOf is the cost of a schema without those that it leads to.
func costOf(s *jsonschema.Schema) cost {
	c := cost{fixed: 1 + int64(len(s.Required)+len(s.DependentRequired)+len(s.Dependencies))/4, member: 1, block: 1}
	if s.Enum != nil {
		c.fixed += costOfEqual(s.Enum.Values)
	}
	if s.Const != nil {
		c.fixed += costOfEqual(*s.Const)
	}
	for _, names := range s.DependentRequired {
		c.fixed += int64(len(names)) / 4
	}
	for re := range s.PatternProperties {
		c.member++
		c.block += costOfPattern(re)
	}
	c.block += costOfPattern(s.Pattern)
	if s.Format != nil || s.ContentEncoding != nil || s.ContentMediaType != nil {
		c.block += 64
	}
	if s.RecursiveRef != nil || s.DynamicRef != nil {
		c.fixed += 2 * maxDepth // the library looks for the target along the way
	}
	if s.UniqueItems {
		c.unique = 1
	}
	return c
}

func costOfEqual(value any) int64 {
	b := size(value)
	return int64(b.nodes/2 + b.bytes/blockBytes)
}

func costOfPattern(re jsonschema.Regexp) int64 {
	if p, ok := re.(pattern); ok {
		return int64(p.cost)
	}
	return 0
}

// A bulk is how large a value is.
type bulk struct {
	nodes int // the value and all in it
	bytes int // of its strings and names, and its numbers four times
	depth int // of what is nested in it
}

func size(value any) bulk {
	b := bulk{nodes: 1}
	switch v := value.(type) {
	case string:
		b.bytes = len(v)
	case json.Number:
		b.bytes = 4 * len(v) // exact arithmetic is slower than comparing text
	case []any:
		for _, element := range v {
			b = b.plus(size(element))
		}
	case map[string]any:
		for name, member := range v {
			b.bytes += len(name)
			b = b.plus(size(member))
		}
	}
	return b
}

// plus adds a part.
func (b bulk) plus(c bulk) bulk {
	return bulk{b.nodes + c.nodes, b.bytes + c.bytes, max(b.depth, c.depth+1)}
}

// levels is by how much a place at that depth costs more: that something is wrong
// with it is said with the way there.
func levels(depth int) int64 { return 1 + int64(depth/8) }

// total is the cost of the root and of all that it leads to, each as often as
// there are ways to it. It is unaffordable if there is no end of ways.
func (g *graph) total() cost {
	totals := make([]cost, len(g.nodes))
	return g.totalOf(0, totals, make([]bool, len(g.nodes)))
}

func (g *graph) totalOf(i int, totals []cost, open []bool) cost {
	if open[i] {
		return cost{fixed: unaffordable}
	}
	if totals[i].fixed > 0 {
		return totals[i]
	}
	open[i] = true
	n := &g.nodes[i]
	sum := n.own
	for _, next := range [][]int{n.here, n.tuple, n.rest, n.every, n.names, n.content} {
		for _, j := range next {
			sum = sum.plus(g.totalOf(j, totals, open))
		}
	}
	for _, j := range n.properties {
		sum = sum.plus(g.totalOf(j, totals, open))
	}
	open[i] = false
	totals[i] = sum
	return sum
}
