package assembly_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// A bench is an assembly under test and the log that it reports to.
type bench struct {
	t *testing.T
	*assembly.Assembly
	log   *assembly.Log
	delta int
}

func newBench(t *testing.T, traits assembly.Traits) *bench {
	t.Helper()
	set, violations := schema.Compile(schema.JSONSchema, map[string][]byte{"f": []byte(`{"type":"object"}`)})
	if len(violations) > 0 {
		t.Fatal(violations)
	}
	log := assembly.NewLog(finding.Policy{}, 10)
	traits.List = "chunks"
	cfg := &assembly.Config{Schemas: set, Slots: 3, ArgumentBytes: 20, Depth: 8}
	return &bench{t, assembly.New(cfg, traits, log, 0), log, -1}
}

// next is the next delta of the stream.
func (b *bench) next(text string) strictjson.Value {
	b.t.Helper()
	b.delta++
	b.log.Delta(b.delta)
	var d strictjson.Document
	if err := d.Parse([]byte(text), 10); err != nil {
		b.t.Fatal(err)
	}
	return d.Root()
}

// fill gives a slot all that the members of a delta say.
func (b *bench) fill(scope assembly.Scope, index int64, text string) {
	b.t.Helper()
	d := b.next(text)
	slot := b.Slot(scope, index, d)
	if slot == nil {
		return
	}
	slot.Identify(d.Get("id"), d.Get("name"), d)
	if raw := d.Get("raw"); raw.Exists() {
		slot.AppendRaw(raw)
	}
	slot.Append(d.Get("arguments"))
	if d.Get("stop").Exists() {
		slot.Stop(d.Get("stop"))
	}
}

func (b *bench) want(calls []string, findings ...string) {
	b.t.Helper()
	b.Finish(&strictjson.Document{})
	var gotCalls, gotFindings []string
	for _, c := range b.Calls() {
		gotCalls = append(gotCalls, fmt.Sprintf("%s/%d %s %s %s %v", c.Scope, c.Slot, c.ID, c.Name, c.Arguments, c.Terminal))
	}
	list, _ := b.log.Close()
	for _, f := range list {
		gotFindings = append(gotFindings, string(f.ID())+" "+f.Path)
	}
	if diff := cmp.Diff(calls, gotCalls); diff != "" {
		b.t.Errorf("calls (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(findings, gotFindings); diff != "" {
		b.t.Errorf("findings (-want +got):\n%s", diff)
	}
}

const whole = `{"id":"a","name":"f","arguments":"{}","stop":1}`

func TestSlotStates(t *testing.T) {
	zero := assembly.Choice(0)
	for _, c := range []struct {
		what     string
		deltas   []string
		call     string
		findings []string
	}{
		{"whole", []string{whole}, "a f {} true", nil},
		{"in parts", []string{`{"id":"a","name":"f","arguments":"{"}`, `{"id":null,"name":"","arguments":"}"}`, `{"stop":1}`}, "a f {} true", nil},
		{"identity repeated", []string{`{"id":"a","name":"f"}`, whole}, "a f {} true", nil},
		{"identity late, once", []string{`{"arguments":"{"}`, `{"id":"a"}`, `{"name":"f","arguments":"}","stop":1}`}, "a f {} true", []string{"late_identity /chunks/1"}},
		{"another id", []string{`{"id":"a","name":"f"}`, `{"id":"b","arguments":"{}","stop":1}`}, "a f {} true", []string{"identity_collision /chunks/1"}},
		{"id and name wrong", []string{`{"id":1,"name":[]}`, whole}, "a f {} true", []string{"invalid_call_id /chunks/0", "invalid_tool_name /chunks/0", "late_identity /chunks/1"}},
		{"never stopped", []string{`{"id":"a","name":"f","arguments":"{}"}`}, "a f {} false", []string{"missing_terminal /calls/choice:0/slot:0"}},
		{"stopped twice", []string{whole, `{"stop":1}`}, "a f {} true", []string{"duplicate_terminal /chunks/1/stop"}},
		{"fragment after the stop", []string{whole, `{"arguments":"x"}`}, "a f {} true", []string{"delta_after_terminal /chunks/1/arguments"}},
		{"null after the stop", []string{whole, `{"arguments":null}`}, "a f {} true", []string{"delta_after_terminal /chunks/1/arguments"}},
		{"nothing after the stop", []string{whole, `{}`}, "a f {} true", nil},
		{"value after the stop", []string{whole, `{"raw":{}}`}, "a f {} true", []string{"delta_after_terminal /chunks/1/raw"}},
		{"fragment of no text", []string{`{"id":"a","name":"f","arguments":5}`, whole}, "a f {} true", []string{"invalid_arguments_delta /chunks/0/arguments"}},
		{"value as it stands", []string{`{"id":"a","name":"f","raw":{"x": 1.0},"stop":1}`}, `a f {"x": 1.0} true`, nil},
		{"nothing known", []string{`{"stop":1}`}, "   true", []string{"missing_call_id /calls/choice:0/slot:0", "missing_tool_name /calls/choice:0/slot:0", "invalid_arguments_json/empty /calls/choice:0/slot:0"}},
		{"nothing at all", []string{`{"id":"a","name":"f"}`}, "a f  false", []string{"missing_terminal /calls/choice:0/slot:0", "invalid_arguments_json/truncated /calls/choice:0/slot:0"}},
		{"escaped text", []string{`{"id":"\u0061","name":"f","arguments":"\u007b\u007d","stop":1}`}, "a f {} true", nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := newBench(t, assembly.Traits{})
			for _, d := range c.deltas {
				b.fill(zero, 0, d)
			}
			b.want([]string{"choice:0/0 " + c.call}, c.findings...)
		})
	}
}

