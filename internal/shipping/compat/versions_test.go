package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRelease(t *testing.T) {
	now := map[string]string{"a": "v0.8.0", "b": "v0.8.0", "c": "v1.3.0", "d": "v0.8.0"}
	required := map[string]bool{"a": true, "b": true, "c": true}
	served := map[string][]string{
		"a": {"v0.9.0", "v0.10.0", "v0.11.0-rc.1"},
		"b": {"v0.10.0", "v0.10.2", "v0.8.0"},
		"c": {"v1.4.0", "v1.4.1", "v1.5.0"},
		"d": {"v0.8.0", "v0.9.0"},
	}
	for _, test := range []struct {
		name    string
		release release
		want    map[string]string
	}{
		{"newest; d has gone", release{0, true}, map[string]string{"a": "v0.10.0", "b": "v0.10.2", "c": "v1.5.0"}},
		{"newest, as it came first", release{0, false}, map[string]string{"a": "v0.10.0", "b": "v0.10.0", "c": "v1.5.0"}},
		{"the one before; b is not listed", release{1, true}, map[string]string{"a": "v0.9.0", "b": "v0.9.0", "c": "v1.4.1", "d": "v0.9.0"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, test.release.versions(served, now, required)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Of modules, some become stable.
func TestModuleThatHasBecomeStable(t *testing.T) {
	served := map[string][]string{"a": {"v0.9.0", "v0.10.0"}, "b": {"v0.9.0", "v1.5.0"}, "c": {"v1.5.0"}}
	want := map[string]string{"a": "v0.10.0", "b": "v1.5.0", "c": "v1.5.0"}
	if diff := cmp.Diff(want, release{}.versions(served, nil, nil)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What is raised is what go.mod requires and the manifest lists, and only what
// is direct must be there.
func TestModules(t *testing.T) {
	c := &copied{t.TempDir()}
	for name, text := range map[string]string{
		"go.mod": "module m\n\nrequire (\n\tgo.opentelemetry.io/collector/pdata v1.67.0\n\tgo.opentelemetry.io/collector/client v1.67.0 // indirect\n\tgo.opentelemetry.io/otel v1.46.0\n)\n",
		manifest: "receivers:\n  - gomod: " + contrib + "/receiver/a v0.161.0\n  - gomod: github.com/toolverdict/toolverdict v0.1.0\n",
	} {
		if err := os.WriteFile(filepath.Join(c.folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, required, err := c.modules()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{builder: "v0.0.0", core + "/pdata": "v1.67.0", core + "/client": "v1.67.0", contrib + "/receiver/a": "v0.161.0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]bool{builder: true, core + "/pdata": true, contrib + "/receiver/a": true}, required); diff != "" {
		t.Errorf("required (-want +got):\n%s", diff)
	}
}

// A test that was renamed would be left out without a word.
func TestChosenTestsAreThere(t *testing.T) {
	files, err := filepath.Glob("../../e2e/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(content)
	}
	for _, name := range chosen {
		if !strings.Contains(text.String(), "\nfunc "+name) {
			t.Errorf("no end-to-end test is called %s…", name)
		}
	}
}
