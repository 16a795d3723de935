package finding_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/toolverdict/toolverdict/engine/finding"
)

func TestTableIsComplete(t *testing.T) {
	seen := map[finding.ID]bool{}
	for _, r := range finding.Rules() {
		if seen[r.ID] {
			t.Errorf("%s stands twice", r.ID)
		}
		seen[r.ID] = true
		if !strings.HasSuffix(r.Explanation, ".") || !strings.HasSuffix(r.Advice, ".") {
			t.Errorf("%s has no whole sentences", r.ID)
		}
		if (r.Fault == finding.Capture) != (r.Level == finding.Unknown) {
			t.Errorf("%s: fault %s with level %s", r.ID, r.Fault, r.Level)
		}
		if r.LossExplains && r.Fault == finding.Capture {
			t.Errorf("%s: loss can't explain itself", r.ID)
		}
	}
	if len(seen) < 70 {
		t.Errorf("only %d rules", len(seen))
	}
}

func TestDocumentIsCurrent(t *testing.T) {
	got, err := os.ReadFile("../../docs/findings.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, finding.Markdown()) {
		t.Error("docs/findings.md is not what the table says: run make generate")
	}
}

func TestLookup(t *testing.T) {
	for id, want := range map[finding.ID]finding.ID{
		"identity_collision":               "identity_collision",
		"invalid_arguments_json/truncated": "invalid_arguments_json/truncated",
		"schema_violation/pattern":         "schema_violation",
		"identity_collision/anything":      "identity_collision",
	} {
		if r, ok := finding.Lookup(id); !ok || r.ID != want {
			t.Errorf("%s: %s, %v", id, r.ID, ok)
		}
	}
	for _, id := range []finding.ID{"", "no_such_code", "invalid_arguments_json/no_such_reason"} {
		if _, ok := finding.Lookup(id); ok {
			t.Errorf("%q is a rule", id)
		}
	}
}

func of(id finding.ID) finding.Finding {
	r, _ := finding.Lookup(id)
	code, reason := id.Split()
	return finding.Finding{Level: r.Level, Code: code, Reason: reason, Fault: r.Fault}
}

func TestPrimaryIsTheMostSevere(t *testing.T) {
	for _, c := range []struct {
		ids  []finding.ID
		want int
	}{
		{nil, -1},
		{[]finding.ID{"late_identity", "capture_incomplete/dropped_events"}, 1},
		{[]finding.ID{"capture_incomplete/dropped_events", "schema_type"}, 1},
		{[]finding.ID{"schema_type", "missing_terminal", "identity_collision"}, 2},
		{[]finding.ID{"identity_collision", "emitted_call_missing", "executed_despite_block"}, 2},
		{[]finding.ID{"missing_terminal", "missing_terminal"}, 0},
		{[]finding.ID{"invalid_schema", "unknown_tool"}, 1},
	} {
		var list []finding.Finding
		for _, id := range c.ids {
			list = append(list, of(id))
		}
		if got := finding.Primary(list); got != c.want {
			t.Errorf("%v: %d, want %d", c.ids, got, c.want)
		}
	}
}

func TestPolicyKnowsItsKeys(t *testing.T) {
	for _, key := range []string{"identity_collision", "invalid_arguments_json", "invalid_arguments_json/empty", "capture_incomplete", "schema_violation/pattern", "unknown_tool/no_schemas"} {
		if _, err := finding.NewPolicy(map[string]finding.Level{key: finding.Off}); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	for _, key := range []string{"", "nope", "identity_collision/reason", "invalid_arguments_json/nope"} {
		if _, err := finding.NewPolicy(map[string]finding.Level{key: finding.Off}); err == nil {
			t.Errorf("%q is accepted", key)
		}
	}
}

func TestNamesReadBack(t *testing.T) {
	for _, l := range []finding.Level{finding.Off, finding.Warning, finding.Unknown, finding.Error} {
		text, _ := l.MarshalText()
		var back finding.Level
		if err := back.UnmarshalText(text); err != nil || back != l {
			t.Errorf("%s: %v, %v", text, back, err)
		}
	}
	for _, f := range []finding.Fault{finding.Adapter, finding.Wire, finding.Model, finding.Config, finding.Capture} {
		text, _ := f.MarshalText()
		var back finding.Fault
		if err := back.UnmarshalText(text); err != nil || back != f {
			t.Errorf("%s: %v, %v", text, back, err)
		}
	}
	if err := new(finding.Level).UnmarshalText([]byte("fatal")); err == nil || !slices.Contains(strings.Fields(err.Error()), "warning") {
		t.Errorf("error %v", err)
	}
	if err := new(finding.Fault).UnmarshalText([]byte("user")); err == nil {
		t.Error("the user is a fault")
	}
}
