package strictjson

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// bothWays reads a text with the scanner and with the general parser. What the
// scanner accepts the parser must accept too, with the same nodes.
func bothWays(t *testing.T, text []byte, depth int) (scanned bool) {
	t.Helper()
	var fast, general Document
	fast.reset(text)
	general.reset(text)
	scanned = fast.scan(&scanner{text: text}, depth)
	err := general.parse(depth)
	if scanned && err != nil {
		t.Errorf("%q: the scanner accepts it, the parser does not: %v", text, err)
	}
	if scanned && !slices.Equal(fast.nodes, general.nodes) {
		t.Errorf("%q: nodes differ:\n%v\n%v", text, fast.nodes, general.nodes)
	}
	return scanned
}

func TestScannerDoesNotLeaveCommonTextToTheParser(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, ` { "a" : [ 1 , -0 , 1.5e3 , true , false , null , "x" ] } `, `"\u00e5\ud83d\ude00\/\b\f\n\r\t\"\\ é😀"`, `0`, `-1.25E+10`,
		`[[[[]]]]`, `{"a":{"a":1},"b":[{"a":1},{"a":2}]}`, `"` + strings.Repeat("plain text ", 50) + `"`,
	} {
		if !bothWays(t, []byte(text), 4) {
			t.Errorf("%q is left to the parser", text)
		}
	}
}

func TestScannerIsNoLaxerThanTheParser(t *testing.T) {
	for _, text := range []string{
		``, ` `, `{`, `}`, `[1,]`, `{"a":1,}`, `{"a" 1}`, `{"a":1 "b":2}`, `[1 2]`, `{a:1}`, `{1:2}`, `[}`, `{]`, `nul`, `truex`, `NaN`, `-`, `+1`, `.5`, `1.`, `01`, `1e`, `0x1`,
		`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{} {}`, `{}x`, "{}\x00", "\"\x01\"", "\"\xff\"", "\"\xed\xa0\x80\"", "\"\xc0\xaf\"", "\"\xe2\x82\"",
		`"\ud800"`, `"\ude00"`, `"\ud800\u0041"`, `"\x41"`, `"\u12"`, `"\u00zz"`, `"`, `"\`, `"\ud83d\`, `[[[[[]]]]]`, "\ufeff{}", `"é`,
		`"1234567` + "\x1f" + `"`, `"1234567` + "\x7f" + `"`,
	} {
		bothWays(t, []byte(text), 4)
	}
}

func TestScannerOnManyMembers(t *testing.T) {
	members := make([]string, 100)
	for i := range members {
		members[i] = `"m` + strings.Repeat("x", i) + `":0`
	}
	if bothWays(t, []byte("{"+strings.Join(members, ",")+"}"), 4) {
		t.Error("names of a large object are compared one by one")
	}
}

// FuzzScan mutates real deltas.
func FuzzScan(f *testing.F) {
	files, err := filepath.Glob("../../testdata/streams/*/*/*.json")
	if err != nil || len(files) == 0 {
		f.Fatalf("%d streams: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			f.Add([]byte(strings.TrimRight(line, ",\n")))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) { bothWays(t, text, 16) })
}
