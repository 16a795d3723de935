package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/common/model"

	"github.com/toolverdict/toolverdict/internal/observability"
	"github.com/toolverdict/toolverdict/internal/observability/chart"
)

func TestLegend(t *testing.T) {
	metric := model.Metric{"code": "schema_type", "service": "a"}
	for legend, want := range map[string]string{
		"judged": "judged", "{{code}}": "schema_type", "{{code}}/{{reason}}": "schema_type", "{{service}}, {{code}}": "a, schema_type",
	} {
		if got := name(legend, metric); got != want {
			t.Errorf("%s: %q, want %q", legend, got, want)
		}
	}
}

func TestSpread(t *testing.T) {
	var many []chart.Point
	for i := range 10 * mostMarks {
		many = append(many, chart.Point{Minute: float64(10*mostMarks - i)})
	}
	some := spread(many)
	if len(some) != mostMarks || some[0].Minute != 1 || some[mostMarks-1].Minute != 591 {
		t.Errorf("%d points, from %v to %v", len(some), some[0], some[len(some)-1])
	}
}

// Every panel of the dashboard is in a picture, and pictures have names of their own.
func TestSections(t *testing.T) {
	d, err := observability.ReadDashboard("../../../examples/observability/grafana/toolverdict.json")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, s := range sections(d) {
		got[s.file()] += len(s.panels)
		for i := range s.panels {
			if b := box(&s.panels[i], s.top); b.Y < 0 || b.X+b.W > 24*column || b.W <= 0 || b.H <= 0 {
				t.Errorf("%s is at %v", s.panels[i].Title, b)
			}
		}
	}
	want := map[string]int{
		"dashboard-overview.svg": 6, "dashboard-by-provider-and-adapter.svg": 4, "dashboard-findings.svg": 2,
		"dashboard-fail-open.svg": 3, "dashboard-capture-health.svg": 6,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
