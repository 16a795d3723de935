package wire

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// A partial puts the arguments of one call together that come as values at
// paths. They come in the order of the document, so their JSON text is written
// as they come: a path leads on with the string that is open, or to a place
// behind the last one. Containers come into being with the first path into them
// and end with the first one past them. With the first entry that does not fit,
// the place of all others is unsure: it is reported and the rest is not read.
type partial struct {
	slot *assembly.Slot
	path []place // from the root to the last value
	// growing says that the last value is a string that goes on.
	growing bool
	bad     bool
	text    []byte // of one entry, kept for its memory
}

// A place is where in a container the path to the last value leads.
type place struct {
	step
	names map[string]bool // the members of an object so far; nil in an array
}

// read applies the entries of one chunk.
func (p *partial) read(entries strictjson.Value) {
	if entries.Given() && entries.Kind() != strictjson.Array {
		p.reject(entries)
		return
	}
	for entry := entries.First(); entry.Exists() && !p.bad; entry = entries.After(entry) {
		p.text = p.text[:0]
		if !p.apply(entry) {
			p.reject(entry)
			return
		}
		p.slot.AppendBytes(p.text, entry)
	}
}

// reject reports the first that can't be placed.
func (p *partial) reject(at strictjson.Value) {
	if p.bad {
		return
	}
	p.bad = true
	p.slot.Opaque()
	p.slot.Report(finding.InvalidArgumentsDelta, at)
}

// end closes the containers that are open. A string that was to go on leaves the
// arguments cut.
func (p *partial) end(at strictjson.Value) {
	if p.bad || p.growing {
		return
	}
	p.text = p.text[:0]
	p.leave(0)
	p.slot.AppendBytes(p.text, at)
}

// apply writes one value at its place and reports whether it fits there.
func (p *partial) apply(entry strictjson.Value) bool {
	steps, ok := parsePath(entry.Get("jsonPath").Text())
	if !ok {
		return false
	}
	same := p.shared(steps)
	if p.growing {
		return same == len(steps) && same == len(p.path) && p.grow(entry)
	}
	return p.move(steps, same) && p.put(entry)
}

// shared returns how many steps lead the way of the last value.
func (p *partial) shared(steps []step) int {
	n := 0
	for n < len(steps) && n < len(p.path) && p.path[n].step == steps[n] {
		n++
	}
	return n
}

// move goes to a new place, which shares some steps with the last one.
func (p *partial) move(steps []step, same int) bool {
	if same == len(steps) || same == len(p.path) && same > 0 {
		return false // there is a value, or the way leads through one
	}
	if same < len(p.path) {
		p.leave(same + 1)
		if !p.next(&p.path[same], steps[same]) {
			return false
		}
		same++
	}
	for _, s := range steps[same:] {
		if !p.enter(s) {
			return false
		}
	}
	return true
}

// leave closes the containers below a depth.
func (p *partial) leave(depth int) {
	for _, c := range slices.Backward(p.path[depth:]) {
		if c.names != nil {
			p.text = append(p.text, '}')
		} else {
			p.text = append(p.text, ']')
		}
	}
	p.path = p.path[:depth]
}

// next goes on to another member or element of a container.
func (p *partial) next(c *place, s step) bool {
	p.text = append(p.text, ',')
	if s.isIndex {
		fits := c.names == nil && s.index == c.index+1
		c.step = s
		return fits
	}
	if c.names == nil || c.names[s.name] {
		return false
	}
	c.step = s
	p.name(c)
	return true
}

// enter opens a container at its first member or element.
func (p *partial) enter(s step) bool {
	c := place{step: s}
	if s.isIndex {
		p.text = append(p.text, '[')
	} else {
		c.names = map[string]bool{}
		p.text = append(p.text, '{')
		p.name(&c)
	}
	p.path = append(p.path, c)
	return s.index == 0
}

func (p *partial) name(c *place) {
	c.names[c.name] = true
	p.quote([]byte(c.name))
	p.text = append(p.text, ':')
}

// quote writes text that strict JSON held before.
func (p *partial) quote(text []byte) { p.text, _ = jsontext.AppendQuote(p.text, text) }

// put writes the only value that an entry has. Only a string may go on.
func (p *partial) put(entry strictjson.Value) bool {
	more, ok := goesOn(entry)
	text, number, truth, null := entry.Get("stringValue"), entry.Get("numberValue"), entry.Get("boolValue"), entry.Get("nullValue")
	switch {
	case !ok || more && !text.Given() || given(text, number, truth, null) > 1:
		return false
	case text.Kind() == strictjson.String:
		p.quote(text.AppendText(nil))
		p.suspend(more)
	case number.Kind() == strictjson.Number:
		p.text = append(p.text, number.Raw()...)
	case truth.Kind() == strictjson.True, truth.Kind() == strictjson.False:
		p.text = append(p.text, truth.Raw()...)
	case null.Kind() == strictjson.Null, null.Is("NULL_VALUE"):
		p.text = append(p.text, "null"...)
	default:
		return false
	}
	return true
}

// grow goes on with the string that is open.
func (p *partial) grow(entry strictjson.Value) bool {
	more, ok := goesOn(entry)
	text := entry.Get("stringValue")
	if !ok || text.Kind() != strictjson.String || given(entry.Get("numberValue"), entry.Get("boolValue"), entry.Get("nullValue")) > 0 {
		return false
	}
	p.quote(text.AppendText(nil))
	p.text = p.text[1:]
	p.suspend(more)
	return true
}

// suspend takes the closing quote off a string that goes on.
func (p *partial) suspend(more bool) {
	if p.growing = more; more {
		p.text = p.text[:len(p.text)-1]
	}
}

func given(values ...strictjson.Value) (n int) {
	for _, v := range values {
		if v.Given() {
			n++
		}
	}
	return n
}

// goesOn reads willContinue; ok is false if it is no boolean.
func goesOn(of strictjson.Value) (more, ok bool) {
	switch v := of.Get("willContinue"); v.Kind() {
	case strictjson.True:
		return true, true
	case strictjson.Missing, strictjson.Null, strictjson.False:
		return false, true
	}
	return false, false
}
