package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/fixture"
)

// A Turn is what a program is to record: a line of the file that it reads.
type Turn struct {
	Name   string            `json:"name"`
	Format string            `json:"format"`
	Tools  []Tool            `json:"tools"`
	Deltas []json.RawMessage `json:"deltas"`
	// Stop is after how many deltas the program stops reading, 0 if it reads all.
	Stop int `json:"stop,omitzero"`

	// Verdict and Primary are what the span must get.
	Verdict engine.Verdict `json:"-"`
	Primary finding.ID     `json:"-"`
}

// A Tool is the definition of one tool.
type Tool struct {
	Type       string          `json:"type"`
	Name       string          `json:"name"`
	Parameters json.RawMessage `json:"parameters"`
}

// turns are all streams below a folder, and those that are made here.
func turns(folder string) (all []*Turn, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		t, err := load(filepath.ToSlash(name), path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, t)
		return nil
	})
	return append(all, long(), abandoned()), err
}

// load reads a stream and what the engine says of it.
func load(name, path string) (*Turn, error) {
	text, err := os.ReadFile(path) //nolint:gosec // the caller names the folder
	if err != nil {
		return nil, err
	}
	var document struct {
		Profile string
		Schemas map[string]json.RawMessage `json:"tool_schemas"`
		Chunks  []json.RawMessage
		Events  []json.RawMessage
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	report, err := fixture.Check(text, fixture.Options{})
	if err != nil {
		return nil, err
	}
	t := &Turn{Name: name, Format: document.Profile, Deltas: slices.Concat(document.Chunks, document.Events), Verdict: report.Status}
	for _, tool := range slices.Sorted(maps.Keys(document.Schemas)) {
		t.Tools = append(t.Tools, Tool{"function", tool, document.Schemas[tool]})
	}
	if p := report.Primary(); p != nil {
		t.Primary = p.ID()
	}
	if other, ok := onSpans[name]; ok {
		t.Verdict, t.Primary = other.verdict, other.primary
	}
	return t, nil
}

// onSpans are the streams that get something else on a span than in a document.
var onSpans = map[string]struct {
	verdict engine.Verdict
	primary finding.ID
}{
	// One span may hold several streams, each with a [DONE] of its own.
	"openai/faulty/done-in-the-middle.json": {engine.Pass, ""},
	// A document names its format.
	"openai/faulty/unreadable-only.json": {engine.Invalid, finding.UnknownProfile},
	// What is broken first carries no call, so it is not recorded.
	"gemini/faulty/wrong-types.json": {engine.Fail, finding.InvalidFunctionDelta},
}

// anyTool takes what the made streams pass to it.
var anyTool = []Tool{{"function", "write", json.RawMessage(`{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}`)}}

func openAI(delta string) json.RawMessage {
	return json.RawMessage(`{"id":"chatcmpl-1","choices":[{"index":0,"delta":` + delta + `,"finish_reason":null}]}`)
}

// call is a stream of one call in many fragments, behind text in as many deltas.
func call(fragments int) (deltas []json.RawMessage) {
	for range fragments {
		deltas = append(deltas, openAI(`{"content":"word "}`))
	}
	deltas = append(deltas, openAI(`{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"write","arguments":"{\"text\":\""}}]}`))
	for range fragments {
		deltas = append(deltas, openAI(`{"tool_calls":[{"index":0,"function":{"arguments":"word "}}]}`))
	}
	return append(deltas, openAI(`{"tool_calls":[{"index":0,"function":{"arguments":"\"}"}}]}`),
		json.RawMessage(strings.Replace(string(openAI(`{}`)), `"finish_reason":null`, `"finish_reason":"tool_calls"`, 1)))
}

// long has many times the deltas of which an SDK would keep events.
func long() *Turn {
	return &Turn{Name: "a thousand deltas", Format: "openai", Tools: anyTool, Deltas: call(500), Verdict: engine.Pass}
}

// abandoned is one that the application stops to read: nobody knows what was to come.
func abandoned() *Turn {
	t := &Turn{Name: "abandoned", Format: "openai", Tools: anyTool, Deltas: call(10), Stop: 15}
	t.Verdict, t.Primary = engine.Indeterminate, finding.LostCountMismatch
	return t
}
