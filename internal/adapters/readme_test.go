package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// cellsOf reads the tables of a section of a page: cells by the stream's name and the
// column's title.
func cellsOf(t *testing.T, path, heading string) map[[2]string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## "+heading+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	cells := map[[2]string]string{}
	var titles []string
	for line := range strings.Lines(section) {
		columns := strings.Split(strings.Trim(line, "| \n"), " | ")
		name := regexp.MustCompile("^`([a-z-]+)`: ").FindStringSubmatch(columns[0])
		if columns[0] == "stream" {
			titles = columns
		}
		for i := 1; name != nil && i < len(columns); i++ {
			cells[[2]string{name[1], titles[i]}] = columns[i]
		}
	}
	return cells
}

// What the README shows of the results is what the page shows.
func TestReadmeShowsWhatWasMeasured(t *testing.T) {
	page := cellsOf(t, "../../docs/adapters.md", "OpenAI Chat Completions")
	shown := cellsOf(t, "../../README.md", "What real adapters do")
	if len(shown) != 6*4 {
		t.Errorf("the README shows %d cells", len(shown))
	}
	for at, cell := range shown {
		if page[at] != cell {
			t.Errorf("%v is %q in the README, and %q on the page", at, cell, page[at])
		}
	}
}
