package wire

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// partialDepth is how many steps a path into partial arguments may have.
const partialDepth = 64

// A partial puts arguments together that come as values at paths: strings grow
// by fragments, all else is whole. Containers come into being with the first
// path into them, in order. What does not fit is reported and leaves no trace.
type partial struct {
	slot *assembly.Slot
	root node
	bad  bool
}

// A node is one value of the arguments. Its text is JSON for a scalar that is
// whole, and the plain text of a string that may still grow.
type node struct {
	kind     strictjson.Kind // Missing until something is known
	text     []byte
	growing  bool
	names    []string // of the children of an object
	children []*node
}

// add applies the entries of one chunk.
func (p *partial) add(entries strictjson.Value) {
	if entries.Given() && entries.Kind() != strictjson.Array {
		p.reject(entries)
		return
	}
	for entry := entries.First(); entry.Exists(); entry = entries.After(entry) {
		if !p.apply(entry) {
			p.reject(entry)
		}
	}
}

func (p *partial) reject(at strictjson.Value) {
	p.bad = true
	p.slot.Report(finding.InvalidArgumentsDelta, at)
}

// apply puts one value at its path and reports whether it fits there.
func (p *partial) apply(entry strictjson.Value) bool {
	steps, ok := parsePath(entry.Get("jsonPath").Text())
	if !ok {
		return false
	}
	target := &p.root
	for _, s := range steps {
		if target = target.child(s); target == nil {
			return false
		}
	}
	if !p.slot.Reserve(len(entry.Raw()), entry) {
		return true // the limit is reported
	}
	return target.put(entry)
}

// A step leads from a container to a child: by name, or by index if name is "".
type step struct {
	name  string
	index int
}

// parsePath reads the part of JSONPath that names one value: $.a, $['a'], $[0].
func parsePath(path string) ([]step, bool) {
	rest, ok := strings.CutPrefix(path, "$")
	var steps []step
	for ok && rest != "" && len(steps) < partialDepth {
		var s step
		s, rest, ok = cutStep(rest)
		steps = append(steps, s)
	}
	return steps, ok && rest == "" && len(steps) > 0
}

func cutStep(path string) (s step, rest string, ok bool) {
	if name, found := strings.CutPrefix(path, "."); found {
		end := strings.IndexAny(name, ".[")
		if end < 0 {
			end = len(name)
		}
		return step{name: name[:end]}, name[end:], end > 0
	}
	inside, found := strings.CutPrefix(path, "[")
	if !found {
		return step{}, "", false
	}
	for _, quote := range []string{"'", `"`} {
		if quoted, found := strings.CutPrefix(inside, quote); found {
			name, rest, ok := strings.Cut(quoted, quote+"]")
			return step{name: name}, rest, ok && name != "" && !strings.Contains(name, `\`)
		}
	}
	digits, rest, ok := strings.Cut(inside, "]")
	index, err := strconv.Atoi(digits)
	return step{index: index}, rest, ok && err == nil && index >= 0
}

// child follows a step, and makes the child if it is the next one. It returns
// nil where the step does not fit: into a scalar, or over a gap.
func (n *node) child(s step) *node {
	want := strictjson.Object
	if s.name == "" {
		want = strictjson.Array
	}
	if n.kind == strictjson.Missing {
		n.kind = want
	}
	if n.kind != want {
		return nil
	}
	if want == strictjson.Array {
		if s.index > len(n.children) {
			return nil
		}
		if s.index == len(n.children) {
			n.children = append(n.children, new(node))
		}
		return n.children[s.index]
	}
	for i, name := range n.names {
		if name == s.name {
			return n.children[i]
		}
	}
	n.names, n.children = append(n.names, s.name), append(n.children, new(node))
	return n.children[len(n.children)-1]
}

// put sets the value, or adds to a string that is growing.
func (n *node) put(entry strictjson.Value) bool {
	more := entry.Get("willContinue").Kind() == strictjson.True
	if text := entry.Get("stringValue"); text.Kind() == strictjson.String {
		if n.kind != strictjson.Missing && !n.growing {
			return false
		}
		n.kind, n.growing = strictjson.String, more
		n.text = text.AppendText(n.text)
		return true
	}
	if n.kind != strictjson.Missing || more {
		return false
	}
	for _, member := range []string{"numberValue", "boolValue", "nullValue"} {
		value := entry.Get(member)
		if !value.Exists() {
			continue
		}
		n.kind = value.Kind()
		n.text = append(n.text, value.Raw()...)
		if member == "nullValue" {
			n.kind, n.text = strictjson.Null, []byte("null")
		}
		return n.kind <= strictjson.Number
	}
	return false
}

// close writes the arguments into the call. A string that was to go on leaves
// them cut.
func (p *partial) close() {
	if p.root.kind == strictjson.Missing || p.bad {
		return
	}
	text, _ := p.root.append(nil)
	p.slot.AppendReserved(text)
}

// append writes the JSON text of a node; whole is false if it is cut there.
func (n *node) append(dst []byte) (out []byte, whole bool) {
	switch n.kind {
	case strictjson.String:
		dst, _ = jsontext.AppendQuote(dst, n.text) // the text was strict JSON before
		if n.growing {
			return dst[:len(dst)-1], false
		}
		return dst, true
	case strictjson.Object, strictjson.Array:
		return n.appendContainer(dst)
	}
	return append(dst, n.text...), true
}

func (n *node) appendContainer(dst []byte) (out []byte, whole bool) {
	brackets := "[]"
	if n.kind == strictjson.Object {
		brackets = "{}"
	}
	dst = append(dst, brackets[0])
	for i, child := range n.children {
		if i > 0 {
			dst = append(dst, ',')
		}
		if n.kind == strictjson.Object {
			dst, _ = jsontext.AppendQuote(dst, n.names[i]) // from strict JSON too
			dst = append(dst, ':')
		}
		if dst, whole = child.append(dst); !whole {
			return dst, false
		}
	}
	return append(dst, brackets[1]), true
}
