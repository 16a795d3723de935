package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
)

// withID makes a chunk of another response.
func withID(id, chunk string) string { return `{"id":"` + id + `",` + chunk[1:] }

func TestTurnsOfOneStream(t *testing.T) {
	usage := `{"id":"c2","choices":[],"usage":{"total_tokens":1}}`
	for _, c := range []struct {
		what     string
		deltas   []string
		verdicts []engine.Verdict
		calls    string
		findings []string
	}{
		{
			"another id after the end",
			[]string{withID("c1", call), withID("c1", finish), withID("c2", call), withID("c2", finish)},
			[]engine.Verdict{engine.Pass, engine.Pass},
			"0:a 1:a", nil,
		},
		{
			"the first is cut by length",
			[]string{withID("c1", call), withID("c1", chunk(`{}`, `,"finish_reason":"length"`)), withID("c2", call), withID("c2", finish)},
			[]engine.Verdict{engine.Fail, engine.Pass},
			"0:a 1:a",
			[]string{"error wrong_terminal_reason /chunks/1/choices/0/finish_reason"},
		},
		{
			"the second never ends",
			[]string{withID("c1", call), withID("c1", finish), withID("c2", call)},
			[]engine.Verdict{engine.Pass, engine.Fail},
			"0:a 1:a",
			[]string{"error missing_terminal /turns/1/calls/choice:0/slot:0"},
		},
		{
			"text, then a call",
			[]string{withID("c1", text), withID("c1", chunk(`{}`, `,"finish_reason":"stop"`)), withID("c2", call), withID("c2", finish)},
			[]engine.Verdict{engine.NotApplicable, engine.Pass},
			"1:a", nil,
		},
		{
			"the same id after the end",
			[]string{withID("c1", call), withID("c1", finish), withID("c1", call)},
			[]engine.Verdict{engine.Fail},
			"0:a",
			[]string{"error delta_after_terminal /chunks/2/choices/0/delta/tool_calls/0/function/arguments"},
		},
		{
			"another id before the end",
			[]string{withID("c1", call), withID("c2", strings.Replace(opening, `"a"`, `"b"`, 1)), withID("c2", finish)},
			[]engine.Verdict{engine.Fail},
			"0:a",
			[]string{"error identity_collision /chunks/1/choices/0/delta/tool_calls/0"},
		},
		{
			"usage under another id",
			[]string{withID("c1", call), withID("c1", finish), usage},
			[]engine.Verdict{engine.Pass},
			"0:a", nil,
		},
		{
			"ids that change with every chunk",
			[]string{withID("c1", opening), withID("c2", fragment(`{}`)), withID("c3", finish), withID("c4", finish)},
			[]engine.Verdict{engine.Fail},
			"0:a",
			[]string{"error duplicate_terminal /chunks/3/choices/0/finish_reason"},
		},
		{
			"one of two choices has not ended",
			[]string{withID("c1", call), withID("c1", strings.Replace(text, `"index":0`, `"index":1`, 1)), withID("c1", finish), withID("c2", call)},
			[]engine.Verdict{engine.Fail},
			"0:a",
			[]string{"error delta_after_terminal /chunks/3/choices/0/delta/tool_calls/0/function/arguments"},
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := verifier(t, nil).NewStream(engine.StreamOptions{})
			observe(s, c.deltas...)
			r := s.Finish()
			want(t, r, slices.Max(c.verdicts), "openai", c.findings...)
			var verdicts []engine.Verdict
			for turn := range r.Turns {
				verdicts = append(verdicts, r.TurnVerdict(turn))
			}
			if diff := cmp.Diff(c.verdicts, verdicts); diff != "" {
				t.Errorf("turns (-want +got):\n%s", diff)
			}
			var calls []string
			for _, call := range r.Calls {
				calls = append(calls, fmt.Sprintf("%d:%s", call.Turn, call.ID))
			}
			if got := strings.Join(calls, " "); got != c.calls {
				t.Errorf("calls %s, want %s", got, c.calls)
			}
		})
	}
}

// Lost evidence may be of any turn.
func TestLossConcernsEveryTurn(t *testing.T) {
	s := verifier(t, nil).NewStream(engine.StreamOptions{})
	observe(s, withID("c1", call), withID("c1", finish), withID("c2", call), withID("c2", finish))
	s.Lose(finding.LostDroppedEvents)
	r := s.Finish()
	if r.TurnVerdict(0) != engine.Indeterminate || r.TurnVerdict(1) != engine.Indeterminate {
		t.Errorf("%s, %s", r.TurnVerdict(0), r.TurnVerdict(1))
	}
	if got := r.TurnVerdict(2); got != engine.Indeterminate {
		t.Errorf("a turn that is not there is %s", got)
	}
}

