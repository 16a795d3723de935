package wire

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/engine/assembly"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// roomy is a limit on arguments that no test reaches.
const roomy = 1 << 20

// read gives the deltas to the reader of one turn, and returns its calls, as
// "scope/slot id name arguments", and its findings, as "code path". The tool
// "any" takes any object; arguments may have limit bytes.
func read(t *testing.T, format *Format, limit int, deltas ...string) (calls, findings []string) {
	t.Helper()
	set, violations := schema.Compile(schema.JSONSchema, map[string][]byte{"any": []byte(`{"type":"object"}`)})
	if len(violations) > 0 {
		t.Fatal(violations)
	}
	log := assembly.NewLog(finding.Policy{}, 100)
	config := &assembly.Config{Schemas: set, Slots: 16, ArgumentBytes: limit, Depth: 64}
	a := assembly.New(config, format.Traits, log, 0)
	reader := format.Open(a, Policy{Terminals: format.Terminals})
	var document strictjson.Document
	for i, d := range deltas {
		if err := document.Parse([]byte(d), 64); err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		log.Delta(i)
		reader.Observe(document.Root())
	}
	reader.Finish()
	a.Finish(&strictjson.Document{})
	for _, c := range a.Calls() {
		calls = append(calls, fmt.Sprintf("%s/%d %s %s %s", c.Scope, c.Slot, c.ID, c.Name, c.Arguments))
	}
	list, _ := log.Close()
	for _, f := range list {
		findings = append(findings, fmt.Sprintf("%s %s", f.ID(), f.Path))
	}
	return calls, findings
}

// A readerCase is one turn and what it comes to.
type readerCase struct {
	what     string
	deltas   []string
	calls    []string
	findings []string
}

func runReaderCases(t *testing.T, format *Format, cases []readerCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(strings.ReplaceAll(c.what, " ", "_"), func(t *testing.T) {
			calls, findings := read(t, format, roomy, c.deltas...)
			if diff := cmp.Diff(c.calls, calls); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.findings, findings); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// starts reports whether the second delta belongs to another turn than the first.
func starts(t *testing.T, format *Format, first, second string) bool {
	t.Helper()
	reader := format.Open(assembly.New(&assembly.Config{}, format.Traits, assembly.NewLog(finding.Policy{}, 1), 0), Policy{})
	var document strictjson.Document
	if err := document.Parse([]byte(first), 64); err != nil {
		t.Fatal(err)
	}
	reader.Observe(document.Root())
	if err := document.Parse([]byte(second), 64); err != nil {
		t.Fatal(err)
	}
	return reader.Starts(document.Root())
}
