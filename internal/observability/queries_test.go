package observability

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"

	"github.com/toolverdict/toolverdict/internal/observability/stage"
	"github.com/toolverdict/toolverdict/internal/traffic"
)

const (
	rulesFile     = root + "/examples/observability/prometheus/rules.yml"
	dashboardFile = root + "/examples/observability/grafana/toolverdict.json"
	runbooksFile  = root + "/docs/runbooks.md"
)

// The targets of prometheus.yml.
const (
	jobProcessor = "toolverdict-processor"
	jobServices  = "toolverdict-services"
)

// sendAll sends each turn of the mix that many times.
func sendAll(t *testing.T, s *stage.Stage, times int) {
	t.Helper()
	for range times {
		for i := range traffic.Mix {
			if err := s.Send(patient(t), traffic.Mix[i].Turn); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// scraped asks a target until its series are what is waited for.
func scraped(t *testing.T, s *stage.Stage, address, what string, complete func([]Series) bool) []Series {
	t.Helper()
	var series []Series
	var err error
	waiting := s.Collector.Wait(patient(t), what, func() bool {
		series, err = Scrape(context.Background(), address)
		return err != nil || complete(series)
	})
	if waiting != nil || err != nil {
		t.Fatalf("%v, %v", waiting, err)
	}
	return series
}

// sum adds up the series of a metric that have these labels, as name, value, name,
// value.
func sum(series []Series, metric string, pairs ...string) float64 {
	total := 0.0
	for i := range series {
		matches := series[i].Name() == metric
		for p := 0; p < len(pairs); p += 2 {
			matches = matches && series[i].Labels.Get(pairs[p]) == pairs[p+1]
		}
		if matches {
			total += series[i].Value
		}
	}
	return total
}

// known are the series of both targets as Prometheus keeps them, those that rules
// record, and those that it makes itself.
func known(t *testing.T) Known {
	t.Helper()
	s := started(t)
	sendAll(t, s, 1)
	want := float64(len(traffic.Mix) - 1) // one has no deltas
	services := scraped(t, s, s.Services, "all turns in the metrics by service", func(series []Series) bool {
		judged := 0.0
		for _, verdict := range []string{"pass", "fail", "indeterminate", "invalid", "not_applicable"} {
			judged += sum(series, "toolverdict_spans_calls_total", "toolverdict_verdict", verdict)
		}
		return judged == want && sum(series, "toolverdict_streamed_total") == want+1 && sum(series, "toolverdict_tool_calls_total") > 0
	})
	processor, err := Scrape(patient(t), s.Collector.Metrics)
	if err != nil {
		t.Fatal(err)
	}
	all := append(kept(services, jobServices, s.Services), kept(processor, jobProcessor, s.Collector.Metrics)...)
	return withRules(t, all)
}

// kept adds the labels that Prometheus adds, and the metric that it makes.
func kept(series []Series, job, instance string) Known {
	all := Known{labels.FromStrings(model.MetricNameLabel, "up", "job", job, "instance", instance)}
	for i := range series {
		b := labels.NewBuilder(series[i].Labels)
		all = append(all, b.Set("job", job).Set("instance", instance).Labels())
	}
	return all
}

func rules(t *testing.T) []rulefmt.Rule {
	t.Helper()
	all, err := ReadRules(rulesFile)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// withRules adds what the rules make of the series. Their queries must find all that
// they ask for.
func withRules(t *testing.T, k Known) Known {
	t.Helper()
	for _, rule := range rules(t) {
		results, err := k.Results(rule.Expr)
		if err != nil {
			t.Errorf("rule %s%s: %v", rule.Record, rule.Alert, err)
		}
		for _, l := range results {
			b := labels.NewBuilder(l).Set(model.MetricNameLabel, rule.Record)
			if rule.Alert != "" {
				b.Set(model.MetricNameLabel, "ALERTS").Set("alertname", rule.Alert).Set("alertstate", "firing")
			}
			k = append(k, b.Labels())
		}
		wantLabels(t, "rule "+rule.Alert, results, rule.Annotations["summary"]+rule.Annotations["description"], regexp.MustCompile(`\$labels\.(\w+)`))
	}
	return k
}

// wantLabels wants every label that a text names to be on some result.
func wantLabels(t *testing.T, where string, results []labels.Labels, text string, names *regexp.Regexp) {
	t.Helper()
	for _, m := range names.FindAllStringSubmatch(text, -1) {
		if !has(results, m[1]) {
			t.Errorf("%s: its text names the label %s, which no result has", where, m[1])
		}
	}
}

// Every query of the dashboard and of the rules finds the metrics, the labels and
// the values that it asks for in what the collector really exposes.
func TestEveryQueryFindsWhatItAsksFor(t *testing.T) {
	k := known(t)
	d, err := ReadDashboard(dashboardFile)
	if err != nil {
		t.Fatal(err)
	}
	queries := d.Queries()
	if len(queries) < 20 {
		t.Errorf("the dashboard has only %d queries that this test finds", len(queries))
	}
	for where, query := range queries {
		if _, err := k.Results(Fill(query, "1m", "1h")); err != nil {
			t.Errorf("%s: %v", where, err)
		}
	}
	legend := regexp.MustCompile(`{{(\w+)}}`)
	for _, p := range d.Panels {
		for _, target := range p.Targets {
			if target.Datasource.Type != "prometheus" {
				continue
			}
			results, _ := k.Results(Fill(target.Expr, "1m", "1h")) // its error was reported above
			wantLabels(t, p.Title, results, target.Legend, legend)
			for _, tr := range p.Transformations {
				wantColumns(t, p, tr.Options.Rename, results)
			}
		}
	}
}

// wantColumns wants the columns that a table gives names to.
func wantColumns(t *testing.T, p Panel, names map[string]string, results []labels.Labels) {
	t.Helper()
	for column := range names {
		if !strings.HasPrefix(column, "Value") && !has(results, column) {
			t.Errorf("%s: there is no column %s", p.Title, column)
		}
	}
}

func TestQueriesThatAskForWhatIsNotThere(t *testing.T) {
	k := Known{
		labels.FromStrings(model.MetricNameLabel, "a", "job", "x", "le", "1"),
		labels.FromStrings(model.MetricNameLabel, "b", "job", "y"),
	}
	for query, want := range map[string]string{
		`sum by (job) (rate(a[5m]))`:                         "",
		`histogram_quantile(0.5, sum by (le) (rate(a[5m])))`: "",
		`a unless on () b`:                                   "",
		`rate(c[5m])`:                                        "no series c\nno results",
		`a{job="y"}`:                                         "no series a{job=\"y\"}\nno results",
		`a{shop!="y"}`:                                       "no series of a has a label shop",
		`sum by (shop) (a)`:                                  "sum by (shop) (a): no label shop",
		`a / b`:                                              "a / b: the sides have no labels in common\nno results",
		`a and on (job) b`:                                   "a and on (job) b: the sides have no labels in common\nno results",
		`a unless on (shop) b`:                               "a unless on (shop) b: not on both sides: label shop",
		`histogram_quantile(0.5, sum by (job) (rate(a[5m])))`:    "histogram_quantile(0.5, sum by (job) (rate(a[5m]))): no buckets",
		`(a unless a offset 15m) or on (job) increase(c[15m])`:   "no series c",
		`max_over_time(sum by (job, le) (rate(b[5m]))[1h:5m])`:   "sum by (job, le) (rate(b[5m])): no label le",
		`sum without (job) (b) > on () group_left () count(c{})`: "no series c\nno results",
	} {
		got := ""
		if _, err := k.Results(query); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

// The file that Prometheus is started with names the targets that the queries need.
func TestTargetsAreThoseOfTheRules(t *testing.T) {
	text := read(t, filepath.Join(filepath.Dir(rulesFile), "prometheus.yml"))
	for _, want := range []string{"job_name: " + jobProcessor, "job_name: " + jobServices, "- rules.yml"} {
		if !strings.Contains(text, want) {
			t.Errorf("prometheus.yml has no %q", want)
		}
	}
}