// Deltas that wait for the format keep their numbers, whatever came between.
func TestDeltasThatWaitKeepTheirNumbers(t *testing.T) {
	s := verifier(t, nil).NewStream(engine.StreamOptions{})
	observe(s, `{"x":1}`, `[DONE]`, `{"x":2}`, call, finish)
	want(t, s.Finish(), engine.Fail, "openai", "error invalid_chunk /chunks/0", "error invalid_chunk /chunks/2")
}

// None of them is forgotten: a stream that tells nothing for too long is of no
// format that is known, rather than one that began later.
func TestStreamThatTellsNothingForLong(t *testing.T) {
	strange := slices.Repeat([]string{`{"type":"unheard_of"}`}, 16)
	s := verifier(t, nil).NewStream(engine.StreamOptions{})
	observe(s, slices.Concat(strange, block)...)
	want(t, s.Finish(), engine.Pass, "anthropic")

	s = verifier(t, nil).NewStream(engine.StreamOptions{})
	observe(s, slices.Concat(strange, []string{`{"type":"error","error":{}}`}, block, strange)...)
	if s.Recognised() {
		t.Error("recognised")
	}
	want(t, s.Finish(), engine.Invalid, "", "error unknown_profile /profile")
}

// Of more turns than the limit the rest is not read: not even as part of the last
// one.
func TestAStreamHoldsSoManyTurns(t *testing.T) {
	deltas := []string{
		withID("c1", call), withID("c1", finish), withID("c2", call), withID("c2", finish),
		withID("c3", chunk(`{"tool_calls":5}`, ``)), withID("c2", finish),
	}
	limited := verifier(t, func(o *engine.Options) { o.Limits.Turns = 2 })
	for what, c := range map[string]struct {
		verifier *engine.Verifier
		options  engine.StreamOptions
		turns    int
		status   engine.Verdict
		findings []string
	}{
		"the limit":            {limited, engine.StreamOptions{}, 2, engine.Indeterminate, []string{"unknown limit_exceeded/turns /chunks/4"}},
		"what is left of it":   {limited, engine.StreamOptions{Turns: 1}, 1, engine.Indeterminate, []string{"unknown limit_exceeded/turns /chunks/2"}},
		"all are within":       {verifier(t, nil), engine.StreamOptions{Turns: 9}, 3, engine.Fail, []string{"error invalid_tool_calls /chunks/4/choices/0/delta/tool_calls"}},
		"the limit, inclusive": {verifier(t, func(o *engine.Options) { o.Limits.Turns = 3 }), engine.StreamOptions{}, 3, engine.Fail, []string{"error invalid_tool_calls /chunks/4/choices/0/delta/tool_calls"}},
	} {
		t.Run(what, func(t *testing.T) {
			s := c.verifier.NewStream(c.options)
			observe(s, deltas...)
			r := s.Finish()
			if r.Turns != c.turns {
				t.Errorf("%d turns, want %d", r.Turns, c.turns)
			}
			want(t, r, c.status, "openai", c.findings...)
		})
	}
}

// Where findings are left out, the turn that they are about does not pass.
func TestATurnWhoseFindingsWereLeftOutDoesNotPass(t *testing.T) {
	s := verifier(t, func(o *engine.Options) { o.Limits.Findings = 1 }).NewStream(engine.StreamOptions{})
	length := chunk(`{}`, `,"finish_reason":"length"`)
	observe(s, withID("c1", call), withID("c1", length), withID("c2", call), withID("c2", length))
	r := s.Finish()
	if len(r.Findings) != 1 || r.Omitted != 1 || r.TurnVerdict(0) != engine.Fail || r.TurnVerdict(1) != engine.Fail {
		t.Errorf("%d findings, %d omitted, turns %s and %s", len(r.Findings), r.Omitted, r.TurnVerdict(0), r.TurnVerdict(1))
	}
}

// What others blame a report for has room within the limit, and beyond it once for
// each code.
func TestBlameIsLimited(t *testing.T) {
	v := verifier(t, func(o *engine.Options) { o.Limits.Findings = 2 })
	s := v.NewStream(engine.StreamOptions{})
	observe(s, call, finish)
	r := s.Finish()
	for range 5 {
		f, _ := v.Finding(finding.ExecutedTwice, nil)
		r.Blame(f)
	}
	f, _ := v.Finding(finding.ExecutedUnknownCall, nil)
	r.Blame(f)
	if len(r.Findings) != 3 || r.Omitted != 3 || r.Status != engine.Fail {
		t.Errorf("%d findings, %d omitted, %s", len(r.Findings), r.Omitted, r.Status)
	}
}
