package strictjson

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// inTurn reads texts one after the other with one document, and each with one of
// its own. The two must not differ.
func inTurn(t *testing.T, depth int, texts ...string) {
	t.Helper()
	var d Document
	for i, text := range texts {
		var alone Document
		err, want := d.Parse([]byte(text), depth), alone.Parse([]byte(text), depth)
		if fmt.Sprint(err) != fmt.Sprint(want) {
			t.Errorf("text %d of %q: %v, alone %v", i, texts, err, want)
		}
		if !slices.EqualFunc(d.nodes, alone.nodes, alike) {
			t.Errorf("text %d of %q: nodes\n%v, alone\n%v", i, texts, d.nodes, alone.nodes)
		}
		if err == nil && !bytes.Equal(d.Root().Raw(), alone.Root().Raw()) {
			t.Errorf("text %d of %q: root is %q", i, texts, d.Root().Raw())
		}
		for _, name := range []string{"a", "b", "c"} {
			if got, want := d.Root().Get(name).at, alone.Root().Get(name).at; got != want {
				t.Errorf("text %d of %q: member %s is node %d, alone %d", i, texts, name, got, want)
			}
		}
	}
}

// alike compares nodes but for whether somebody has looked at them.
func alike(a, b node) bool {
	a.seen, b.seen = false, false
	return a == b
}

var following = [][]string{
	{`{"a":"x","b":"y"}`, `{"a":"x","b":"y"}`, `{"a":"xx","b":""}`, `{"a":"","b":"longer than before"}`},
	{`{"a":{"b":"x","c":[1,"y"]},"c":{}}`, `{"a":{"b":"xyz","c":[1,"y"]},"c":{}}`, `{"a":{"b":"","c":[22,"yy"]},"c":{}}`},
	{`{"a":"x\n","b":1}`, `{"a":"x","b":1}`, `{"a":"\u00e5","b":-1.5e3}`, `{"a":"x\\","b":0}`},
	{`{"a":1}`, `{"a":12}`, `{"a":2}`, `{"a":1.5}`, `{"a":01}`, `{"a":1}`, `{"a":"1"}`, `{"a":-}`},
	{`{"a":null,"b":1}`, `{"a":"x","b":1}`, `{"a":true,"b":1}`, `{"a":tru,"b":1}`, `{"a":{},"b":1}`, `{"a":[],"b":1}`},
	{`{"a":"x"}`, `{"b":"x"}`, `{"a":"x","b":1}`, `{"a":"x","a":1}`, `{"a":"x"}`, `{"a":"x"} `, `{"a":"x"}x`, `{"a":"x"`},
	{`{"a":"x","b":"y"}`, `{"a":"x"y","b":"y"}`, `{"a":"x","b":"y"}`, "{\"a\":\"x\x01\",\"b\":\"y\"}", `{"a":"x\","b":"y"}`},
	{`{"a":[1,2,3]}`, `{"a":[1,2]}`, `{"a":[1,2,3,4]}`, `{"a":[[1],2,3]}`, `{"a":[1 ,2,3]}`, `{"a":[]}`, `{"a":[1]}`},
	{`"x"`, `"y"`, `1`, `2`, `null`, ` null`, ``, `"x"`, `["x"]`, `[["x"]]`, `[[["x"]]]`, `[[[["x"]]]]`, `[[[[["x"]]]]]`},
	{`1234`, `12 4`, `1`, `1 `, `12345`, `1x345`, `-5`, `-`, `123456789`, `1e5 789`}, // a number that is all
	{`[1,2,3,4,5,6,7,8,9,10]`, `[2,3,4,5,6,7,8,9,1,11]`, `["x",2,3,4,5,6,7,8,9,10]`},
	{`{"a":"é"}`, `{"a":"è"}`, "{\"a\":\"\xc3\"}", `{"a":"é"}`, `{"\u0061":1}`, `{"\u0061":2}`, `{"a":"é"}`},
	{`{"a":{"b":{"c":"x"}}}`, `{"a":{"b":{"c":"x"},"c":1}}`, `{"a":{"b":{"c":"x"}},"c":1}`, `{"a":{"b":{"c":"x"}}}`, `{"a":{"b":{"c":"x"},"b":1}}`},
}

func TestATextIsReadAsIfTheOneBeforeHadNotBeen(t *testing.T) {
	for _, texts := range following {
		inTurn(t, 4, texts...)
		for _, before := range texts {
			for _, text := range texts {
				inTurn(t, 4, before, text, before)
			}
		}
	}
}

