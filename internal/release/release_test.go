package release

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/toolverdict/toolverdict/engine"
)

// The collector release that everything is pinned to: modules that are not
// stable yet, and those that are.
const (
	unstable = "v0.161.0"
	stable   = "v1.67.0"
)

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func ofCollector(path string) bool {
	return strings.HasPrefix(path, "go.opentelemetry.io/collector") ||
		strings.HasPrefix(path, "github.com/open-telemetry/opentelemetry-collector-contrib")
}

func checkRelease(t *testing.T, where string, m module.Version) {
	t.Helper()
	if ofCollector(m.Path) && m.Version != unstable && m.Version != stable {
		t.Errorf("%s: %s is %s, want %s or %s", where, m.Path, m.Version, unstable, stable)
	}
}

func TestModulesAreOfOneRelease(t *testing.T) {
	for _, path := range []string{"../../go.mod", "../tools/go.mod", "../observability/go.mod", "../report/browser/go.mod", "../../bench/go.mod"} {
		file, err := modfile.Parse(path, read(t, path), nil)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for _, r := range file.Require {
			if ofCollector(r.Mod.Path) && !replaced(file, r.Mod.Path) {
				seen++
				checkRelease(t, path, r.Mod)
			}
		}
		if seen == 0 {
			t.Errorf("%s requires no collector module", path)
		}
	}
}

func replaced(file *modfile.File, path string) bool {
	for _, r := range file.Replace {
		if r.Old.Path == path {
			return true
		}
	}
	return false
}

// own is the module that every manifest takes from this folder.
const own = "github.com/toolverdict/toolverdict"

// A manifest lists the modules of a distribution, as ocb reads it.
type manifest struct {
	Dist struct{ Version string }

	Receivers, Processors, Exporters, Connectors, Extensions, Providers []struct{ Gomod string }
}

func readManifest(t *testing.T, path string) manifest {
	t.Helper()
	var m manifest
	if err := yaml.Unmarshal(read(t, path), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// modules returns what a manifest lists, as versions by path.
func modules(t *testing.T, path string) map[string]string {
	t.Helper()
	m := readManifest(t, path)
	versions := map[string]string{}
	for _, entry := range slices.Concat(m.Receivers, m.Processors, m.Exporters, m.Connectors, m.Extensions, m.Providers) {
		name, version, _ := strings.Cut(entry.Gomod, " ")
		versions[name] = version
	}
	return versions
}

func TestManifestsAreOfTheSameRelease(t *testing.T) {
	required, err := modfile.Parse("go.mod", read(t, "../../go.mod"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"builder-config.yaml", "builder-config.full.yaml"} {
		listed := modules(t, "../../"+path)
		if listed[own] == "" {
			t.Errorf("%s does not list %s", path, own)
		}
		for name, version := range listed {
			if name != own && !ofCollector(name) {
				t.Errorf("%s: %s is no module of the collector's", path, name)
			}
			checkRelease(t, path, module.Version{Path: name, Version: version})
		}
		for _, r := range required.Require {
			if version := listed[r.Mod.Path]; version != "" && version != r.Mod.Version {
				t.Errorf("%s: %s is %s, in go.mod it is %s", path, r.Mod.Path, version, r.Mod.Version)
			}
		}
	}
}

func TestDistributionsNameTheirModuleAndRuleset(t *testing.T) {
	for _, path := range []string{"../../builder-config.yaml", "../../builder-config.full.yaml"} {
		want := strings.TrimPrefix(modules(t, path)[own], "v") + "+ruleset." + engine.Ruleset
		if got := readManifest(t, path).Dist.Version; got != want {
			t.Errorf("%s: the version is %q, want %q", path, got, want)
		}
	}
}

func TestFullDistributionHasAllOfTheOther(t *testing.T) {
	full := modules(t, "../../builder-config.full.yaml")
	for name, version := range modules(t, "../../builder-config.yaml") {
		if full[name] != version {
			t.Errorf("builder-config.full.yaml has %s %q, want %q", name, full[name], version)
		}
	}
}

func TestEngineKnowsNoOpenTelemetry(t *testing.T) {
	// go test reuses a result unless what the test itself read has changed, and it
	// does not see what go list reads. So read the engine's folders here.
	if err := filepath.WalkDir("../../engine", func(_ string, _ fs.DirEntry, err error) error { return err }); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "list", "-deps", "../../engine/...").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	packages := strings.Fields(string(out))
	if len(packages) < 50 {
		t.Fatalf("go list named only %d packages", len(packages))
	}
	for _, p := range packages {
		if strings.HasPrefix(p, "go.opentelemetry.io/") {
			t.Errorf("the engine depends on %s", p)
		}
	}
}
