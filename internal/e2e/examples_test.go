package e2e

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// A document is what an example in YAML may be, by what is in it.
type document struct {
	// Service is in a configuration of the collector, Services in one of Compose.
	Service, Services map[string]any
	// Config is in values of the collector's Helm chart, which has a default for the
	// rest of a configuration.
	Config map[string]any
}

func readDocument(t *testing.T, path string) document {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if err := yaml.Unmarshal(text, &d); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return d
}

// collectors finds every configuration of the collector among the examples.
func collectors(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir("../../examples", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "node_modules":
			return filepath.SkipDir
		case !entry.IsDir() && (strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, ".yml")) && readDocument(t, path).Service["pipelines"] != nil:
			found = append(found, path)
		}
		return nil
	})
	if err != nil || len(found) < 7 {
		t.Fatalf("%d configurations: %v", len(found), err)
	}
	return found
}

// Each is valid for the plain distribution, or says that it needs the full one.
func TestEveryExampleIsValid(t *testing.T) {
	needFull := []string{}
	for _, example := range collectors(t) {
		if validate(t, binary, example) == "" {
			continue
		}
		if out := validate(t, full, example); out != "" {
			t.Errorf("%s: %s", example, out)
		}
		needFull = append(needFull, example)
	}
	if diff := cmp.Diff([]string{"../../examples/gateway/front.yaml"}, needFull); diff != "" {
		t.Errorf("what needs the full distribution (-want +got):\n%s", diff)
	}
}

// validate returns what the collector has against a configuration.
func validate(t *testing.T, binary string, configs ...string) string {
	t.Helper()
	arguments := []string{"validate"}
	for _, config := range configs {
		arguments = append(arguments, "--config="+config)
	}
	command := exec.Command(binary, arguments...)
	command.Env = append(os.Environ(), "MY_POD_IP=127.0.0.1")
	if out, err := command.CombinedOutput(); err != nil {
		return err.Error() + "\n" + string(out)
	}
	return ""
}

// The collector of compose.yaml takes the configuration that is mounted, with what
// its command changes of it.
func TestComposeCommandIsValid(t *testing.T) {
	collector, ok := readDocument(t, "../../examples/compose/compose.yaml").Services["collector"].(map[string]any)
	if !ok {
		t.Fatal("compose.yaml has no collector")
	}
	var configs []string
	for _, argument := range collector["command"].([]any) {
		config := strings.TrimPrefix(argument.(string), "--config=")
		if config == "/etc/otelcol/collector.yaml" {
			config = "../../examples/observability/collector.yaml"
		}
		configs = append(configs, config)
	}
	if out := validate(t, binary, configs...); out != "" || len(configs) != 3 {
		t.Errorf("%q: %s", configs, out)
	}
}

// merge lays values over others as Helm does: maps are merged, null takes a key out,
// and anything else stands for what was there.
func merge(under, over map[string]any) map[string]any {
	merged := maps.Clone(under)
	for key, value := range over {
		was, isMap := merged[key].(map[string]any)
		will, willBeMap := value.(map[string]any)
		switch {
		case value == nil:
			delete(merged, key)
		case isMap && willBeMap:
			merged[key] = merge(was, will)
		default:
			merged[key] = value
		}
	}
	return merged
}

// What a pod of the Helm chart gets is valid, and judges. The chart's own default is
// not: it has receivers that are not in the distribution.
func TestHelmValuesAreValid(t *testing.T) {
	chart := readDocument(t, "testdata/chart.yaml").Config
	path := filepath.Join(t.TempDir(), "relay.yaml")
	write := func(config map[string]any) {
		text, err := yaml.Marshal(config)
		if err == nil {
			err = os.WriteFile(path, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write(chart)
	if out := validate(t, binary, path); !strings.Contains(out, "'receivers' unknown type") {
		t.Errorf("the chart's default alone: %s", out)
	}
	merged := merge(chart, readDocument(t, "../../examples/kubernetes/values.yaml").Config)
	write(merged)
	if out := validate(t, binary, path); out != "" {
		t.Error(out)
	}
	want := map[string]any{"traces": map[string]any{
		"receivers": []any{"otlp"}, "processors": []any{"memory_limiter", "toolverdict", "batch"}, "exporters": []any{"otlp_grpc"},
	}}
	if diff := cmp.Diff(want, merged["service"].(map[string]any)["pipelines"]); diff != "" {
		t.Errorf("pipelines (-want +got):\n%s", diff)
	}
}
