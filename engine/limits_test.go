package engine_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/schema"
)

// fragment is a delta of the call in slot 0 with a part of its arguments.
func fragment(text string) string {
	return chunk(`{"tool_calls":[{"index":0,"function":{"arguments":`+strconv.Quote(text)+`}}]}`, ``)
}

// opening is the first delta of the call in slot 0, without arguments.
var opening = chunk(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]}`, ``)

// A limit is what may be there, not what may not.
func TestLimitsAreInclusive(t *testing.T) {
	for _, c := range []struct {
		what   string
		limits engine.Limits
		deltas []string
	}{
		{"event bytes", engine.Limits{EventBytes: len(call)}, []string{call, finish}},
		{"deltas", engine.Limits{Deltas: 2}, []string{call, finish}},
		{"slots", engine.Limits{Slots: 1}, []string{call, finish}},
		{"argument bytes", engine.Limits{ArgumentBytes: 2}, []string{call, finish}},
		{"argument bytes count text, not escapes", engine.Limits{ArgumentBytes: 9}, []string{opening, fragment(`{"a":"ĂĄ"}`[:6]), fragment(`b"}`), finish}},
		{"depth", engine.Limits{Depth: 7}, []string{call, finish}},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := verifier(t, func(o *engine.Options) { o.Limits = c.limits }).NewStream(engine.StreamOptions{})
			observe(s, c.deltas...)
			want(t, s.Finish(), engine.Pass, "openai")
		})
	}
}

// What follows a fragment that does not fit is not read: the gap between the two
// could parse, and would then pass for the model's own words.
func TestArgumentsAreNeverReadAcrossAGap(t *testing.T) {
	for level, want := range map[finding.Level][]string{
		finding.Unknown: {"unknown limit_exceeded/argument_bytes /chunks/2/choices/0/delta/tool_calls/0/function/arguments"},
		finding.Warning: {
			"warning limit_exceeded/argument_bytes /chunks/2/choices/0/delta/tool_calls/0/function/arguments",
			"unknown invalid_arguments_json/truncated /calls/choice:0/slot:0",
		},
	} {
		v := verifier(t, func(o *engine.Options) {
			o.Limits.ArgumentBytes = 20
			o.Levels = map[string]finding.Level{"limit_exceeded": level}
		})
		s := v.NewStream(engine.StreamOptions{})
		observe(s, opening, fragment(`{"a":"`), fragment(strings.Repeat("x", 20)), fragment(`"}`), finish)
		r := s.Finish()
		checkReport(t, r, engine.Indeterminate, want)
		if got := r.Calls[0].Arguments; got != `{"a":"` {
			t.Errorf("arguments %q", got)
		}
	}
}

// An ended call without arguments means {} in some formats, but not if it had
// arguments that did not fit.
func TestArgumentsThatDoNotFitAreNotEmpty(t *testing.T) {
	v := verifier(t, func(o *engine.Options) {
		o.Limits.ArgumentBytes = 1
		o.Levels = map[string]finding.Level{"limit_exceeded": finding.Off}
	})
	s := v.NewStream(engine.StreamOptions{})
	observe(s, block[0], `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1}"}}`, block[1])
	checkReport(t, s.Finish(), engine.Indeterminate, []string{"unknown invalid_arguments_json/truncated /calls/content-block/slot:0"})
}

// The two limits of a turn are told apart, also where both are passed.
func TestSlotsAndArgumentsHaveLimitsOfTheirOwn(t *testing.T) {
	s := verifier(t, func(o *engine.Options) { o.Limits = engine.Limits{Slots: 1, ArgumentBytes: 2} }).NewStream(engine.StreamOptions{})
	other := strings.NewReplacer(`[{"index":0`, `[{"index":1`, `"a"`, `"b"`).Replace(call)
	observe(s, call, other, other, fragment("  "), fragment("  "), finish)
	checkReport(t, s.Finish(), engine.Indeterminate, []string{
		"unknown limit_exceeded/slots /chunks/1/choices/0/delta/tool_calls/0",
		"unknown limit_exceeded/argument_bytes /chunks/3/choices/0/delta/tool_calls/0/function/arguments",
	})
}

