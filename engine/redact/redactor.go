package redact

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/mask"
	"github.com/toolverdict/toolverdict/engine/strictjson"
	"github.com/toolverdict/toolverdict/engine/wire"
)

// Options say what is known of a stream, and what is masked in it.
type Options struct {
	// Format is the wire format. "" and [engine.Auto] recognise it from the deltas.
	Format string
	// Hint is the provider's name, as in [engine.StreamOptions].
	Hint string
	// Placeholder stands for strings; "" is [mask.Default].
	Placeholder string
	// Numbers and Booleans mask those of arguments as well.
	Numbers, Booleans bool
	// IDKey is the key under which ids are hashed; without one they stay.
	IDKey []byte
	// Limits are those that the verdict is held to: what passes one is masked so
	// that it still does. Zero fields are the defaults.
	Limits engine.Limits
}

// minKey is how long a key is at least, in bytes.
const minKey = 16

// CheckKey says why ids can't be hashed under a key, nil if they can. No key at all is
// fine.
func CheckKey(key []byte) error {
	if n := len(key); n > 0 && n < minKey {
		return fmt.Errorf("the key has %d bytes: use a random one of %d or more", n, minKey)
	}
	return nil
}

// A Redactor masks the deltas of one stream. It holds the state of that stream,
// within the limits, and is not safe for concurrent use.
type Redactor struct {
	options Options
	quoted  []byte // the placeholder as JSON text
	values  values
	ids     ids

	format   *wire.Format // nil as long as it is not known
	unknown  bool         // nobody knows the format
	document strictjson.Document
	config   assembly.Config
	log      *assembly.Log
	assembly *assembly.Assembly
	reader   wire.Reader
	slots    map[*assembly.Slot]*argument
	found    int  // findings so far
	full     bool // the arguments passed their limit

	pieces pieces // of the delta at hand
}

// New starts a stream. The error says which option can't be used.
func New(o Options) (*Redactor, error) {
	if o.Placeholder == "" {
		o.Placeholder = mask.Default
	}
	if err := mask.Check(o.Placeholder); err != nil {
		return nil, fmt.Errorf("placeholder: %w", err)
	}
	if err := CheckKey(o.IDKey); err != nil {
		return nil, fmt.Errorf("ids: %w", err)
	}
	o.Limits = o.Limits.OrDefault()
	r := &Redactor{
		options: o, values: newValues(o.Placeholder), ids: ids{key: o.IDKey},
		log: assembly.NewLog(finding.Policy{}, 1),
	}
	r.quoted, _ = jsontext.AppendQuote(nil, o.Placeholder) // it was checked
	r.config = assembly.Config{
		Slots: o.Limits.Slots, ArgumentBytes: o.Limits.ArgumentBytes, Depth: o.Limits.Depth, Tap: (*tap)(r),
	}
	if o.Format != "" && o.Format != engine.Auto {
		r.format = wire.Lookup(o.Format)
		r.unknown = r.format == nil
	}
	return r, nil
}

// Delta appends a delta with its content masked to dst. It takes any bytes, and
// borrows them for the call.
func (r *Redactor) Delta(dst, delta []byte) []byte {
	if len(delta) > r.options.Limits.EventBytes {
		return appendOversize(dst, len(delta))
	}
	if engine.Done(delta) {
		return append(dst, delta...)
	}
	if err := r.document.Parse(delta, r.options.Limits.Depth); err != nil {
		var strict *strictjson.Error
		if errors.As(err, &strict) && strict.Reason == strictjson.TooDeep {
			return appendDeep(dst, r.options.Limits.Depth)
		}
		return appendBlurred(dst, delta)
	}
	root := r.document.Root()
	r.pieces.reset()
	places := r.read(root)
	if r.overflows() {
		return appendOversize(dst, r.options.Limits.EventBytes+1)
	}
	r.pieces.sort()
	w := rewriter{r, dst, delta, 0}
	return w.all(root, places)
}

// read lets the reader of the format tell what becomes arguments, and returns the
// places of the delta.
func (r *Redactor) read(delta strictjson.Value) *place {
	other := wire.Recognise(delta, r.options.Hint)
	if r.format == nil && !r.unknown {
		r.format = other
	}
	switch {
	case r.format == nil:
		return placesOf[nil]
	case delta.Kind() != strictjson.Object:
	case other != nil && !r.format.Recognise(delta):
		return placesOf[other]
	default:
		r.observe(delta)
	}
	return placesOf[r.format]
}

// observe gives a delta to the turn that it belongs to.
func (r *Redactor) observe(delta strictjson.Value) {
	if r.reader == nil || r.reader.Starts(delta) {
		r.assembly = assembly.New(&r.config, r.format.Traits, r.log, 0)
		r.reader = r.format.Open(r.assembly, wire.Policy{Terminals: r.format.Terminals})
		r.slots = map[*assembly.Slot]*argument{}
	}
	r.reader.Observe(delta)
}

// overflows reports whether the arguments just passed their limit. As they are masked
// they may not, so the delta is made one that passes another.
func (r *Redactor) overflows() bool {
	if r.full || r.log.Len() == r.found {
		return false
	}
	r.found = r.log.Len()
	findings, _ := r.log.Close()
	r.full = slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.ID() == finding.LimitArgumentBytes })
	return r.full
}
