package schema

import (
	"errors"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A graph is what a compiled schema amounts to: its subschemas, what each costs
// to evaluate, and which others it hands a value, or a part of it, to. The
// library's evaluation has no bound of its own; see [graph.affordable].
type graph struct {
	nodes   []node
	indexes map[*jsonschema.Schema]int
	order   []int // the nodes, each before those in its here
	cost    cost  // of the root and all below, if that is finite
	content bool  // some string is read as JSON
}

// A node is one subschema. Other nodes are given by index.
type node struct {
	schema     *jsonschema.Schema
	own        cost
	here       []int          // applied to the same value
	properties map[string]int // applied to the member of that name
	tuple      []int          // applied to the member of that position
	rest       []int          // applied to members that neither of these is
	every      []int          // applied to every member
	names      []int          // applied to the names of members
	content    []int          // applied to the JSON in a string
}

var (
	errElsewhere = errors.New("a reference leads out of the schemas of the document")
	errLoop      = errors.New("a schema refers to itself without going into a member")
)

// newGraph walks a compiled schema. known says at which pointers the document
// has schemas; dynamic are those that a dynamic reference may mean.
func newGraph(root *jsonschema.Schema, dynamic []*jsonschema.Schema, known map[string]bool) (*graph, error) {
	g := &graph{indexes: map[*jsonschema.Schema]int{}}
	g.index(root)
	for _, s := range dynamic {
		g.index(s)
	}
	for i := 0; i < len(g.nodes); i++ { // index appends
		if !within(g.nodes[i].schema.Location, known) {
			return nil, errElsewhere
		}
		g.connect(i, dynamic)
	}
	if !g.sort() {
		return nil, errLoop
	}
	g.cost = g.total()
	return g, nil
}

// within reports whether a location is that of a schema in the document.
func within(at string, known map[string]bool) bool {
	fragment, ok := strings.CutPrefix(at, location+"#")
	if !ok {
		return false
	}
	pointer, err := url.PathUnescape(fragment)
	return err == nil && known[pointer]
}

// index returns the number of a schema's node, which it makes if need be.
func (g *graph) index(s *jsonschema.Schema) int {
	i, ok := g.indexes[s]
	if !ok {
		i = len(g.nodes)
		g.indexes[s] = i
		g.nodes = append(g.nodes, node{schema: s, own: costOf(s)})
	}
	return i
}

// add appends the nodes of schemas, of which nil is none.
func (g *graph) add(to []int, schemas ...*jsonschema.Schema) []int {
	for _, s := range schemas {
		if s != nil {
			to = append(to, g.index(s))
		}
	}
	return to
}

// connect fills in where a node leads.
func (g *graph) connect(i int, dynamic []*jsonschema.Schema) {
	s := g.nodes[i].schema
	n := node{schema: s, own: g.nodes[i].own, here: g.here(s, dynamic)}
	for name, sub := range s.Properties {
		if n.properties == nil {
			n.properties = map[string]int{}
		}
		n.properties[name] = g.index(sub)
	}
	n.tuple = g.add(nil, s.PrefixItems...)
	if items, ok := s.Items.([]*jsonschema.Schema); ok {
		n.tuple = g.add(n.tuple, items...)
	}
	n.rest = g.add(nil, s.Items2020, s.UnevaluatedItems, s.UnevaluatedProperties)
	for _, v := range []any{s.Items, s.AdditionalItems, s.AdditionalProperties} {
		if sub, ok := v.(*jsonschema.Schema); ok {
			n.rest = g.add(n.rest, sub)
		}
	}
	n.every = g.add(nil, s.Contains)
	for _, sub := range s.PatternProperties {
		n.every = g.add(n.every, sub)
	}
	n.names = g.add(nil, s.PropertyNames)
	n.content = g.add(nil, s.ContentSchema)
	g.content = g.content || len(n.content) > 0
	g.nodes[i] = n
}

// here lists what a schema applies to the value that it is applied to itself.
func (g *graph) here(s *jsonschema.Schema, dynamic []*jsonschema.Schema) []int {
	to := g.add(nil, s.Ref, s.Not, s.If, s.Then, s.Else)
	to = g.add(to, s.AllOf...)
	to = g.add(to, s.AnyOf...)
	to = g.add(to, s.OneOf...)
	for _, sub := range s.DependentSchemas {
		to = g.add(to, sub)
	}
	for _, v := range s.Dependencies {
		if sub, ok := v.(*jsonschema.Schema); ok {
			to = g.add(to, sub)
		}
	}
	if s.RecursiveRef != nil {
		to = append(g.add(to, s.RecursiveRef), 0) // or the root, at run time
	}
	if s.DynamicRef != nil {
		to = g.add(to, s.DynamicRef.Ref)
		for _, d := range dynamic {
			if s.DynamicRef.Anchor != "" && d.DynamicAnchor == s.DynamicRef.Anchor && d != s.DynamicRef.Ref {
				to = g.add(to, d)
			}
		}
	}
	return to
}

// sort orders the nodes so that each comes before those which it applies to the
// same value. It fails if one leads back to itself, or if the chain is too long:
// evaluation looks back along it at every step.
func (g *graph) sort() bool {
	heights := make([]int, len(g.nodes))
	for i := range g.nodes {
		if g.height(i, heights, 0) > maxDepth {
			return false
		}
	}
	g.order = make([]int, 0, len(g.nodes))
	for height := maxDepth; height > 0; height-- {
		for i, h := range heights {
			if h == height {
				g.order = append(g.order, i)
			}
		}
	}
	return true
}

// height is the length of the longest chain from a node on, more than maxDepth
// if that is too long.
func (g *graph) height(i int, heights []int, depth int) int {
	if depth > maxDepth {
		return depth
	}
	if heights[i] > 0 {
		return heights[i]
	}
	h := 0
	for _, next := range g.nodes[i].here {
		h = max(h, g.height(next, heights, depth+1))
		if h > maxDepth {
			return h
		}
	}
	heights[i] = h + 1
	return h + 1
}
