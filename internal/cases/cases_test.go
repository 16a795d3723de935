package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/engine/fixture"
)

func TestMissesAreNamed(t *testing.T) {
	var out bytes.Buffer
	missed, err := run("testdata", "", fixture.Options{}, &out)
	if err != nil || !missed {
		t.Errorf("missed %v, error %v", missed, err)
	}
	want := strings.Join([]string{
		"MISS    code.json         openai  want fail with duplicate_terminal                       got fail  missing_terminal    (codes)",
		"review  review.json       openai                                                          got fail  missing_terminal    ",
		"MISS    status.json       openai  want pass                                               got fail  missing_terminal    (status)",
		"openai  6 cases  2 misses  1 under review",
		"",
	}, "\n")
	if diff := cmp.Diff(squeeze(want), squeeze(out.String())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// squeeze takes the alignment out of a table.
func squeeze(table string) string {
	var lines []string
	for line := range strings.Lines(table) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(lines, "\n")
}

func TestFormatFilterAndEmptyFolders(t *testing.T) {
	var out bytes.Buffer
	if _, err := run("testdata", "anthropic", fixture.Options{}, &out); err == nil {
		t.Error("a format without cases is no error")
	}
	if _, err := run(t.TempDir(), "", fixture.Options{}, &out); err == nil {
		t.Error("an empty folder is no error")
	}
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "x.json"), []byte(`{"expect":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := run(broken, "", fixture.Options{}, &out); err == nil {
		t.Error("a broken file is no error")
	}
	if _, err := run("testdata/none", "", fixture.Options{}, &out); err == nil {
		t.Error("a missing folder is no error")
	}
}
