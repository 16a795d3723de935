package deltas

import (
	"bytes"
	"encoding/json"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/toolverdict/toolverdict/engine/redact"
)

// Options say what is recorded, and how.
type Options struct {
	// Format is the wire format: one that toolverdict knows.
	Format string
	// MaxEvents is how many deltas are recorded at most; 0 is 126, for SDKs keep 128
	// events of a span.
	MaxEvents int
	// TurnID tells the streams of a span apart, if it has several.
	TurnID string
}

// A Recorder records the deltas of one stream. It is not safe for concurrent use.
type Recorder struct {
	span     trace.Span
	options  Options
	format   *format
	redactor *redact.Redactor

	held  *held           // a delta that the next one may be joined with
	said  map[string]bool // deltas without a fragment that need not be recorded again
	count int
	done  bool
}

type held struct {
	*projection
	frame string // the delta without its fragment
	time  time.Time
}

// New starts a stream on a span, which must not end before the stream does. The error
// says which option can't be used.
func New(span trace.Span, o Options) (*Recorder, error) {
	format, err := lookup(o.Format)
	if err != nil {
		return nil, err
	}
	redactor, err := redact.New(redact.Options{Format: o.Format})
	if err != nil {
		return nil, err
	}
	if o.MaxEvents == 0 {
		o.MaxEvents = 126
	}
	return &Recorder{span: span, options: o, format: format, redactor: redactor, said: map[string]bool{}}, nil
}

// Observe observes the next delta: its JSON text, as it came. It borrows the bytes for
// the call.
func (r *Recorder) Observe(delta []byte) {
	if r.done {
		return
	}
	masked := r.redactor.Delta(nil, delta)
	value, ok := parse(masked)
	if !ok { // it was no better before it was masked
		r.flush()
		r.record(string(masked), time.Now())
		return
	}
	p := project(value, r.format.Shape)
	if p.odd || r.wanted(value) {
		r.add(p, r.format.Joins.meets(value) && !r.format.Ends.meets(value))
	}
}

// End ends the recording: the provider's stream is over, whether it said so or just
// stopped.
func (r *Recorder) End() { r.finish(0) }

// Abandon ends the recording of a stream that the application has stopped reading:
// what would have followed is not known. [Recorder.End] does nothing after it.
func (r *Recorder) Abandon() { r.finish(1) }

// parse reads a masked delta, if it is an object.
func parse(masked []byte) (members, bool) {
	var value any
	decoder := json.NewDecoder(bytes.NewReader(masked))
	decoder.UseNumber()
	if decoder.Decode(&value) != nil || decoder.More() {
		return nil, false
	}
	object, ok := value.(members)
	return object, ok
}

func (r *Recorder) wanted(delta members) bool {
	f := r.format
	if f.Needs != "" && !readable(delta[f.Needs]) {
		return true
	}
	return (f.Records == nil || f.Records.meets(delta)) && !f.Skips.meets(delta)
}

// add records a delta, or holds it back if it may be joined with the next.
func (r *Recorder) add(p *projection, joins bool) {
	switch {
	case !joins || p.odd || len(p.fragments) > 1:
		r.flush()
		clear(r.said)
		r.record(text(p.value), time.Now())
	case len(p.fragments) == 0:
		r.once(text(p.value))
	default:
		r.join(p)
	}
}

// once records a delta that says no more the second time.
func (r *Recorder) once(payload string) {
	if r.said[payload] {
		return
	}
	r.flush()
	r.said[payload] = true
	r.record(payload, time.Now())
}

// join adds the fragment of a delta to that of the one before, if they are of the same
// call and the same but for it.
func (r *Recorder) join(p *projection) {
	next := p.fragments[0]
	added, _ := next.parent[next.member].(string)
	next.parent[next.member] = ""
	frame := text(p.value)
	if h := r.held; h != nil && h.frame == frame && h.fragments[0].slot == next.slot {
		first := h.fragments[0]
		before, _ := first.parent[first.member].(string)
		first.parent[first.member] = before + added
		h.time = time.Now()
		return
	}
	r.flush()
	next.parent[next.member] = added
	r.held = &held{p, frame, time.Now()}
}

func (r *Recorder) finish(missing int) {
	if r.done {
		return
	}
	r.flush()
	r.done = true
	r.event("toolverdict.stream.end", time.Now(), attribute.Int("toolverdict.delta.count", r.count+missing))
}

func (r *Recorder) flush() {
	if h := r.held; h != nil {
		r.held = nil
		r.record(text(h.value), h.time)
	}
}

// record records a delta, or only counts it: then the end says that some are missing.
func (r *Recorder) record(payload string, at time.Time) {
	if r.count++; r.count <= r.options.MaxEvents {
		r.event("toolverdict.delta", at,
			attribute.Int("toolverdict.delta.sequence", r.count-1), attribute.String("toolverdict.delta.payload", payload))
	}
}

func (r *Recorder) event(name string, at time.Time, attributes ...attribute.KeyValue) {
	if id := r.options.TurnID; id != "" {
		attributes = append(attributes, attribute.String("toolverdict.turn.id", id))
	}
	r.span.AddEvent(name, trace.WithTimestamp(at), trace.WithAttributes(attributes...))
}

// text is a projection as JSON text.
func text(value members) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // it came from JSON
	return string(bytes.TrimSuffix(out.Bytes(), []byte("\n")))
}
