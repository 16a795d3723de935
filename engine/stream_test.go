package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/schema"
)

func verifier(t testing.TB, change func(*engine.Options)) *engine.Verifier {
	t.Helper()
	set, violations := schema.Compile(schema.JSONSchema, map[string][]byte{"f": []byte(`{"type":"object"}`)})
	if len(violations) > 0 {
		t.Fatal(violations)
	}
	o := engine.Options{Schemas: set}
	if change != nil {
		change(&o)
	}
	v, err := engine.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func observe(s *engine.Stream, deltas ...string) {
	for _, d := range deltas {
		s.Observe([]byte(d))
	}
}

// findings lists what a report found, with the place.
func findings(r engine.Report) []string {
	var out []string
	for _, f := range r.Findings {
		out = append(out, fmt.Sprintf("%s %s %s", f.Level, f.ID(), f.Path))
	}
	return out
}

func want(t *testing.T, r engine.Report, status engine.Verdict, format string, list ...string) {
	t.Helper()
	if r.Status != status || r.Format != format || r.Executable != (status == engine.Pass) {
		t.Errorf("%s of %q (executable %v), want %s of %q", r.Status, r.Format, r.Executable, status, format)
	}
	if got := findings(r); !slices.Equal(got, list) {
		t.Errorf("findings (-want +got):\n%s", cmp.Diff(list, got))
	}
}

func chunk(delta, rest string) string {
	return `{"choices":[{"index":0,"delta":` + delta + rest + `}]}`
}

var (
	call   = chunk(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}`, ``)
	finish = chunk(`{}`, `,"finish_reason":"tool_calls"`)
	text   = chunk(`{"content":"x"}`, ``)
	block  = []string{
		`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}`,
		`{"type":"content_block_stop","index":0}`,
	}
)

func TestFormatIsRecognised(t *testing.T) {
	v := verifier(t, nil)
	for _, c := range []struct {
		what, hint, format string
		deltas             []string
	}{
		{"chunks", "", "openai", []string{call, finish}},
		{"chunks of mistral", "mistral_ai", "mistral", []string{call, finish}},
		{"chunks of another provider", "groq", "openai", []string{call, finish}},
		{"blocks", "", "anthropic", block},
		{"something else first", "", "openai", []string{`{"x":1}`, call, finish}},
	} {
		s := v.NewStream(engine.StreamOptions{Format: engine.Auto, Hint: c.hint})
		observe(s, c.deltas...)
		if !s.Recognised() || !s.HasCalls() {
			t.Errorf("%s: recognised %v, calls %v", c.what, s.Recognised(), s.HasCalls())
		}
		if r := s.Finish(); r.Format != c.format {
			t.Errorf("%s: format %q, want %q", c.what, r.Format, c.format)
		}
	}
}

func TestDeltasBeforeTheFormatIsKnownAreNotForgotten(t *testing.T) {
	s := verifier(t, nil).NewStream(engine.StreamOptions{})
	observe(s, `{"x":1}`, `5`, call, finish)
	want(t, s.Finish(), engine.Fail, "openai", "error invalid_chunk /chunks/0", "error invalid_chunk /chunks/1")
}

func TestUnknownFormat(t *testing.T) {
	v := verifier(t, nil)
	s := v.NewStream(engine.StreamOptions{Format: "smoke_signals"})
	observe(s, call, finish)
	if s.Recognised() {
		t.Error("an unknown format is recognised")
	}
	want(t, s.Finish(), engine.Invalid, "", "error unknown_profile /profile")
	s = v.NewStream(engine.StreamOptions{})
	observe(s, `{"x":1}`, `not json`)
	want(t, s.Finish(), engine.Invalid, "", "error unknown_profile /profile")
	want(t, v.NewStream(engine.StreamOptions{}).Finish(), engine.NotApplicable, "")
}

func TestFormatMayNotChange(t *testing.T) {
	s := verifier(t, nil).NewStream(engine.StreamOptions{})
	observe(s, call, block[0], finish)
	want(t, s.Finish(), engine.Fail, "openai", "error invalid_event /chunks/1")
}

func TestDoneIsNeitherTerminalNorError(t *testing.T) {
	s := verifier(t, nil).NewStream(engine.StreamOptions{})
	observe(s, call, `"[DONE]"`, `[DONE]`)
	want(t, s.Finish(), engine.Fail, "openai", "error missing_terminal /calls/choice:0/slot:0")
}

func TestSecondMessageIsAnotherTurn(t *testing.T) {
	s := verifier(t, nil).NewStream(engine.StreamOptions{})
	frame := func(id, reason string) []string {
		return []string{
			`{"type":"message_start","message":{"id":"` + id + `","content":[]}}`,
			`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"` + id + `","name":"f"}}`,
			`{"type":"content_block_stop","index":0}`,
			`{"type":"message_delta","delta":{"stop_reason":"` + reason + `"}}`,
			`{"type":"message_stop"}`,
		}
	}
	observe(s, frame("m1", "max_tokens")...)
	observe(s, frame("m2", "tool_use")...)
	r := s.Finish()
	want(t, r, engine.Fail, "anthropic", "error wrong_terminal_reason /events/3/delta/stop_reason")
	if r.Turns != 2 || r.TurnVerdict(0) != engine.Fail || r.TurnVerdict(1) != engine.Pass {
		t.Errorf("%d turns: %s, %s", r.Turns, r.TurnVerdict(0), r.TurnVerdict(1))
	}
	if len(r.Calls) != 2 || r.Calls[1].Turn != 1 || r.Calls[1].ID != "m2" {
		t.Errorf("calls %+v", r.Calls)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		what   string
		limits engine.Limits
		deltas []string
		want   string
	}{
		{"event bytes", engine.Limits{EventBytes: 200}, []string{call, text + strings.Repeat(" ", 200), finish}, "unknown limit_exceeded/event_bytes /chunks/1"},
		{"deltas", engine.Limits{Deltas: 2}, []string{call, text, finish, finish}, "unknown limit_exceeded/deltas /chunks"},
		{"slots", engine.Limits{Slots: 1}, []string{call, strings.ReplaceAll(strings.ReplaceAll(call, `"index":0,"id"`, `"index":1,"id"`), `"a"`, `"b"`), finish}, "unknown limit_exceeded/slots /chunks/1/choices/0/delta/tool_calls/0"},
		{"argument bytes", engine.Limits{ArgumentBytes: 1}, []string{call, finish}, "unknown limit_exceeded/argument_bytes /chunks/0/choices/0/delta/tool_calls/0/function/arguments"},
		{"depth", engine.Limits{Depth: 8}, []string{call, chunk(`{"content":`+strings.Repeat("[", 9)+strings.Repeat("]", 9)+`}`, ``), finish}, "unknown limit_exceeded/depth /chunks/1"},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := verifier(t, func(o *engine.Options) { o.Limits = c.limits }).NewStream(engine.StreamOptions{})
			observe(s, c.deltas...)
			want(t, s.Finish(), engine.Indeterminate, "openai", c.want)
		})
	}
}

func TestFindingsAreLimitedButEachCodeIsKept(t *testing.T) {
	s := verifier(t, func(o *engine.Options) { o.Limits.Findings = 2 }).NewStream(engine.StreamOptions{})
	bad := chunk(`{"tool_calls":[{"index":-1}]}`, ``)
	observe(s, call, bad, bad, bad, bad, chunk(`5`, ``), finish)
	r := s.Finish()
	want(t, r, engine.Fail, "openai",
		"error invalid_slot /chunks/1/choices/0/delta/tool_calls/0/index",
		"error invalid_slot /chunks/2/choices/0/delta/tool_calls/0/index",
		"error invalid_delta /chunks/5/choices/0/delta")
	if r.Omitted != 2 {
		t.Errorf("%d omitted", r.Omitted)
	}
}

// Lost evidence stands for what it could explain, and for nothing else.
func TestLossExplainsWhatIsMissing(t *testing.T) {
	v := verifier(t, nil)
	fragment := chunk(`{"tool_calls":[{"index":0,"function":{"arguments":"\"x\":"}}]}`, ``)
	s := v.NewStream(engine.StreamOptions{})
	s.Lose(finding.LostDroppedEvents)
	observe(s, fragment)
	want(t, s.Finish(), engine.Indeterminate, "openai", "unknown capture_incomplete/dropped_events /chunks")

	s = v.NewStream(engine.StreamOptions{})
	observe(s, call, strings.ReplaceAll(call, `"a"`, `"b"`))
	s.Lose(finding.LostSequenceGap)
	want(t, s.Finish(), engine.Fail, "openai",
		"error identity_collision /chunks/1/choices/0/delta/tool_calls/0", "unknown capture_incomplete/sequence_gap /chunks")

	s = v.NewStream(engine.StreamOptions{})
	observe(s, call, finish)
	s.Lose(finding.LostCountMismatch)
	want(t, s.Finish(), engine.Indeterminate, "openai", "unknown capture_incomplete/count_mismatch /chunks")
}

func TestLevels(t *testing.T) {
	levels := func(pairs map[string]finding.Level) *engine.Verifier {
		return verifier(t, func(o *engine.Options) { o.Levels = pairs })
	}
	for _, c := range []struct {
		what   string
		levels map[string]finding.Level
		deltas []string
		status engine.Verdict
		want   []string
	}{
		{"off", map[string]finding.Level{"missing_terminal": finding.Off}, []string{call}, engine.Pass, nil},
		{"warning", map[string]finding.Level{"missing_terminal": finding.Warning}, []string{call}, engine.Pass, []string{"warning missing_terminal /calls/choice:0/slot:0"}},
		{"unknown", map[string]finding.Level{"missing_terminal": finding.Unknown}, []string{call}, engine.Indeterminate, []string{"unknown missing_terminal /calls/choice:0/slot:0"}},
		{"raised", map[string]finding.Level{"sparse_slots": finding.Error}, []string{strings.Replace(call, `[{"index":0,"id"`, `[{"index":1,"id"`, 1), finish}, engine.Fail, []string{"error sparse_slots /calls/choice:0/slot:1"}},
		{"code for all its reasons", map[string]finding.Level{"invalid_arguments_json": finding.Warning}, []string{strings.Replace(call, `"{}"`, `"{"`, 1), finish}, engine.Pass, []string{"warning invalid_arguments_json/truncated /calls/choice:0/slot:0"}},
		{"reason goes before code", map[string]finding.Level{"invalid_arguments_json": finding.Off, "invalid_arguments_json/truncated": finding.Error}, []string{strings.Replace(call, `"{}"`, `"{"`, 1), finish}, engine.Fail, []string{"error invalid_arguments_json/truncated /calls/choice:0/slot:0"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := levels(c.levels).NewStream(engine.StreamOptions{})
			observe(s, c.deltas...)
			want(t, s.Finish(), c.status, "openai", c.want...)
		})
	}
}

func TestAcceptedTerminals(t *testing.T) {
	accept := verifier(t, func(o *engine.Options) {
		o.Terminals = map[string][]string{"openai": {"stop"}}
		o.RepeatedTerminal = true
	})
	stop := chunk(`{}`, `,"finish_reason":"stop"`)
	s := accept.NewStream(engine.StreamOptions{})
	observe(s, call, stop, stop)
	want(t, s.Finish(), engine.Pass, "openai")
	s = accept.NewStream(engine.StreamOptions{})
	observe(s, call, stop, finish)
	want(t, s.Finish(), engine.Fail, "openai", "error duplicate_terminal /chunks/2/choices/0/finish_reason")
}

func TestOptionsThatCannotBeUsed(t *testing.T) {
	for _, c := range []struct {
		options engine.Options
		want    string
	}{
		{engine.Options{Levels: map[string]finding.Level{"no_such_code": finding.Off}}, `levels: "no_such_code" is no finding code: see docs/findings.md`},
		{engine.Options{Terminals: map[string][]string{"x": {"stop"}}}, `terminals: unknown format "x": use one of ` + strings.Join(engine.Formats(), ", ")},
	} {
		if _, err := engine.New(c.options); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

func TestSchemasOfTheStream(t *testing.T) {
	own, _ := schema.Compile(schema.JSONSchema, map[string][]byte{"g": []byte(`{"required":["x"]}`), "f": []byte(`{"required":["never asked"]}`)})
	g := strings.Replace(call, `"f"`, `"g"`, 1)
	s := verifier(t, nil).NewStream(engine.StreamOptions{Schemas: own})
	observe(s, strings.Replace(g, `[{"index":0,"id":"a"`, `[{"index":1,"id":"b"`, 1), call, finish)
	want(t, s.Finish(), engine.Fail, "openai", "error schema_required /calls/choice:0/slot:1/arguments/x")

	none := verifier(t, func(o *engine.Options) { o.Schemas = nil })
	s = none.NewStream(engine.StreamOptions{})
	observe(s, call, finish)
	want(t, s.Finish(), engine.Fail, "openai", "error unknown_tool/no_schemas /calls/choice:0/slot:0")
	s = none.NewStream(engine.StreamOptions{Schemas: own})
	observe(s, strings.Replace(call, `"f"`, `"h"`, 1), finish)
	want(t, s.Finish(), engine.Fail, "openai", "error unknown_tool /calls/choice:0/slot:0")
}

func TestVerdictNames(t *testing.T) {
	for _, v := range engine.Verdicts() {
		text, _ := v.MarshalText()
		var back engine.Verdict
		if err := back.UnmarshalText(text); err != nil || back != v {
			t.Errorf("%s: %v, %v", text, back, err)
		}
	}
	if err := new(engine.Verdict).UnmarshalText([]byte("maybe")); err == nil {
		t.Error("maybe is a verdict")
	}
}

// FuzzObserve wants no bytes to do harm, in any format: lines are deltas.
func FuzzObserve(f *testing.F) {
	for i := range engine.Formats() {
		f.Add(uint8(i), strings.Join([]string{call, finish, text}, "\n"))
		f.Add(uint8(i), strings.Join(block, "\n"))
		f.Add(uint8(i), "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0}]}}]}\n[DONE]\n\xff\n{")
	}
	v := verifier(f, func(o *engine.Options) {
		o.Limits = engine.Limits{EventBytes: 4096, Deltas: 64, Slots: 8, ArgumentBytes: 1024, Depth: 16, Findings: 16}
	})
	formats := append(engine.Formats(), engine.Auto)
	f.Fuzz(func(t *testing.T, format uint8, lines string) {
		s := v.NewStream(engine.StreamOptions{Format: formats[int(format)%len(formats)]})
		observe(s, strings.Split(lines, "\n")...)
		r := s.Finish()
		size := 0
		for _, c := range r.Calls {
			size += len(c.Arguments)
		}
		if size > 1024+2*len(r.Calls) {
			t.Errorf("%d bytes of arguments", size)
		}
		if r.Turns > 0 && len(r.Calls) > 8*r.Turns || len(r.Findings) > 16+len(finding.Rules()) {
			t.Errorf("%d calls in %d turns, %d findings", len(r.Calls), r.Turns, len(r.Findings))
		}
		if r.Executable != (r.Status == engine.Pass) {
			t.Errorf("executable is %v for %s", r.Executable, r.Status)
		}
	})
}
