package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	v1 "github.com/prometheus/client_golang/api/prometheus/v1"
	"github.com/prometheus/common/model"

	"github.com/toolverdict/toolverdict/internal/observability"
	"github.com/toolverdict/toolverdict/internal/observability/chart"
)

// step is how far apart the points of a graph are, rateInterval what Grafana would
// take for a rate: a few scrapes.
const (
	step         = 5 * time.Second
	rateInterval = "1m"
)

// An asker asks Prometheus what panels ask for.
type asker struct {
	api    v1.API
	end    time.Time
	length time.Duration
}

func (a *asker) panel(ctx context.Context, p *observability.Panel) (chart.Panel, error) {
	switch {
	case p.Datasource.Type != "prometheus":
		return &chart.Note{Title: p.Title, Text: "asks the backend of the traces"}, nil
	case p.Type == "timeseries":
		return a.graph(ctx, p)
	case p.Type == "stat":
		return a.stat(ctx, p)
	case p.Type == "table":
		return a.table(ctx, p)
	}
	return nil, fmt.Errorf("no way to draw a panel of type %s", p.Type)
}

func (a *asker) fill(query string) string {
	return observability.Fill(query, rateInterval, fmt.Sprintf("%ds", int(a.length.Seconds())))
}

func (a *asker) minute(t model.Time) float64 {
	return t.Time().Sub(a.end.Add(-a.length)).Minutes()
}

func (a *asker) graph(ctx context.Context, p *observability.Panel) (*chart.Graph, error) {
	g := &chart.Graph{
		Title: p.Title, Unit: p.Fields.Defaults.Unit, Minutes: a.length.Minutes(), Step: step.Minutes(),
		Stacked: p.Fields.Defaults.Custom.Stacking.Mode == "normal",
	}
	if m := p.Fields.Defaults.Max; m != nil {
		g.Max = *m
	}
	for _, t := range p.Targets {
		query := a.fill(t.Expr)
		value, _, err := a.api.QueryRange(ctx, query, v1.Range{Start: a.end.Add(-a.length), End: a.end, Step: step})
		if err != nil {
			return nil, err
		}
		matrix, ok := value.(model.Matrix)
		if !ok {
			return nil, fmt.Errorf("%s gives a %s", query, value.Type())
		}
		for _, series := range matrix {
			if line := a.line(p, &t, series); len(line.Points) > 0 {
				g.Lines = append(g.Lines, line)
			}
		}
		if t.Exemplar {
			marks, err := a.exemplars(ctx, query)
			if err != nil {
				return nil, err
			}
			g.Marks = append(g.Marks, marks...)
		}
	}
	slices.SortStableFunc(g.Lines, func(a, b chart.Line) int { return cmp.Compare(total(b), total(a)) })
	return g, nil
}

func total(l chart.Line) (sum float64) {
	for _, p := range l.Points {
		sum += p.Value
	}
	return sum
}

func (a *asker) line(p *observability.Panel, t *observability.Target, series *model.SampleStream) chart.Line {
	line := chart.Line{Name: name(t.Legend, series.Metric)}
	line.Colour = colour(p, line.Name)
	for _, sample := range series.Values {
		if v := float64(sample.Value); !math.IsNaN(v) {
			line.Points = append(line.Points, chart.Point{Minute: a.minute(sample.Timestamp), Value: v})
		}
	}
	return line
}

// name fills in a legend; what stands for a label that is not there goes, with what
// parted it from the rest.
func name(legend string, metric model.Metric) string {
	for label, value := range metric {
		legend = strings.ReplaceAll(legend, "{{"+string(label)+"}}", string(value))
	}
	if before, _, missing := strings.Cut(legend, "{{"); missing {
		legend = strings.TrimRight(before, "/, ")
	}
	return legend
}

// colour is the one that the panel sets for a series.
func colour(p *observability.Panel, name string) string {
	for _, o := range p.Fields.Overrides {
		if o.Matcher.Options != name {
			continue
		}
		for _, property := range o.Properties {
			if value, ok := property.Value.(map[string]any); ok && property.ID == "color" {
				return fmt.Sprint(value["fixedColor"])
			}
		}
	}
	return ""
}

func (a *asker) exemplars(ctx context.Context, query string) ([]chart.Point, error) {
	series, err := a.api.QueryExemplars(ctx, query, a.end.Add(-a.length), a.end)
	if err != nil {
		return nil, err
	}
	var marks []chart.Point
	for _, s := range series {
		for _, e := range s.Exemplars {
			marks = append(marks, chart.Point{Minute: a.minute(e.Timestamp), Value: float64(e.Value)})
		}
	}
	return spread(marks), nil
}

// mostMarks is how many exemplars are drawn: more can't be told apart.
const mostMarks = 60

// spread takes some of many points, evenly over their time.
func spread(points []chart.Point) []chart.Point {
	slices.SortFunc(points, func(a, b chart.Point) int { return cmp.Compare(a.Minute, b.Minute) })
	if len(points) <= mostMarks {
		return points
	}
	some := make([]chart.Point, 0, mostMarks)
	for i := range mostMarks {
		some = append(some, points[i*len(points)/mostMarks])
	}
	return some
}

func (a *asker) instant(ctx context.Context, query string) (model.Vector, error) {
	value, _, err := a.api.Query(ctx, a.fill(query), a.end)
	if err != nil {
		return nil, err
	}
	vector, ok := value.(model.Vector)
	if !ok {
		return nil, fmt.Errorf("%s gives a %s", query, value.Type())
	}
	return vector, nil
}

func (a *asker) stat(ctx context.Context, p *observability.Panel) (*chart.Stat, error) {
	vector, err := a.instant(ctx, p.Targets[0].Expr)
	if err != nil {
		return nil, err
	}
	value := 0.0
	if len(vector) > 0 {
		value = float64(vector[0].Value)
	}
	s := &chart.Stat{Title: p.Title, Text: chart.Format(rounded(p, value), p.Fields.Defaults.Unit)}
	for _, threshold := range p.Fields.Defaults.Thresholds.Steps {
		if threshold.Value == nil || value >= *threshold.Value {
			s.Colour = threshold.Color
		}
	}
	return s, nil
}

// rounded rounds what is shown without decimals.
func rounded(p *observability.Panel, value float64) float64 {
	if d := p.Fields.Defaults.Decimals; d != nil && *d == 0 {
		return math.Round(value)
	}
	return value
}
