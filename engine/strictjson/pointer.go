package strictjson

import (
	"strconv"
	"strings"
)

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// EscapePointer returns name as a reference token of a JSON Pointer (RFC 6901).
func EscapePointer(name string) string { return pointerEscapes.Replace(name) }

// Pointer returns the JSON Pointer from the root of the document to v.
func (v Value) Pointer() string {
	if v.doc == nil {
		return ""
	}
	var b strings.Builder
	for at := v.doc.Root(); at.at != v.at; {
		at = at.toward(v, &b)
	}
	return b.String()
}

// toward writes the token of the child that holds target and returns the child.
func (v Value) toward(target Value, b *strings.Builder) Value {
	i := 0
	e := v.First()
	for ; v.doc.nodes[e.at].next <= target.at; e = v.After(e) {
		i++
	}
	b.WriteByte('/')
	if v.Kind() == Object {
		b.WriteString(EscapePointer(string(v.Name(e))))
	} else {
		b.WriteString(strconv.Itoa(i))
	}
	return e
}
