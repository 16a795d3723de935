package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/prometheus/client_golang/api"
	v1 "github.com/prometheus/client_golang/api/prometheus/v1"

	"github.com/toolverdict/toolverdict/internal/observability"
	"github.com/toolverdict/toolverdict/internal/observability/chart"
)

// The grid of a dashboard, in pixels: 24 columns.
const (
	column = 46.0
	row    = 34.0
	gap    = 8.0
)

// draw draws each row of the dashboard into a picture of its own.
func (r *run) draw(ctx context.Context, address string, end time.Time) error {
	d, err := observability.ReadDashboard(filepath.Join(r.root, "examples", "observability", "grafana", "toolverdict.json"))
	if err != nil {
		return err
	}
	client, err := api.NewClient(api.Config{Address: "http://" + address})
	if err != nil {
		return err
	}
	a := asker{api: v1.NewAPI(client), end: end, length: r.length}
	for _, section := range sections(d) {
		var panels []chart.Placed
		height := 0.0
		for i := range section.panels {
			p := &section.panels[i]
			drawn, err := a.panel(ctx, p)
			if err != nil {
				return fmt.Errorf("%s: %w", p.Title, err)
			}
			b := box(p, section.top)
			panels = append(panels, chart.Placed{Panel: drawn, Box: b})
			height = max(height, b.Y+b.H)
		}
		picture := chart.Draw("Dashboard panels: "+section.title, 24*column, height, panels)
		if err := os.WriteFile(filepath.Join(r.out, section.file()), []byte(picture), 0o644); err != nil { //nolint:gosec // a picture for everybody
			return err
		}
	}
	return a.alerts(ctx, os.Stdout)
}

// A section is a row of the dashboard with the panels below it.
type section struct {
	title  string
	top    int
	panels []observability.Panel
}

func sections(d *observability.Dashboard) []section {
	var all []section
	for _, p := range d.Panels {
		if p.Type == "row" {
			all = append(all, section{title: p.Title, top: p.Place.Y + p.Place.H})
			continue
		}
		last := &all[len(all)-1]
		last.panels = append(last.panels, p)
	}
	return all
}

var notWord = regexp.MustCompile(`\W+`)

// file is the name of the section's picture.
func (s *section) file() string {
	return "dashboard-" + notWord.ReplaceAllString(strings.ToLower(s.title), "-") + ".svg"
}

func box(p *observability.Panel, top int) chart.Box {
	return chart.Box{
		X: column * float64(p.Place.X), Y: row * float64(p.Place.Y-top),
		W: column*float64(p.Place.W) - gap, H: row*float64(p.Place.H) - gap,
	}
}
