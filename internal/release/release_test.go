package release

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
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
	for _, path := range []string{"../../go.mod", "../tools/go.mod"} {
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

func TestManifestsAreOfTheSameRelease(t *testing.T) {
	entry := regexp.MustCompile(`(?m)^\s*- gomod: (\S+) (\S+)$`)
	for _, manifest := range []string{"builder-config.yaml", "builder-config.full.yaml"} {
		entries := entry.FindAllStringSubmatch(string(read(t, "../../"+manifest)), -1)
		if len(entries) < 20 {
			t.Fatalf("%s has %d entries that this test understands", manifest, len(entries))
		}
		for _, e := range entries {
			checkRelease(t, manifest, module.Version{Path: e[1], Version: e[2]})
		}
	}
}

func TestEngineKnowsNoOpenTelemetry(t *testing.T) {
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
