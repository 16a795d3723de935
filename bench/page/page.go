// Package page writes figures as Markdown, and puts them into a page whose prose a
// person writes.
package page

import (
	"fmt"
	"os"
	"strings"
)

// The generated part of a page is between these two lines.
const (
	begin = "<!-- figures: begin; make bench WRITE=1 writes them anew -->\n"
	end   = "<!-- figures: end -->\n"
)

// A Table is a table with a heading and a line that says what its cells are.
type Table struct {
	Title, About string
	Header       []string
	Rows         [][]string
}

// String returns the table as Markdown.
func (t Table) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n%s\n\n", t.Title, t.About)
	line := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	line(t.Header)
	b.WriteString("|" + strings.Repeat("---|", len(t.Header)) + "\n")
	for _, r := range t.Rows {
		line(r)
	}
	return b.String()
}

// Write puts the figures into a page, between its marks.
func Write(path, figures string) error {
	text, err := os.ReadFile(path) //nolint:gosec // the caller names the page
	if err != nil {
		return err
	}
	written, err := replace(string(text), figures)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(written), 0o644) //nolint:gosec // a page for everybody
}

func replace(text, figures string) (string, error) {
	before, rest, began := strings.Cut(text, begin)
	_, after, ended := strings.Cut(rest, end)
	if !began || !ended {
		return "", fmt.Errorf("there must be a line %q and after it a line %q", strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return before + begin + "\n" + figures + "\n" + end + after, nil
}
