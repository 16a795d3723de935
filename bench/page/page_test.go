package page

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTable(t *testing.T) {
	table := Table{"Growth", "Cells are ns.", []string{"", "10", "100"}, [][]string{{"engine", "1", "2"}, {"other", "3", "–"}}}
	want := "### Growth\n\nCells are ns.\n\n|  | 10 | 100 |\n|---|---|---|\n| engine | 1 | 2 |\n| other | 3 | – |\n"
	if diff := cmp.Diff(want, table.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWriteKeepsTheProse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(path, []byte("before\n"+begin+"old\n"+end+"after\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // writing again changes nothing
		if err := Write(path, "new\n"); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff("before\n"+begin+"\nnew\n\n"+end+"after\n", string(got)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestReplaceWantsBothMarks(t *testing.T) {
	for _, text := range []string{"", begin, end, end + begin} {
		if got, err := replace(text, "new"); err == nil {
			t.Errorf("%q became %q", text, got)
		}
	}
}
