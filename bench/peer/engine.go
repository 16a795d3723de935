package peer

import (
	"fmt"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/internal/streams"
)

// reassembly is the whole engine: the format is recognised, calls are reassembled,
// arguments decoded and validated, the verdict given.
type reassembly struct {
	verifier *engine.Verifier
	report   engine.Report
}

func newVerifier(s *streams.Stream) (*engine.Verifier, error) {
	set, problems := schema.Compile(schema.JSONSchema, s.Schemas)
	if len(problems) > 0 {
		return nil, fmt.Errorf("the schemas of %s have problems: %v", s.Name, problems)
	}
	return engine.New(engine.Options{Schemas: set})
}

func openEngine(s *streams.Stream) (Reader, error) {
	v, err := newVerifier(s)
	return &reassembly{verifier: v}, err
}

// Read implements [Reader].
func (r *reassembly) Read(deltas [][]byte) error {
	stream := r.verifier.NewStream(engine.StreamOptions{})
	for _, d := range deltas {
		stream.Observe(d)
	}
	r.report = stream.Finish()
	stream.Release()
	if r.report.Status != engine.Pass && r.report.Status != engine.NotApplicable {
		return fmt.Errorf("the verdict is %v: %v", r.report.Status, r.report.Findings)
	}
	return nil
}

// Calls implements [Merger].
func (r *reassembly) Calls() []Call {
	var calls []Call
	for _, c := range r.report.Calls {
		calls = append(calls, Call{c.ID, c.Name, c.Arguments})
	}
	return calls
}

// observing is the engine up to the end of the stream: arguments are put together,
// and neither decoded nor validated.
type observing struct{ verifier *engine.Verifier }

func openObserving(s *streams.Stream) (Reader, error) {
	v, err := newVerifier(s)
	return observing{v}, err
}

// Read implements [Reader].
func (o observing) Read(deltas [][]byte) error {
	stream := o.verifier.NewStream(engine.StreamOptions{})
	for _, d := range deltas {
		stream.Observe(d)
	}
	stream.Release()
	return nil
}
