package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// A delta that repeats the one before is not read again. That must not show: each
// stream here is also read by one that forgets what it read before.

func reports(t *testing.T, format string, limits Limits, deltas []string) (fast, slow Report) {
	t.Helper()
	v, err := New(Options{Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	known, forgetful := v.NewStream(StreamOptions{Format: format}), v.NewStream(StreamOptions{Format: format})
	for _, d := range deltas {
		known.Observe([]byte(d))
		forgetful.document, forgetful.effects = strictjson.Document{}, effects{}
		forgetful.Observe([]byte(d))
	}
	return known.Finish(), forgetful.Finish()
}

func sameReports(t *testing.T, format string, limits Limits, deltas []string) {
	t.Helper()
	fast, slow := reports(t, format, limits, deltas)
	if diff := cmp.Diff(slow, fast, cmp.AllowUnexported(Report{}, ending{}), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s %q (-read anew +read by the one before):\n%s", format, deltas, diff)
	}
}

// recorded returns the deltas of the streams in testdata, by file.
func recorded(t testing.TB) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("../testdata/streams/*/*/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d streams: %v", len(files), err)
	}
	all := map[string][]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimRight(strings.TrimSpace(line), ","); strings.HasPrefix(line, "{\"") && strings.HasSuffix(line, "}") {
				all[file] = append(all[file], line)
			}
		}
	}
	return all
}

func formatOf(file string) string { return filepath.Base(filepath.Dir(filepath.Dir(file))) }

func TestRepeatsReadAsIfTheyWereNone(t *testing.T) {
	for file, deltas := range recorded(t) {
		format := formatOf(file)
		sameReports(t, format, Limits{}, deltas)
		sameReports(t, format, Limits{ArgumentBytes: 20, Slots: 1, Findings: 2}, deltas)
		for i := range deltas {
			doubled := append(append(append([]string{}, deltas[:i+1]...), deltas[i], deltas[i]), deltas[i+1:]...)
			sameReports(t, format, Limits{}, doubled)
		}
	}
}

func TestWhatARepeatedDeltaAdds(t *testing.T) {
	fragment := func(text, padding string) string {
		return `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"` + text + `"}}]}}],"p":"` + padding + `"}`
	}
	v, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := v.NewStream(StreamOptions{Format: "openai"})
	for i, d := range []string{
		`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]}}],"p":""}`,
		fragment(`\"a\"`, "x"), fragment(`:[`, "xyz"), fragment(``, ""), fragment(`1`, "xy"), fragment(`]}`, "x"),
	} {
		s.Observe([]byte(d))
		if i > 1 && len(s.effects.known) != 1 {
			t.Errorf("delta %d is read as if it were new", i)
		}
	}
	if got := s.Finish().Calls[0].Arguments; got != `{"a":[1]}` {
		t.Errorf("arguments are %s", got)
	}
}

// FuzzRepeat changes a place of a delta in the middle of a stream, and repeats it.
func FuzzRepeat(f *testing.F) {
	for file, deltas := range recorded(f) {
		for i := range deltas {
			f.Add(formatOf(file), deltas[max(0, i-1)], deltas[i], `"x`, `"y`)
		}
	}
	f.Fuzz(func(t *testing.T, format, before, delta, old, now string) {
		changed := strings.Replace(delta, old, now, 1)
		sameReports(t, format, Limits{}, []string{before, delta, changed, delta, changed, changed, before, delta})
	})
}
