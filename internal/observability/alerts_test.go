package observability

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

const runbooks = "https://github.com/toolverdict/toolverdict/blob/main/docs/runbooks.md#"

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// alerts are the names of all alerts, each with its annotations.
func alerts(t *testing.T) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	for _, rule := range rules(t) {
		if rule.Alert != "" {
			all[rule.Alert] = rule.Annotations
			if s := rule.Labels["severity"]; s != "critical" && s != "warning" {
				t.Errorf("%s: severity %q", rule.Alert, s)
			}
		}
	}
	return all
}

// Every alert leads to its section of the runbooks, and every section is of one.
func TestEveryAlertHasARunbook(t *testing.T) {
	want, got := map[string]bool{}, map[string]bool{}
	for name, annotations := range alerts(t) {
		want[name] = true
		if url := runbooks + strings.ToLower(name); annotations["runbook_url"] != url {
			t.Errorf("%s: runbook_url %q, want %q", name, annotations["runbook_url"], url)
		}
		if annotations["summary"] == "" || annotations["description"] == "" {
			t.Errorf("%s: it has no summary or no description", name)
		}
	}
	sections := regexp.MustCompile(`(?m)^## (\w+)\n`).Split(read(t, runbooksFile), -1)[1:]
	for i, m := range regexp.MustCompile(`(?m)^## (\w+)\n`).FindAllStringSubmatch(read(t, runbooksFile), -1) {
		got[m[1]] = true
		for _, part := range []string{"**What it means.**", "**Who is to blame.**", "\n1. ", "\n2. ", "\n3. "} {
			if !strings.Contains(sections[i], part) {
				t.Errorf("the section %s has no %q", m[1], part)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("alerts and sections (-alerts +sections):\n%s", diff)
	}
}

// Every alert is seen to fire and not to fire by promtool's tests.
func TestEveryAlertIsTested(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(rulesFile), "tests", "*.yml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests: %v", err)
	}
	fires, silent := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		var tests struct {
			Tests []struct {
				Alerts []struct {
					Name string `yaml:"alertname"`
					Want []any  `yaml:"exp_alerts"`
				} `yaml:"alert_rule_test"`
			}
		}
		if err := yaml.Unmarshal([]byte(read(t, file)), &tests); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, test := range tests.Tests {
			for _, alert := range test.Alerts {
				fires[alert.Name] = fires[alert.Name] || len(alert.Want) > 0
				silent[alert.Name] = silent[alert.Name] || len(alert.Want) == 0
			}
		}
	}
	for name := range alerts(t) {
		if !fires[name] || !silent[name] {
			t.Errorf("%s: a test sees it fire: %t; not fire: %t", name, fires[name], silent[name])
		}
	}
}
