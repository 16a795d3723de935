package engine

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/mask"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/engine/wire"
)

// Options are what a [Verifier] is compiled from.
type Options struct {
	// Schemas are the tool schemas to check arguments against. Nil means that
	// every called tool is unknown, unless a stream brings its own.
	Schemas *schema.Set
	// Levels changes the levels of findings, by code or code/reason.
	Levels map[string]finding.Level
	// Limits bound what one stream may cost.
	Limits Limits
	// Consequences also reports findings that follow from another one, as the
	// conservative dialect does: a call that ended for the wrong reason also
	// lacks its terminal, a call without a name also names no known tool. As there, null
	// is then a wrong type where it stands for what an SDK found left out.
	Consequences bool
	// Terminals are further reasons that release calls, by format: those that a
	// provider is known to use, such as "stop" on Gemini's OpenAI layer.
	Terminals map[string][]string
	// RepeatedTerminal accepts that a choice ends again with the same reason.
	RepeatedTerminal bool
	// Masks say what stands in arguments where a value was masked.
	Masks mask.Rules
}

// A Verifier checks streams. It is compiled once, is immutable, and is safe for
// concurrent use.
type Verifier struct {
	policy   finding.Policy
	limits   Limits
	assembly assembly.Config
	wire     map[string]wire.Policy // by format
	streams  *sync.Pool             // of *Stream, that were released
}

// New compiles a verifier. The error says which option can't be used.
func New(o Options) (*Verifier, error) {
	policy, err := finding.NewPolicy(o.Levels)
	if err != nil {
		return nil, fmt.Errorf("levels: %w", err)
	}
	policies, err := compileTerminals(o)
	if err != nil {
		return nil, fmt.Errorf("terminals: %w", err)
	}
	masks, err := o.Masks.Compile()
	if err != nil {
		return nil, fmt.Errorf("masks: %w", err)
	}
	limits := o.Limits.OrDefault()
	return &Verifier{
		policy: policy,
		limits: limits,
		assembly: assembly.Config{
			Schemas:       o.Schemas,
			Slots:         limits.Slots,
			ArgumentBytes: limits.ArgumentBytes,
			Depth:         limits.Depth,
			Consequences:  o.Consequences,
			Masks:         masks,
		},
		wire:    policies,
		streams: &sync.Pool{},
	}, nil
}

// Finding makes a finding that the deltas of a stream do not show, at the level
// that the policy gives it; ok is false if it is off.
func (v *Verifier) Finding(id finding.ID, call *finding.Call) (f finding.Finding, ok bool) {
	rule, _ := finding.Lookup(id)
	level := v.policy.Level(rule, id)
	code, reason := id.Split()
	f = finding.Finding{Level: level, Code: code, Reason: reason, Fault: rule.Fault, Message: rule.Explanation, Call: call}
	return f, level != finding.Off
}

// compileTerminals gives each format the reasons that release its calls.
func compileTerminals(o Options) (map[string]wire.Policy, error) {
	policies := map[string]wire.Policy{}
	for _, f := range wire.Formats() {
		policies[f.Name] = wire.Policy{
			Terminals:        append(slices.Clone(f.Terminals), o.Terminals[f.Name]...),
			RepeatedTerminal: o.RepeatedTerminal,
		}
	}
	for name := range o.Terminals {
		if wire.Lookup(name) == nil {
			return nil, fmt.Errorf("unknown format %q: use one of %s", name, strings.Join(Formats(), ", "))
		}
	}
	return policies, nil
}

func (v *Verifier) policyOf(f *wire.Format) wire.Policy { return v.wire[f.Name] }

// Formats returns the names of the wire formats that are known.
func Formats() []string {
	var names []string
	for _, f := range wire.Formats() {
		names = append(names, f.Name)
	}
	return names
}