func TestCallsAreOrderedByScopeAndSlotAsNumbers(t *testing.T) {
	b := newBench(t, assembly.Traits{Dense: true})
	b.fill(assembly.Choice(10), 0, whole)
	b.fill(assembly.Choice(9), 10, whole)
	b.fill(assembly.Choice(9), 9, `{"id":"b","name":"f","arguments":"{}","stop":1}`)
	b.want([]string{"choice:9/9 b f {} true", "choice:9/10 a f {} true", "choice:10/0 a f {} true"}, "sparse_slots /calls/choice:9/slot:9")
}

func TestAnIDIsUniqueInItsScope(t *testing.T) {
	b := newBench(t, assembly.Traits{})
	b.fill(assembly.Choice(0), 0, whole)
	b.fill(assembly.Choice(0), 1, whole)
	b.fill(assembly.Choice(1), 0, whole)
	b.want([]string{"choice:0/0 a f {} true", "choice:0/1 a f {} true", "choice:1/0 a f {} true"}, "duplicate_call_id /calls/choice:0/slot:1")
}

func TestStopOfAScope(t *testing.T) {
	b := newBench(t, assembly.Traits{})
	b.fill(assembly.Choice(0), 0, `{"id":"a","name":"f","arguments":"{}"}`)
	b.fill(assembly.Choice(1), 0, `{"id":"a","name":"f","arguments":"{}"}`)
	b.Stop(assembly.Choice(0), true)
	b.Stop(assembly.Choice(0), false)
	b.Stop(assembly.Choice(1), false)
	if !b.AllStopped() || b.Empty() || !b.Claimed() || !b.HasCalls(assembly.Choice(1)) || b.HasCalls(assembly.Choice(2)) {
		t.Error("the scopes are not what they are")
	}
	// That the reason did not release the call is for the format to say.
	b.want([]string{"choice:0/0 a f {} true", "choice:1/0 a f {} false"})
}

func TestTraits(t *testing.T) {
	b := newBench(t, assembly.Traits{EmptyIsObject: true, IDOptional: true})
	b.fill(assembly.ContentBlocks, 7, `{"name":"f","stop":1}`)
	b.fill(assembly.ContentBlocks, 8, `{"name":"f"}`)
	b.want([]string{"content-block/7  f {} true", "content-block/8  f  false"},
		"missing_terminal /calls/content-block/slot:8", "invalid_arguments_json/truncated /calls/content-block/slot:8")
}

func TestSlotsOverTheLimit(t *testing.T) {
	b := newBench(t, assembly.Traits{})
	for i := range int64(5) {
		b.fill(assembly.Choice(i), 0, whole)
	}
	b.want([]string{"choice:0/0 a f {} true", "choice:1/0 a f {} true", "choice:2/0 a f {} true"}, "limit_exceeded/slots /chunks/3")
}

func TestAnOpaqueCallIsNotRead(t *testing.T) {
	b := newBench(t, assembly.Traits{})
	d := b.next(`{"id":"a","name":"f"}`)
	slot := b.Slot(assembly.Choice(0), 0, d)
	slot.Identify(d.Get("id"), d.Get("name"), d)
	slot.Opaque()
	slot.Stop(d)
	b.want([]string{"choice:0/0 a f  true"})
}

func TestFindingsNameTheirCall(t *testing.T) {
	b := newBench(t, assembly.Traits{})
	b.fill(assembly.Choice(2), 1, `{"id":5}`)
	b.fill(assembly.Choice(2), 1, `{"id":"late","name":"f","arguments":"{}","stop":1}`)
	b.Report(finding.InvalidChunk, b.next(`{}`))
	b.Finish(&strictjson.Document{})
	list, _ := b.log.Close()
	want := []*finding.Call{{Scope: "choice:2", Slot: 1, ID: "late"}, {Scope: "choice:2", Slot: 1, ID: "late"}, nil}
	got := make([]*finding.Call, 0, len(list))
	for _, f := range list {
		got = append(got, f.Call)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestScopeNames(t *testing.T) {
	got := []string{assembly.Choice(0).String(), assembly.Choice(12).String(), assembly.ContentBlocks.String()}
	if !slices.Equal(got, []string{"choice:0", "choice:12", "content-block"}) {
		t.Errorf("%v", got)
	}
}
