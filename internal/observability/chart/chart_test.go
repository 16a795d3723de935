package chart

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden file anew")

const golden = "testdata/panels.svg"

// panels are one of each kind, with gaps, marks and texts that are too long.
func panels() []Placed {
	line := func(name string, values ...float64) Line {
		l := Line{Name: name}
		for i, v := range values {
			if v >= 0 {
				l.Points = append(l.Points, Point{float64(i), v})
			}
		}
		return l
	}
	return []Placed{
		{&Graph{Title: "Lines", Unit: "s", Minutes: 5, Step: 1, Marks: []Point{{2, 1}, {3, 99}}, Lines: []Line{
			line("one", 1, 2, -1, 3, 2.5, 1), line("two <&>", 0, 0, 1),
		}}, Box{0, 0, 400, 200}},
		{&Graph{Title: "Areas", Unit: "percentunit", Minutes: 5, Step: 1, Stacked: true, Max: 1, Lines: []Line{
			line("one", 0.1, 0.2, -1, 0.2, 0.1, 0.2), line("two", 0.1, 0.1, 0.1, 0.1, 0.1, 0.1), line("a name that takes a row of its own in the legend", 0.1, 0.1, 0.1),
		}}, Box{400, 0, 400, 200}},
		{&Graph{Title: "Nothing", Minutes: 5}, Box{0, 200, 200, 100}},
		{&Stat{Title: "A number", Text: "12 %", Colour: "red"}, Box{200, 200, 200, 100}},
		{&Note{Title: "A note", Text: "not drawn"}, Box{400, 200, 200, 100}},
		{&Table{Title: "Rows", Columns: []string{"name", "value"}, Numbers: []bool{false, true}, Rows: [][]string{
			{"a service with a name much longer than there is room for", "1"}, {"b", "2,000"}, {"below the panel", "3"},
		}}, Box{600, 200, 200, 100}},
	}
}

func TestPicture(t *testing.T) {
	got := Draw("panels", 800, 300, panels())
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	decoder := xml.NewDecoder(strings.NewReader(got))
	for {
		if _, err := decoder.Token(); err != nil {
			if !errors.Is(err, io.EOF) {
				t.Error(err)
			}
			break
		}
	}
}

func TestTicks(t *testing.T) {
	for top, want := range map[float64][]float64{
		0: {0, 0.25, 0.5, 0.75, 1}, 0.05: {0, 0.02, 0.04, 0.06}, 1: {0, 0.25, 0.5, 0.75, 1}, 7: {0, 2, 4, 6, 8}, 12: {0, 5, 10, 15}, 130: {0, 50, 100, 150},
	} {
		if diff := cmp.Diff(want, ticks(top)); diff != "" {
			t.Errorf("%g (-want +got):\n%s", top, diff)
		}
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		value      float64
		unit, want string
	}{
		{0, "short", "0"},
		{1234567, "short", "1,234,567"},
		{1000, "short", "1,000"},
		{0.0123, "percentunit", "1.23 %"},
		{1, "percentunit", "100 %"},
		{12.34, "reqps", "12.3/s"},
		{0.0567, "s", "0.057 s"},
		{2.5, "s", "2.5 s"},
		{150.4, "short", "150"},
		{0.5, "", "0.5"},
	} {
		if got := Format(c.value, c.unit); got != c.want {
			t.Errorf("%g %s: %q, want %q", c.value, c.unit, got, c.want)
		}
	}
}
