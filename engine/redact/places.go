package redact

import (
	"strings"

	"github.com/toolverdict/toolverdict/engine/wire"
)

// A treatment says what becomes of the strings and numbers at a place.
type treatment uint8

const (
	content   treatment = iota // they are masked
	word                       // they stay
	counts                     // numbers stay, also of all that is below
	id                         // they are hashed, if there is a key
	arguments                  // they are the arguments of a call
)

// A place is a node in the tree of places of a format. A nil place is content, and
// so is all below it.
type place struct {
	treatment treatment
	members   map[string]*place
}

// below returns the place of a member, or of an element, which is called "#".
func (p *place) below(name string) *place {
	switch {
	case p == nil || p.treatment == counts:
		return p
	case p.members[name] != nil:
		return p.members[name]
	case name != "#":
		return p.members["*"]
	}
	return nil
}

// is returns the treatment of a place.
func (p *place) is() treatment {
	if p == nil {
		return content
	}
	return p.treatment
}

// add puts paths as [wire.Shown] has them into the tree.
func (p *place) add(paths []string, t treatment) *place {
	for _, path := range paths {
		at, last := p, t
		if short, found := strings.CutSuffix(path, ".**"); found {
			path, last = short, counts
		}
		for name := range strings.SplitSeq(path, ".") {
			if at.members[name] == nil {
				if at.members == nil {
					at.members = map[string]*place{}
				}
				at.members[name] = &place{}
			}
			at = at.members[name]
		}
		at.treatment = last
	}
	return p
}

// placesOf are the places by format; those under nil are of a delta whose format
// is not known.
var placesOf = func() map[*wire.Format]*place {
	all := map[*wire.Format]*place{nil: new(place).add([]string{"type", "object"}, word)}
	for _, f := range wire.Formats() {
		all[f] = new(place).add(f.Shown.Words, word).add(f.Shown.IDs, id)
	}
	return all
}()

// handed are the places of a call as an adapter handed it over.
var handed = new(place).add([]string{"name", "type"}, word).add([]string{"id"}, id).add([]string{"arguments"}, arguments)
