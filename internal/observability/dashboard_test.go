package observability

import "testing"

// Every panel asks a data source that the reader chooses, says what it shows, and has
// a place of its own.
func TestPanelsAreWhole(t *testing.T) {
	d, err := ReadDashboard(dashboardFile)
	if err != nil {
		t.Fatal(err)
	}
	chosen := map[string]string{"prometheus": "${datasource}", "tempo": "${traces}"}
	ids, places := map[int]bool{}, map[[2]int]string{}
	for _, p := range d.Panels {
		if ids[p.ID] {
			t.Errorf("%s: another panel has the id %d", p.Title, p.ID)
		}
		ids[p.ID] = true
		for x := p.Place.X; x < p.Place.X+p.Place.W; x++ {
			for y := p.Place.Y; y < p.Place.Y+p.Place.H; y++ {
				if other := places[[2]int{x, y}]; other != "" || x >= 24 {
					t.Fatalf("%s: its place is that of %q, or beyond the grid", p.Title, other)
				}
				places[[2]int{x, y}] = p.Title
			}
		}
		if p.Type == "row" {
			continue
		}
		if p.Description == "" || len(p.Targets) == 0 {
			t.Errorf("%s: no description or no query", p.Title)
		}
		for _, s := range append([]Datasource{p.Datasource}, sources(p)...) {
			if want := chosen[s.Type]; want == "" || s.UID != want {
				t.Errorf("%s: data source %+v, want %q", p.Title, s, want)
			}
		}
	}
}

func sources(p Panel) (all []Datasource) {
	for _, t := range p.Targets {
		all = append(all, t.Datasource)
	}
	return all
}
