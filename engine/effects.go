package engine

import (
	"bytes"

	"github.com/toolverdict/toolverdict/engine/strictjson"
	"github.com/toolverdict/toolverdict/engine/wire"
)

// effects are what the deltas of a stream did lately that said all the same, but for
// the values that varied. As long as they last, no delta has come that could have
// changed what another one does.
type effects struct {
	shape uint64 // of the deltas
	known []effect
	next  int    // the oldest, which gives way to the next
	seen  []byte // room for the values of the delta at hand
}

// An effect is what a delta did that had these values.
type effect struct {
	wire.Effect
	seen []byte
}

// maxEffects is how many are known at a time: as many as calls are streamed side by
// side, more or less.
const maxEffects = 8

// recall returns what the delta of a document does, if one like it came before.
func (e *effects) recall(d *strictjson.Document) wire.Effect {
	if e.shape != d.Shape() {
		return wire.Effect{}
	}
	var except strictjson.Value
	for i := range e.known {
		k := &e.known[i]
		if i == 0 || k.Fragment != except {
			except = k.Fragment
			e.seen = d.AppendSeen(e.seen[:0], except)
		}
		if bytes.Equal(k.seen, e.seen) {
			return k.Effect
		}
	}
	return wire.Effect{}
}

// note keeps what the delta of a document did. One whose effect is not known may
// have changed that of all.
func (e *effects) note(d *strictjson.Document, did wire.Effect) {
	if !did.Known || e.shape != d.Shape() {
		e.forget()
	}
	if !did.Known {
		return
	}
	e.shape = d.Shape()
	k := e.place()
	k.Effect, k.seen = did, d.AppendSeen(k.seen[:0], did.Fragment)
}

// place is where the next effect goes.
func (e *effects) place() *effect {
	n := len(e.known)
	if n < maxEffects {
		if n == cap(e.known) {
			e.known = append(e.known, effect{})
		}
		e.known = e.known[:n+1]
		return &e.known[n]
	}
	e.next = (e.next + 1) % maxEffects
	return &e.known[e.next]
}

// forget drops all, and keeps the memory.
func (e *effects) forget() {
	for i := range e.known {
		e.known[i].Effect = wire.Effect{}
	}
	e.known, e.next = e.known[:0], 0
}