func checkReport(t *testing.T, r engine.Report, status engine.Verdict, list []string) {
	t.Helper()
	want(t, r, status, r.Format, list...)
}

// Where the policy plays a loss down, what it explains is unknown: neither the
// provider's fault, nor a pass.
func TestLossThatIsNotShownStillKeepsACallFromPassing(t *testing.T) {
	for level, want := range map[finding.Level][]string{
		finding.Error:   {"error capture_incomplete/dropped_events /chunks"},
		finding.Unknown: {"unknown capture_incomplete/dropped_events /chunks"},
		finding.Warning: {"warning capture_incomplete/dropped_events /chunks", "unknown missing_terminal /calls/choice:0/slot:0"},
		finding.Off:     {"unknown missing_terminal /calls/choice:0/slot:0"},
	} {
		v := verifier(t, func(o *engine.Options) { o.Levels = map[string]finding.Level{"capture_incomplete": level} })
		s := v.NewStream(engine.StreamOptions{})
		s.Lose(finding.LostDroppedEvents)
		observe(s, call)
		status := engine.Indeterminate
		if level == finding.Error {
			status = engine.Fail
		}
		checkReport(t, s.Finish(), status, want)

		s = v.NewStream(engine.StreamOptions{})
		s.Lose(finding.LostDroppedEvents)
		observe(s, call, finish)
		if r := s.Finish(); r.Executable != (level < finding.Unknown) {
			t.Errorf("level %s: a complete call is %s", level, r.Status)
		}
	}
}

// lossCases are streams that show each finding which a loss could explain.
var lossCases = map[finding.ID][]string{
	finding.MissingTerminal:       {call},
	finding.MissingCallID:         {strings.Replace(call, `"id":"a",`, ``, 1), finish},
	finding.MissingToolName:       {strings.Replace(call, `"name":"f",`, ``, 1), finish},
	finding.TerminalWithoutCall:   {finish},
	finding.DeltaBeforeStart:      {`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}`, block[1]},
	finding.ArgumentsTruncated:    {opening, fragment(`{"a`), finish},
	finding.ArgumentsTrailingData: {opening, fragment(`{}{}`), finish},
	finding.ArgumentsSyntax:       {opening, fragment(`a":1}`), finish},
	finding.ArgumentsEmpty:        {opening, finish},
	finding.ArgumentsDuplicateKey: {opening, fragment(`{"a":1,"a":2}`), finish},
	finding.ArgumentsUnicode:      {opening, fragment(`{"a":"\udc00"}`), finish},
	finding.ArgumentsNumberRange:  {opening, fragment(`{"a":1e999}`), finish},
	finding.ArgumentsMismatch: {
		`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"a","name":"f","arguments":""}}`,
		`{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{}"}`,
		`{"type":"response.function_call_arguments.done","output_index":0,"arguments":"{ }"}`,
		`{"type":"response.completed","response":{"status":"completed"}}`,
	},
	finding.ArgumentsNotObject: {opening, fragment(`5`), finish},
	finding.SchemaType:         {opening, fragment(`{"type":5}`), finish},
	finding.SchemaEnum:         {opening, fragment(`{"enum":5}`), finish},
	finding.SchemaRequired:     {strings.Replace(call, `"f"`, `"strict"`, 1), finish},
	finding.SchemaAdditional:   {opening, fragment(`{"more":5}`), finish},
	finding.SchemaMinItems:     {opening, fragment(`{"two":[1]}`), finish},
	finding.SchemaMaxItems:     {opening, fragment(`{"two":[1,2,3]}`), finish},
	finding.SchemaMinimum:      {opening, fragment(`{"one":0}`), finish},
	finding.SchemaMaximum:      {opening, fragment(`{"one":2}`), finish},
	finding.SchemaViolation:    {opening, fragment(`{"long":""}`), finish},
}