func TestLargeTextsAreNotKept(t *testing.T) {
	large := `{"a":"` + strings.Repeat("x", maxKept) + `"}`
	inTurn(t, 4, `{"a":"x"}`, large, `{"a":"x"}`, large, large)
}

func TestWhatFollowsIsNotScannedAgain(t *testing.T) {
	var d Document
	for i, text := range []string{`{"a":"x","b":[1,{}]}`, `{"a":"yy","b":[23,{}]}`, `{"a":"","b":[0,{}]}`} {
		if err := d.Parse([]byte(text), 4); err != nil {
			t.Fatal(err)
		}
		d.Root().Get("b")
		if i > 0 && d.shape.next != 1 {
			t.Errorf("text %d is scanned as if it were new", i)
		}
		if got := d.shape.answers; len(got) != 1 || got[0] != (answer{"b", 0, Value{&d, 4}}) {
			t.Errorf("text %d: answers are %v", i, got)
		}
	}
}

func TestWhatHasBeenSeenTellsTextsOfAShapeApart(t *testing.T) {
	const first = `{"a":"x","b":{"c":"y"},"c":1}`
	for _, c := range []struct {
		text string
		same bool
	}{
		{first, true},
		{`{"a":"x","b":{"c":"yy"},"c":1}`, false}, // inside what was seen
		{`{"a":"z","b":{"c":"y"},"c":1}`, true},   // the exception
		{`{"a":"","b":{"c":"y"},"c":23}`, true},   // and what nobody has seen
		{`{"a":"","b":{"c":"y"},"c":null}`, false},
		{`{"a":"x","b":{"c":"y"},"c":1 }`, false},
		{`{"a":"x","b":{"c":"y"},"c":1`, false},
	} {
		var d Document
		if err := d.Parse([]byte(first), 4); err != nil {
			t.Fatal(err)
		}
		shape := d.Shape()
		d.Root().Get("b").Raw()
		a := d.Root().Get("a")
		a.Text()
		before := string(d.AppendSeen(nil, a))
		_ = d.Parse([]byte(c.text), 4)
		if same := d.Shape() == shape && string(d.AppendSeen(nil, a)) == before; same != c.same {
			t.Errorf("%s: the same %v", c.text, same)
		}
		if d.Shape() == shape && c.text != first && c.same != (string(d.AppendSeen(nil, Value{})) == before) && d.text[6] == 'x' {
			t.Errorf("%s: without an exception %q", c.text, d.AppendSeen(nil, Value{}))
		}
	}
}

// A value that once differed tells texts apart from then on, also where it is again
// what it was in the text before.
func TestWhatVariedOnceIsToldFromThenOn(t *testing.T) {
	var d Document
	var seen []string
	for _, text := range []string{`{"a":1,"b":1}`, `{"a":1,"b":2}`, `{"a":2,"b":2}`, `{"a":1,"b":2}`, `{"a":1,"b":1}`} {
		if err := d.Parse([]byte(text), 4); err != nil {
			t.Fatal(err)
		}
		d.Root().Raw()
		seen = append(seen, string(d.AppendSeen(nil, Value{})))
	}
	if seen[3] == seen[4] || seen[2] == seen[3] || seen[1] == seen[3] {
		t.Errorf("texts that differ are not told apart: %q", seen)
	}
}

func TestAShapeInWhichEverythingVariesIsNone(t *testing.T) {
	var d Document
	shapes := map[uint64]bool{}
	for i := range 12 {
		numbers := []string{"0", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0"}
		numbers[i] = "1"
		if err := d.Parse([]byte("["+strings.Join(numbers, ",")+"]"), 4); err != nil {
			t.Fatal(err)
		}
		shapes[d.Shape()] = true
	}
	if len(shapes) < 2 {
		t.Errorf("twelve numbers that varied in turn are of one shape")
	}
}

// FuzzFollow mutates pairs of deltas that followed each other.
func FuzzFollow(f *testing.F) {
	for _, texts := range following {
		for i := range texts[1:] {
			f.Add(texts[i], texts[i+1])
		}
	}
	files, err := filepath.Glob("../../testdata/streams/*/*/*.json")
	if err != nil || len(files) == 0 {
		f.Fatalf("%d streams: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		before := ""
		for line := range strings.Lines(string(text)) {
			line = strings.TrimRight(line, ",\n")
			f.Add(before, line)
			before = line
		}
	}
	f.Fuzz(func(t *testing.T, one, other string) { inTurn(t, 8, one, other, one) })
}
