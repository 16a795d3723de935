package cli_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolverdict/toolverdict/internal/canary"
)

// withoutArguments takes the arguments of calls out of a report: they are there on
// purpose.
func withoutArguments(t *testing.T, report string) string {
	t.Helper()
	var document map[string]any
	if err := json.Unmarshal([]byte(report), &document); err != nil {
		t.Fatal(err)
	}
	calls, _ := document["calls"].([]any)
	for _, c := range calls {
		delete(c.(map[string]any), "arguments")
	}
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Nothing of any stream is in a report, or an error, but the arguments of calls in
// the JSON one.
func TestNoContentLeaks(t *testing.T) {
	checked := 0
	for _, mode := range []canary.Mode{canary.Values, canary.Keys} {
		planted, err := canary.Streams(streams, mode)
		if err != nil {
			t.Fatal(err)
		}
		checked += len(planted)
		for _, s := range planted {
			checkLeaks(t, s.Path, string(s.Document))
		}
	}
	if checked < 800 {
		t.Errorf("only %d streams were checked", checked)
	}
}

func checkLeaks(t *testing.T, path, document string) {
	t.Helper()
	handed := strings.TrimSuffix(document, "}") + `,"adapter_emitted":[{"id":"more","name":"more","arguments":{"c4n4ry":"c4n4ry"}}]}`
	if strings.Contains(document, `"adapter_emitted"`) {
		handed = document
	}
	for _, c := range []struct{ what, stdin, report, dialect string }{
		{"human", handed, "human", "json_schema"},
		{"human, conservative", handed, "human", "conservative"},
		{"JUnit", handed, "junit", "json_schema"},
		{"JSON", handed, "json", "json_schema"},
		{"a cut document", document[:len(document)*2/3], "human", "json_schema"},
		{"keys twice", `{"c4n4ry":1,"c4n4ry":2}`, "human", "json_schema"},
	} {
		_, stdout, stderr := run(c.stdin, "check", "--report", c.report, "--dialect", c.dialect, "-")
		if c.report == "json" && stdout != "" {
			stdout = withoutArguments(t, stdout)
		}
		if out := []byte(stdout + stderr); bytes.Contains(out, []byte(canary.Word)) {
			t.Errorf("%s: %s carries content:\n%s", path, c.what, out)
		}
	}
}
