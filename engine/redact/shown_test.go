package redact_test

import (
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/redact"
)

var update = flag.Bool("update", false, "write the golden list anew")

// canary is text that is content wherever it is not shown for a reason.
const canary = "canary-7f3a"

// planted are the ways in which it comes: as a text, and inside of arguments.
var planted = []string{canary, `{"a":["` + canary + `",{"b":"` + canary + `"}]}`, canary + `"}`}

// A leaf is a string in a delta that can be replaced.
type leaf struct {
	place string
	set   func(string)
	was   string
}

// leaves are all strings of a value.
func leaves(v any, place string) (all []leaf) {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			here := strings.TrimPrefix(place+"."+name, ".")
			if text, ok := member.(string); ok {
				all = append(all, leaf{here, func(s string) { v[name] = s }, text})
			} else {
				all = append(all, leaves(member, here)...)
			}
		}
	case []any:
		for i, element := range v {
			if text, ok := element.(string); ok {
				all = append(all, leaf{place + ".#", func(s string) { v[i] = s }, text})
			} else {
				all = append(all, leaves(element, place+".#")...)
			}
		}
	}
	return all
}

// The list of all places of the streams in which a text survives is one that was
// read and found right: ids, names, types, roles and reasons. Fragments of arguments
// are among them because one may go on with the name of a member.
func TestOnlyTheseTextsAreShown(t *testing.T) {
	var got []string
	for _, format := range engine.Formats() {
		streams, _ := seeds(t, format)
		shown := map[string]bool{}
		for _, stream := range streams {
			for _, place := range survivors(t, format, strings.Split(stream, "\n")) {
				shown[format+" "+place] = true
			}
		}
		for place := range shown {
			got = append(got, place)
		}
	}
	slices.Sort(got)
	const file = "testdata/shown.txt"
	text := strings.Join(got, "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// survivors plants the canary in one string after the other and returns the places
// where it can still be seen.
func survivors(t *testing.T, format string, deltas []string) (places []string) {
	t.Helper()
	for i := range deltas {
		var v any
		if err := json.Unmarshal([]byte(deltas[i]), &v); err != nil {
			continue
		}
		for _, l := range leaves(v, "") {
			for _, text := range planted {
				l.set(text)
				changed, err := json.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				if survives(t, format, slices.Concat(deltas[:i], []string{string(changed)}, deltas[i+1:])) {
					places = append(places, l.place)
				}
			}
			l.set(l.was)
		}
	}
	return places
}

func survives(t *testing.T, format string, deltas []string) bool {
	t.Helper()
	r := redactor(t, redact.Options{Format: format})
	for _, d := range deltas {
		if strings.Contains(string(r.Delta(nil, []byte(d))), canary) {
			return true
		}
	}
	return false
}

// A member that nobody knows is content, wherever it stands.
func TestNothingUnknownIsShown(t *testing.T) {
	for _, format := range engine.Formats() {
		streams, _ := seeds(t, format)
		for _, stream := range streams {
			r := redactor(t, redact.Options{Format: format, Numbers: true})
			for delta := range strings.SplitSeq(stream, "\n") {
				var v any
				if err := json.Unmarshal([]byte(delta), &v); err != nil {
					continue
				}
				plant(v)
				changed, err := json.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				if out := r.Delta(nil, changed); strings.Contains(string(out), canary) || strings.Contains(string(out), "271828") {
					t.Errorf("%s shows an unknown member:\n%s\n%s", format, changed, out)
				}
			}
		}
	}
}

// plant puts unknown members into every object.
func plant(v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			if name != "usage" && name != "usageMetadata" && name != "metadata" {
				plant(member)
			}
		}
		v["unknown_text"], v["unknown_number"] = canary, 271828
		v["unknown_list"] = []any{canary, []any{canary, 271828}, map[string]any{"name": canary, "id": canary}}
	case []any:
		for _, element := range v {
			plant(element)
		}
	}
}
