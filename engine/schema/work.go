package schema

import (
	"encoding/json"
	"slices"
)

// affordable reports whether the budget has the steps that evaluating a value
// takes, and takes them from it.
//
// For most schemas a product answers: no value meets a subschema more often
// than there are ways to it. Where there is no end of ways, as in schemas of
// trees, or where the product is too large, the steps are counted, which never
// takes longer than taking them.
func (g *graph) affordable(value any, budget *Budget) bool {
	b := size(value)
	allowed := budget.allow(b)
	if steps := g.cost.on(b); !g.content && steps <= allowed {
		return budget.take(steps)
	}
	w := work{graph: g, left: allowed}
	counts := make([]int64, len(g.nodes))
	counts[0] = 1
	fits := w.visit(counts, value)
	return budget.take(allowed-max(0, w.left)) && fits
}

// on is what a schema costs at most on all parts of a value.
func (c cost) on(b bulk) int64 {
	nodes, blocks := int64(b.nodes), int64(b.bytes)/blockBytes
	if max(c.fixed, c.member, c.block, c.unique, nodes, blocks) > maxWork {
		return unaffordable
	}
	return (c.fixed + c.member + c.block + c.unique*nodes/64) * (nodes + blocks) * levels(b.depth)
}

// A work counts the steps of one evaluation. Counts say how often each node is
// applied to a value.
type work struct {
	*graph
	left  int64
	depth int // of the value that is being visited
}

func (w *work) spend(steps int64) bool {
	w.left -= min(steps, maxWork+1)
	return w.left >= 0
}

// visit counts the evaluation of one value and all in it.
func (w *work) visit(counts []int64, value any) bool {
	b := size(value)
	if !w.spend(1 + int64(len(w.nodes)/256+b.nodes/64)) {
		return false
	}
	for _, i := range w.order {
		if counts[i] == 0 {
			continue
		}
		if !w.spend(counts[i] * w.nodes[i].own.of(value, b) * levels(w.depth)) {
			return false
		}
		for _, next := range w.nodes[i].here {
			counts[next] += counts[i]
		}
	}
	w.depth++
	defer func() { w.depth-- }()
	switch v := value.(type) {
	case map[string]any:
		return w.object(counts, v)
	case []any:
		return w.array(counts, v)
	case string:
		return w.text(counts, v)
	}
	return true
}

// of is what a schema costs on one value, without the parts of it.
func (c cost) of(value any, b bulk) int64 {
	steps := c.fixed
	switch v := value.(type) {
	case string:
		steps += c.block * int64(1+len(v)/blockBytes)
	case json.Number:
		steps += c.fixed * int64(len(v)/64)
	case []any:
		steps += c.member * int64(len(v))
		if c.unique > 0 {
			steps += int64(b.nodes+b.bytes/blockBytes) * int64(1+len(v)/64)
		}
	case map[string]any:
		steps += c.member * int64(len(v))
		if c.block > 1 {
			names := 0
			for name := range v {
				names += len(name)
			}
			steps += c.block * int64(1+names/blockBytes)
		}
	}
	return min(steps, maxWork+1)
}

func (w *work) object(counts []int64, object map[string]any) bool {
	for name, member := range object {
		next := make([]int64, len(counts))
		named := make([]int64, len(counts))
		for i, count := range counts {
			if count == 0 {
				continue
			}
			n := &w.nodes[i]
			if j, ok := n.properties[name]; ok {
				next[j] += count
			} else {
				apply(next, n.rest, count)
			}
			apply(next, n.every, count)
			apply(named, n.names, count)
		}
		if !w.visitIfAny(next, member) || !w.visitIfAny(named, name) {
			return false
		}
	}
	return true
}

func (w *work) array(counts []int64, array []any) bool {
	for position, member := range array {
		next := make([]int64, len(counts))
		for i, count := range counts {
			if count == 0 {
				continue
			}
			n := &w.nodes[i]
			if position < len(n.tuple) {
				next[n.tuple[position]] += count
			} else {
				apply(next, n.rest, count)
			}
			apply(next, n.every, count)
		}
		if !w.visitIfAny(next, member) {
			return false
		}
	}
	return true
}

// text goes into the JSON that a string holds.
func (w *work) text(counts []int64, text string) bool {
	for i, count := range counts {
		n := &w.nodes[i]
		if count == 0 || len(n.content) == 0 {
			continue
		}
		value, ok := contentSchema{decoder: n.schema.ContentEncoding}.decode(text)
		if !ok {
			continue
		}
		next := make([]int64, len(counts))
		apply(next, n.content, count)
		if !w.visit(next, value) {
			return false
		}
	}
	return true
}

// visitIfAny skips a value that no schema is applied to.
func (w *work) visitIfAny(counts []int64, value any) bool {
	if !slices.ContainsFunc(counts, func(n int64) bool { return n > 0 }) {
		return w.spend(1 + int64(len(counts)/256))
	}
	return w.visit(counts, value)
}

func apply(counts []int64, nodes []int, count int64) {
	for _, i := range nodes {
		counts[i] += count
	}
}
