package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// yamlBlocks are the YAML examples of the README.
func yamlBlocks(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, m := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		blocks = append(blocks, m[1])
	}
	if len(blocks) < 4 {
		t.Fatalf("the README has %d YAML examples that this test finds", len(blocks))
	}
	return blocks
}

// Every YAML example of the README is what it says it is.
func TestReadmeExamplesAreValid(t *testing.T) {
	for i, block := range yamlBlocks(t) {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			switch {
			case strings.Contains(block, "gomod:"):
				wantManifest(t, block)
			case strings.Contains(block, "groups:"):
				wantRules(t, block)
			default:
				wantProcessor(t, block)
			}
		})
	}
}

// wantProcessor validates a processor's configuration in a whole collector.
func wantProcessor(t *testing.T, block string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "collector.yaml")
	whole := block + `
receivers: {nop: {}}
exporters: {nop: {}}
service: {pipelines: {traces: {receivers: [nop], processors: [toolverdict], exporters: [nop]}}}
`
	if err := os.WriteFile(path, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(binary, "validate", "--config", path).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, out, whole)
	}
}

// wantManifest wants the entry to be that of our own manifest, which is built. Ours has
// the path of the module besides.
func wantManifest(t *testing.T, block string) {
	t.Helper()
	ours, err := os.ReadFile("../../builder-config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if entry := block + "    path: .\n"; !strings.Contains(string(ours), entry) {
		t.Errorf("builder-config.yaml does not have\n%s", entry)
	}
}

// wantRules wants alerts on metrics that exist.
func wantRules(t *testing.T, block string) {
	t.Helper()
	var rules struct {
		Groups []struct {
			Name  string
			Rules []struct{ Alert, Expr, For string }
		}
	}
	if err := yaml.Unmarshal([]byte(block), &rules); err != nil {
		t.Fatal(err)
	}
	documentation, err := os.ReadFile("../../processor/documentation.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range rules.Groups {
		for _, rule := range group.Rules {
			metrics := regexp.MustCompile(`otelcol_\w+`).FindAllString(rule.Expr, -1)
			if rule.Alert == "" || rule.For == "" || len(metrics) == 0 {
				t.Errorf("rule %+v", rule)
			}
			for _, metric := range metrics {
				if !strings.Contains(string(documentation), "### "+metric+"\n") {
					t.Errorf("there is no metric %s", metric)
				}
			}
		}
	}
	if len(rules.Groups) == 0 {
		t.Error("no groups")
	}
}
