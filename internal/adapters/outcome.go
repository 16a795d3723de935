package main

import (
	"reflect"
	"slices"

	"github.com/toolverdict/toolverdict/internal/collector"
)

// An Outcome is what an adapter did with the calls of a turn.
type Outcome int

// The outcomes.
const (
	// Blocked: no tool ran, and the application got no call that looks good.
	Blocked Outcome = iota
	// PassedThrough: the application got calls, but no tool ran.
	PassedThrough
	// Executed: a tool ran.
	Executed
)

// A Result is everything that is known of one cell.
type Result struct {
	Deed
	Stream *Stream
	// Runs are what the tool did, by its own account.
	Runs []Run
	// Turn is the span of the turn as the collector wrote it, nil if there is none.
	Turn *collector.Span
	// Tools are the spans of tools.
	Tools []collector.Span
}

// Outcome says what the adapter did.
func (r *Result) Outcome() Outcome {
	switch {
	case len(r.Runs) > 0:
		return Executed
	case len(r.Handed) > 0:
		return PassedThrough
	}
	return Blocked
}

// Altered says that a tool was given arguments that no call of the stream has.
func (r *Result) Altered() bool {
	return slices.ContainsFunc(r.Runs, func(run Run) bool {
		return !slices.ContainsFunc(r.Stream.Calls, func(call any) bool { return reflect.DeepEqual(call, run.Arguments) })
	})
}

// Early says that a tool began before the adapter was given the end of the turn.
func (r *Result) Early() bool {
	terminal := r.Stream.report.TerminalDelta(0)
	return slices.ContainsFunc(r.Runs, func(run Run) bool { return run.Delivered <= terminal })
}

// attribute returns an attribute of the turn's span as text, "" if it has none.
func (r *Result) attribute(key string) string {
	if r.Turn != nil {
		if v, ok := r.Turn.Attributes().Get(key); ok {
			return v.AsString()
		}
	}
	return ""
}

// findings are the codes on the turn's span.
func (r *Result) findings() (codes []string) {
	if r.Turn == nil {
		return nil
	}
	if v, ok := r.Turn.Attributes().Get("toolverdict.findings"); ok {
		for _, code := range v.Slice().All() {
			codes = append(codes, code.Str())
		}
	}
	return codes
}

// failOpen is what the spans of the cell say: "true", "false", or "" for no evidence.
func (r *Result) failOpen() string {
	said := r.attribute("toolverdict.fail_open")
	for _, tool := range r.Tools {
		if v, ok := tool.Attributes().Get("toolverdict.fail_open"); ok && (said == "" || v.Bool()) {
			said = v.AsString()
		}
	}
	return said
}
