package deltas_test

import (
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	deltas "github.com/toolverdict/toolverdict/examples/instrumentation/go"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/fixture"
)

var _ = flag.Bool("update", false, "write the tables of formats of the other languages")

const streams = "../../../testdata/streams"

// A document is one stream of testdata.
type document struct {
	name, format string
	members      map[string]json.RawMessage
	list         string
	deltas       []json.RawMessage
}

func documents(t *testing.T) (all []document) {
	t.Helper()
	err := filepath.WalkDir(streams, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(streams, path)
		if err != nil {
			return err
		}
		all = append(all, read(t, filepath.ToSlash(name), path))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func read(t *testing.T, name, path string) document {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := document{name: name, list: "chunks"}
	if err := json.Unmarshal(text, &d.members); err != nil {
		t.Fatal(name, err)
	}
	if d.members["chunks"] == nil {
		d.list = "events"
	}
	if err := json.Unmarshal(d.members[d.list], &d.deltas); err != nil {
		t.Fatal(name, err)
	}
	if err := json.Unmarshal(d.members["profile"], &d.format); err != nil {
		t.Fatal(name, err)
	}
	return d
}

// A recording is what a stream leaves on its span.
type recording struct {
	Payloads []json.RawMessage
	Count    int64
}

func record(t *testing.T, o deltas.Options, stream []json.RawMessage, end func(*deltas.Recorder)) recording {
	t.Helper()
	spans := tracetest.NewSpanRecorder()
	_, span := trace.NewTracerProvider(trace.WithSpanProcessor(spans)).Tracer("").Start(t.Context(), "chat")
	recorder, err := deltas.New(span, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, delta := range stream {
		recorder.Observe(delta)
	}
	end(recorder)
	span.End()
	return recorded(t, spans.Ended()[0])
}

// recorded reads the events, which are to be in order.
func recorded(t *testing.T, span trace.ReadOnlySpan) (r recording) {
	t.Helper()
	for i, event := range span.Events() {
		for _, a := range event.Attributes {
			switch a.Key {
			case "toolverdict.delta.payload":
				r.Payloads = append(r.Payloads, json.RawMessage(a.Value.AsString()))
			case "toolverdict.delta.count":
				r.Count = a.Value.AsInt64()
			case "toolverdict.delta.sequence":
				if a.Value.AsInt64() != int64(i) {
					t.Errorf("event %d has sequence %d", i, a.Value.AsInt64())
				}
			}
		}
	}
	return r
}

func check(t *testing.T, d document, list []json.RawMessage) engine.Report {
	t.Helper()
	changed := map[string]any{}
	for name, member := range d.members {
		changed[name] = member
	}
	changed[d.list] = list
	text, err := json.Marshal(changed)
	if err != nil {
		t.Fatal(d.name, err)
	}
	report, err := fixture.Check(text, fixture.Options{})
	if err != nil {
		t.Fatal(d.name, err)
	}
	return report
}

func codes(r engine.Report) (ids []finding.ID) {
	for i := range r.Findings {
		ids = append(ids, r.Findings[i].ID())
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// lost are findings of deltas that are not recorded, for they carry neither calls nor
// an end. They are broken in themselves, beside others that are.
var lost = map[string][]finding.ID{
	"gemini/faulty/wrong-types.json":            {finding.InvalidChoice, finding.InvalidDelta, finding.InvalidSlot},
	"openai/faulty/wrong-types-everywhere.json": {finding.InvalidSlot},
}

// What is recorded of a stream gets the verdict and the findings of the stream.
func TestTheVerdictStays(t *testing.T) {
	for _, d := range documents(t) {
		sameVerdict(t, d, record(t, deltas.Options{Format: d.format, MaxEvents: 1 << 20}, d.deltas, (*deltas.Recorder).End).Payloads)
	}
}

// Nobody knows what would have followed, whatever is said after that.
func TestAnAbandonedStreamStaysOpen(t *testing.T) {
	delta := json.RawMessage(`{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`)
	got := record(t, deltas.Options{Format: "openai"}, []json.RawMessage{delta}, func(r *deltas.Recorder) {
		r.Abandon()
		r.End()
	})
	if len(got.Payloads) != 1 || got.Count != 2 {
		t.Errorf("%d deltas are recorded, and %d counted", len(got.Payloads), got.Count)
	}
}

// sameVerdict wants of what was recorded the verdict of the stream, or an
// indeterminate one where a schema needs a value that was masked.
func sameVerdict(t *testing.T, d document, recorded []json.RawMessage) {
	t.Helper()
	want, got := check(t, d, d.deltas), check(t, d, recorded)
	if slices.Contains(codes(got), finding.RedactedConstraint) && got.Status != engine.Pass {
		return
	}
	if want.Status != got.Status {
		t.Errorf("%s: %s became %s", d.name, want.Status, got.Status)
	}
	wanted := slices.DeleteFunc(codes(want), func(id finding.ID) bool { return slices.Contains(lost[d.name], id) })
	if diff := cmp.Diff(wanted, codes(got)); diff != "" {
		t.Errorf("%s: other findings (-stream +recorded):\n%s", d.name, diff)
	}
}

// testdata/recorded.jsonl is what the recorders of the other languages make of the
// streams; their tests compare it. It must come to the same verdicts.
func TestTheVerdictStaysInOtherLanguages(t *testing.T) {
	text, err := os.ReadFile("../testdata/recorded.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	others := map[string][]json.RawMessage{}
	for line := range strings.Lines(string(text)) {
		var r struct {
			Stream   string
			Payloads []string
			Count    int
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(line, err)
		}
		if r.Count != len(r.Payloads) {
			t.Errorf("%s: %d deltas were counted and %d recorded", r.Stream, r.Count, len(r.Payloads))
		}
		others[r.Stream] = raw(r.Payloads)
	}
	for _, d := range documents(t) {
		recorded := others[d.name]
		switch {
		case recorded != nil:
			sameVerdict(t, d, recorded)
		case d.format != "gemini":
			t.Errorf("%s was not recorded", d.name)
		}
	}
}

// quoted is a payload as it stands in a document: the end of an SSE stream as a text.
func quoted(payload string) json.RawMessage {
	if payload == "[DONE]" {
		return json.RawMessage(`"[DONE]"`)
	}
	return json.RawMessage(payload)
}

func raw(payloads []string) (deltas []json.RawMessage) {
	for _, p := range payloads {
		deltas = append(deltas, quoted(p))
	}
	return deltas
}
