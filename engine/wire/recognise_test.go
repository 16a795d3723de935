package wire

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// No delta of a healthy stream is claimed by another format, and each stream has
// one that is claimed by its own.
func TestRecogniseHealthyStreams(t *testing.T) {
	for _, f := range Formats() {
		files, err := filepath.Glob("../../testdata/streams/" + f.Name + "/healthy/*.json")
		if err != nil || len(files) == 0 {
			t.Fatalf("%d streams of %s: %v", len(files), f.Name, err)
		}
		for _, file := range files {
			if !recognised(t, f, file) {
				t.Errorf("%s is not recognised", file)
			}
		}
	}
}

func recognised(t *testing.T, f *Format, file string) (own bool) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var d strictjson.Document
	if err := d.Parse(text, 100); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	list := d.Root().Get(f.Traits.List)
	for delta := list.First(); delta.Exists(); delta = list.After(delta) {
		switch got := Recognise(delta, f.Name); got {
		case nil:
		case f:
			own = true
		default:
			t.Errorf("%s: a delta is claimed by %s: %s", file, got.Name, delta.Raw())
		}
	}
	return own
}

func TestRecogniseTellsNothing(t *testing.T) {
	for _, delta := range []string{
		`{}`, `[]`, `5`, `null`, `"x"`, `{"error":{"message":"x"}}`, `{"type":"error"}`, `{"type":5}`, `{"id":"x"}`,
		`{"choices":{}}`, `{"candidates":{}}`, `{"candidates":null}`, `{"usageMetadata":null}`, `{"promptFeedback":5}`,
		`{"type":"response.output_item.done","item":{"type":"function_call"}}`, `{"type":"response.output_text.delta","delta":"x"}`,
		`{"messageStart":null}`, `{"messageStop":"x"}`, `{"metadata":{}}`, `{"throttlingException":{}}`, `{"done":"true"}`, `{"message":{}}`,
	} {
		var d strictjson.Document
		if err := d.Parse([]byte(delta), 10); err != nil {
			t.Fatal(err)
		}
		if f := Recognise(d.Root(), ""); f != nil {
			t.Errorf("%s is claimed by %s", delta, f.Name)
		}
	}
}
