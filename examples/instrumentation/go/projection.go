package deltas

import (
	"encoding/json"
	"maps"
	"strings"
)

// A projection is what is recorded of a delta.
type projection struct {
	value     members
	fragments []fragment
	odd       bool // something was of another kind than the format has there
}

// A fragment is the next part of the arguments of a call.
type fragment struct {
	slot   string
	parent members // where in the projection it stands
	member string
}

// around are the objects around a value by the member that they, or their list, are
// under, and #member for their position.
type around map[string]any

func (a around) with(name string, value any) around {
	b := maps.Clone(a)
	b[name] = value
	return b
}

// project projects a masked delta.
func project(delta members, s shape) *projection {
	p := &projection{}
	if of, ok := s.(members); ok {
		p.value = p.members(delta, of, around{"": delta})
	} else {
		p.value = delta
	}
	return p
}

func (p *projection) members(object, shape members, a around) members {
	out := members{}
	for member, of := range shape {
		from, ok := object[member]
		if !ok {
			continue
		}
		switch of := of.(type) {
		case string:
			out[member] = p.leaf(from, of, fragment{parent: out, member: member}, a)
		case []any:
			out[member] = p.list(from, member, of[0].(members), a)
		case members:
			out[member] = p.object(from, member, of, a)
		}
	}
	return out
}

func (p *projection) list(value any, member string, shape members, a around) any {
	list, ok := value.([]any)
	if !ok {
		return p.unexpected(value)
	}
	out := make([]any, len(list))
	for i, element := range list {
		out[i] = p.object(element, member, shape, a.with("#"+member, i))
	}
	return out
}

func (p *projection) object(value any, member string, shape members, a around) any {
	object, ok := value.(members)
	if !ok {
		return p.unexpected(value)
	}
	return p.members(object, shape, a.with(member, object))
}

func (p *projection) unexpected(value any) any {
	p.odd = p.odd || value != nil
	return kind(value)
}

// leaf does what the shape says with a value, which is masked already.
func (p *projection) leaf(value any, what string, f fragment, a around) any {
	treatment, slot, _ := strings.Cut(what, " ")
	text, isText := value.(string)
	switch {
	case treatment == "keep":
		p.odd = p.odd || container(value)
		return kind(value)
	case treatment == "kind":
		return kind(value)
	case treatment == "none" && isText:
		return ""
	case treatment == "fragment" && isText:
		f.slot = a.slot(strings.Fields(slot))
		p.fragments = append(p.fragments, f)
		return text
	}
	return value
}

// kind empties objects and lists.
func kind(value any) any {
	switch value.(type) {
	case members:
		return members{}
	case []any:
		return []any{}
	}
	return value
}

func container(value any) bool {
	switch value.(type) {
	case members, []any:
		return true
	}
	return false
}

// slot names a call by the members that tell it from others.
func (a around) slot(names []string) string {
	var parts []any
	for _, name := range names {
		object, member, nested := strings.Cut(name, ".")
		if !nested {
			object, member = "", name
		}
		of, _ := a[object].(members)
		value := of[member]
		if value == nil {
			value = a["#"+object]
		}
		parts = append(parts, value)
	}
	name, _ := json.Marshal(parts) // they came from JSON
	return string(name)
}
