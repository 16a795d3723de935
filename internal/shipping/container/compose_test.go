package container

import (
	"context"
	"encoding/json"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// project loads compose.yaml as Compose does, which validates it.
func project(t *testing.T) *types.Project {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{folder + "/compose.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := options.LoadProject(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestServices(t *testing.T) {
	p := project(t)
	if diff := cmp.Diff([]string{"collector", "grafana", "prometheus", "traffic"}, slices.Sorted(maps.Keys(p.Services))); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	for name, s := range p.Services {
		if !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) || !slices.Equal(s.SecurityOpt, []string{"no-new-privileges:true"}) || s.Privileged || len(s.CapAdd) > 0 {
			t.Errorf("%s may do more than it needs", name)
		}
		for _, port := range s.Ports {
			if ip, err := netip.ParseAddr(port.HostIP); err != nil || !ip.IsLoopback() {
				t.Errorf("%s: port %s is open to %q", name, port.Published, port.HostIP)
			}
		}
		if s.Build == nil && !regexp.MustCompile(`^[a-z/]+:v?\d+\.\d+\.\d+$`).MatchString(s.Image) {
			t.Errorf("%s: image %q has no exact tag", name, s.Image)
		}
	}
}

// What is built are stages of the Dockerfile, in the folder that .dockerignore is for.
func TestBuilds(t *testing.T) {
	want, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, stage := range stages(t) {
		names = append(names, stage.Name)
	}
	builds := 0
	for name, s := range project(t).Services {
		if s.Build == nil {
			continue
		}
		builds++
		if s.Build.Context != want || !slices.Contains(names, s.Build.Target) {
			t.Errorf("%s: context %s, target %s", name, s.Build.Context, s.Build.Target)
		}
		if _, err := os.Stat(filepath.Join(s.Build.Context, s.Build.Dockerfile)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if builds != 2 {
		t.Errorf("%d builds", builds)
	}
}

// Garbage is to be collected before the memory limiter refuses spans for it.
func TestGarbageIsCollectedInTime(t *testing.T) {
	s := project(t).Services["collector"]
	var config struct {
		Processors struct {
			Limiter struct {
				Limit int64 `yaml:"limit_percentage"`
				Spike int64 `yaml:"spike_limit_percentage"`
			} `yaml:"memory_limiter"`
		}
	}
	if err := yaml.Unmarshal(read(t, mounted(t, s)["/etc/otelcol/collector.yaml"]), &config); err != nil {
		t.Fatal(err)
	}
	limiter := config.Processors.Limiter
	soft := int64(s.MemLimit) * (limiter.Limit - limiter.Spike) / 100
	text, ok := strings.CutSuffix(*s.Environment["GOMEMLIMIT"], "MiB")
	limit, err := strconv.ParseInt(text, 10, 64)
	if limit <<= 20; !ok || err != nil || limit <= 0 || limit >= soft {
		t.Errorf("GOMEMLIMIT is %s, and the soft limit %d bytes", *s.Environment["GOMEMLIMIT"], soft)
	}
}

// mounted returns the files of a service, as paths here by paths there.
func mounted(t *testing.T, s types.ServiceConfig) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, v := range s.Volumes {
		if v.Type != types.VolumeTypeBind {
			continue
		}
		files[v.Target] = v.Source
		if info, err := os.Stat(v.Source); err != nil || !info.Mode().IsRegular() || !v.ReadOnly {
			t.Errorf("%s: %s must be a file, mounted to be read: %v", s.Name, v.Source, err)
		}
	}
	return files
}

func TestMountedFilesAreThere(t *testing.T) {
	p := project(t)
	files := 0
	for _, s := range p.Services {
		here := mounted(t, s)
		files += len(here)
		for _, argument := range s.Command {
			if path, ok := strings.CutPrefix(argument, "--config.file="); ok {
				wantRules(t, here, path)
			} else if path, ok := strings.CutPrefix(argument, "--config=/"); ok && here["/"+path] == "" {
				t.Errorf("%s: nothing is mounted at /%s", s.Name, path)
			}
		}
	}
	if files != 6 {
		t.Errorf("%d files", files)
	}
}

// wantRules wants the rules that Prometheus' configuration names where it names them.
func wantRules(t *testing.T, here map[string]string, path string) {
	t.Helper()
	var config struct {
		RuleFiles []string `yaml:"rule_files"`
		Scrapes   []struct {
			Job     string `yaml:"job_name"`
			Configs []struct {
				Targets []string
			} `yaml:"static_configs"`
		} `yaml:"scrape_configs"`
	}
	if err := yaml.Unmarshal(read(t, here[path]), &config); err != nil {
		t.Fatal(err)
	}
	for _, rules := range config.RuleFiles {
		if here[filepath.Join(filepath.Dir(path), rules)] == "" {
			t.Errorf("%s names %s, and nothing is mounted there", path, rules)
		}
	}
	targets := map[string]string{}
	for _, scrape := range config.Scrapes {
		targets[scrape.Job] = scrape.Configs[0].Targets[0]
	}
	// The ports of examples/observability/collector.yaml, and the names that the
	// rules know.
	want := map[string]string{"toolverdict-processor": "collector:8888", "toolverdict-services": "collector:9464"}
	if diff := cmp.Diff(want, targets); diff != "" || len(config.RuleFiles) != 1 {
		t.Errorf("targets (-want +got):\n%s", diff)
	}
}

// Grafana is told of the Prometheus that is there, and of the dashboard.
func TestProvisioning(t *testing.T) {
	p := project(t)
	here := mounted(t, p.Services["grafana"])
	type source struct {
		Name, UID, Type, Access, URL string
		IsDefault                    bool `yaml:"isDefault"`
	}
	var sources struct {
		Version int      `yaml:"apiVersion"`
		Sources []source `yaml:"datasources"`
	}
	if err := yaml.Unmarshal(read(t, here["/etc/grafana/provisioning/datasources/toolverdict.yaml"]), &sources); err != nil {
		t.Fatal(err)
	}
	want := source{"Prometheus", "prometheus", "prometheus", "proxy", "http://prometheus:9090", true}
	if diff := cmp.Diff([]source{want}, sources.Sources); diff != "" || sources.Version != 1 {
		t.Errorf("data sources (-want +got):\n%s", diff)
	}
	var dashboards struct {
		Version   int `yaml:"apiVersion"`
		Providers []struct {
			Name, Type string
			Options    struct{ Path string }
		}
	}
	if err := yaml.Unmarshal(read(t, here["/etc/grafana/provisioning/dashboards/toolverdict.yaml"]), &dashboards); err != nil {
		t.Fatal(err)
	}
	if dashboards.Version != 1 || len(dashboards.Providers) != 1 || dashboards.Providers[0].Type != "file" {
		t.Fatalf("%+v", dashboards)
	}
	home := *p.Services["grafana"].Environment["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]
	if filepath.Dir(home) != dashboards.Providers[0].Options.Path || !json.Valid(read(t, here[home])) {
		t.Errorf("the dashboard %s is not what is provided from %s", home, dashboards.Providers[0].Options.Path)
	}
}