// Each of them is an error of its own where nothing was lost, and is left out
// where something was.
func TestLossExplainsEachOfItsFindings(t *testing.T) {
	set, violations := schema.Compile(schema.JSONSchema, map[string][]byte{
		"f":      []byte(`{"additionalProperties":false,"properties":{"a":{},"type":{"type":"string"},"enum":{"enum":[1]},"two":{"minItems":2,"maxItems":2},"one":{"minimum":1,"maximum":1},"long":{"minLength":1}}}`),
		"strict": []byte(`{"required":["a"]}`),
	})
	if len(violations) > 0 {
		t.Fatal(violations)
	}
	v := verifier(t, func(o *engine.Options) { o.Schemas = set })
	for id, deltas := range lossCases {
		whole, lossy := v.NewStream(engine.StreamOptions{}), v.NewStream(engine.StreamOptions{})
		observe(whole, deltas...)
		observe(lossy, deltas...)
		lossy.Lose(finding.LostSequenceGap)
		if !has(whole.Finish(), id) {
			t.Errorf("%s is not found where nothing was lost", id)
		}
		if r := lossy.Finish(); has(r, id) || r.Status != engine.Indeterminate {
			t.Errorf("%s: with a loss the stream is %s: %v", id, r.Status, findings(r))
		}
	}
	for _, rule := range finding.Rules() {
		if _, ok := lossCases[rule.ID]; rule.LossExplains && !ok && rule.Fault != finding.Adapter {
			t.Errorf("no stream shows that loss explains %s", rule.ID)
		}
	}
}

func has(r engine.Report, id finding.ID) bool {
	for _, f := range r.Findings {
		if rule, ok := finding.Lookup(f.ID()); ok && rule.ID == id {
			return true
		}
	}
	return false
}

// A delta can have as many defects as it has bytes. Finding the place of each
// would take time with the square of its size.
func TestManyDefectsInOneDelta(t *testing.T) {
	const defects = 400_000
	s := verifier(t, nil).NewStream(engine.StreamOptions{})
	observe(s, `{"choices":[`+strings.Repeat("0,", defects-1)+`0]}`)
	r := s.Finish()
	if listed := engine.DefaultLimits().Findings; len(r.Findings) != listed || r.Omitted != defects-listed {
		t.Errorf("%d findings are listed and %d omitted", len(r.Findings), r.Omitted)
	}
}

// Where a policy plays down that calls could not be read, there is no call left
// that could pass.
func TestStreamWithoutCallsNeverPasses(t *testing.T) {
	for _, level := range []finding.Level{finding.Off, finding.Warning} {
		v := verifier(t, func(o *engine.Options) {
			o.Levels = map[string]finding.Level{"invalid_slot": level, "terminal_without_call": level}
		})
		s := v.NewStream(engine.StreamOptions{})
		observe(s, strings.Replace(call, `[{"index":0,"id"`, `[{"id"`, 1), finish)
		if r := s.Finish(); r.Status != engine.NotApplicable || r.Applicable || r.Executable || r.TurnVerdict(0) != engine.NotApplicable {
			t.Errorf("level %s: %s, applicable %v, executable %v", level, r.Status, r.Applicable, r.Executable)
		}
	}
}

// A stream may hold as many blocks as the limit allows deltas. To look for an open
// one among all at every start would take time with the square of their number.
func TestManyBlocksInOneMessage(t *testing.T) {
	const blocks = 32_000
	s := verifier(t, nil).NewStream(engine.StreamOptions{})
	observe(s, `{"type":"message_start","message":{"content":[]}}`)
	for i := range blocks {
		n := strconv.Itoa(i)
		observe(s, `{"type":"content_block_start","index":`+n+`,"content_block":{"type":"text"}}`, `{"type":"content_block_stop","index":`+n+`}`)
	}
	observe(s, `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, `{"type":"message_stop"}`)
	want(t, s.Finish(), engine.NotApplicable, "anthropic")
}
