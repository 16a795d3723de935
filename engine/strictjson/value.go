package strictjson

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// A Kind is the JSON type of a value.
type Kind uint8

// The kinds. Missing is that of a member or element that is not there.
const (
	Missing Kind = iota
	Null
	False
	True
	Number
	String
	Object
	Array
)

func kindOf(k jsontext.Kind) Kind {
	switch k {
	case 'n':
		return Null
	case 'f':
		return False
	case 't':
		return True
	case '0':
		return Number
	case '"':
		return String
	case '{':
		return Object
	case '[':
		return Array
	}
	return Missing
}

// A Value is a cursor to one value of a [Document]. The zero Value is missing:
// all methods work on it and find nothing. It is valid until the document is
// parsed again.
type Value struct {
	doc *Document
	at  int32
}

// Kind returns the JSON type, [Missing] if there is no value.
func (v Value) Kind() Kind {
	if v.doc == nil {
		return Missing
	}
	return v.doc.nodes[v.at].kind
}

// Exists reports whether there is a value; null is one.
func (v Value) Exists() bool { return v.doc != nil }

// Given reports whether there is a value other than null.
func (v Value) Given() bool { return v.Kind() > Null }

// Get returns the member of that name of an object.
func (v Value) Get(name string) Value {
	if v.doc == nil {
		return Value{}
	}
	shape := &v.doc.shape
	if i := shape.next; i < len(shape.answers) {
		if a := &shape.answers[i]; a.of == v.at && a.name == name {
			shape.next = i + 1
			return a.member
		}
	}
	member := v.find(name)
	shape.note(answer{name, v.at, member})
	return member
}

// find looks for the member of that name of an object.
func (v Value) find(name string) Value {
	if v.Kind() != Object {
		return Value{}
	}
	nodes := v.doc.nodes
	for i := v.at + 1; i < nodes[v.at].next; i = nodes[i+1].next {
		if (Value{v.doc, i}).Is(name) {
			return Value{v.doc, i + 1}
		}
	}
	return Value{}
}

// Size returns how many values and names there are in v, itself included.
func (v Value) Size() int {
	if v.doc == nil {
		return 0
	}
	return int(v.doc.nodes[v.at].next - v.at)
}

// Len returns the number of members or elements; it is 0 for a scalar.
func (v Value) Len() int {
	n := 0
	for e := v.First(); e.Exists(); e = v.After(e) {
		n++
	}
	return n
}

// First returns the first element of an array or the first member's value of an
// object.
func (v Value) First() Value {
	kind := v.Kind()
	if kind != Array && kind != Object {
		return Value{}
	}
	return v.child(v.at + 1)
}

// After returns the element or member's value that follows e in v.
func (v Value) After(e Value) Value { return v.child(v.doc.nodes[e.at].next) }

// child is the value that starts at node i, or behind the name at node i.
func (v Value) child(i int32) Value {
	if i >= v.doc.nodes[v.at].next {
		return Value{}
	}
	if v.Kind() == Object {
		i++
	}
	return Value{v.doc, i}
}

// Name returns the name of the member whose value e is, where v is the object.
// It allocates only if the name is escaped.
func (v Value) Name(e Value) []byte {
	if v.Kind() != Object || !e.Exists() {
		return nil
	}
	return Value{v.doc, e.at - 1}.View()
}

// Span returns where in the parsed text that of the value begins and ends.
func (v Value) Span() (start, end int) {
	if v.doc == nil {
		return 0, 0
	}
	n := &v.doc.nodes[v.at]
	return int(n.start), int(n.end)
}

// Raw returns the JSON text of the value. It belongs to the document.
func (v Value) Raw() []byte {
	if v.doc == nil {
		return nil
	}
	nodes := v.doc.nodes
	n := &nodes[v.at]
	for i := v.at; i < n.next; i++ {
		nodes[i].seen = true
	}
	return v.doc.text[n.start:n.end]
}

// Is reports whether the value is the string s.
func (v Value) Is(s string) bool {
	if v.doc == nil {
		return false
	}
	n := &v.doc.nodes[v.at]
	n.seen = true
	if n.kind == String && !n.escaped {
		return string(v.doc.text[n.start+1:n.end-1]) == s
	}
	return n.kind == String && string(v.View()) == s
}

// AppendText appends the text of a string, unescaped; it appends nothing for
// other kinds.
func (v Value) AppendText(dst []byte) []byte {
	if v.Kind() != String {
		return dst
	}
	raw := v.Raw()
	if raw = raw[1 : len(raw)-1]; !v.doc.nodes[v.at].escaped {
		return append(dst, raw...)
	}
	return appendUnescaped(dst, raw)
}

// Text returns a copy of the text of a string, "" for other kinds.
func (v Value) Text() string { return string(v.View()) }

// View returns the text of a string, nil for other kinds. It is the document's
// and must not be changed or kept.
func (v Value) View() []byte {
	if v.Kind() != String {
		return nil
	}
	if raw := v.Raw(); !v.doc.nodes[v.at].escaped {
		return raw[1 : len(raw)-1]
	}
	return v.AppendText(nil)
}

// Index returns the value of an integer literal from 0 on: the only form in
// which a slot may be given. "1", 1.0, 1e0, true and -1 are none.
func (v Value) Index() (int64, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	raw := v.Raw()
	if len(raw) == 1 && raw[0] != '-' {
		return int64(raw[0] - '0'), true
	}
	i, err := strconv.ParseInt(string(raw), 10, 64)
	return i, err == nil && i >= 0
}
