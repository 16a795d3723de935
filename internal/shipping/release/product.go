package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/mod/semver"

	"github.com/toolverdict/toolverdict/engine"
)

const (
	// own is the module of the repository.
	own = "github.com/toolverdict/toolverdict"
	// work is a folder for what is not published.
	work = "work"
)

// A product is what an archive is made of.
type product struct {
	name string
	// manifest is what ocb writes its source from; the command has none.
	manifest string
	// files are packed with it, besides the license and the README.
	files []string
}

var products = []product{
	{name: "toolverdict"},
	{name: "otelcol-toolverdict", manifest: "builder-config.yaml", files: []string{"examples/minimal/collector.yaml"}},
	{name: "otelcol-toolverdict-full", manifest: "builder-config.full.yaml", files: []string{"examples/minimal/collector.yaml"}},
}

// source returns the folder of a module to build, from the root, and has ocb write
// it if it is not there yet.
func (p product) source(r *release) (string, error) {
	if p.manifest == "" {
		return ".", nil
	}
	manifest, err := os.ReadFile(filepath.Join(r.root, p.manifest))
	if err != nil {
		return "", err
	}
	folder := filepath.Join("build", "release", work, p.name)
	released, err := versioned(manifest, r.version, folder)
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.manifest, err)
	}
	if err := os.MkdirAll(filepath.Join(r.root, folder), 0o750); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(r.root, folder+".yaml"), released, 0o600); err != nil { //nolint:gosec // the caller names the root
		return "", err
	}
	return folder, run(r.root, nil, "go", "tool", "-modfile=internal/tools/go.mod", "builder", "--skip-compilation", "--config", folder+".yaml")
}

// versioned is a manifest of that version and folder. A release that users are told
// of must be the one that the manifest names; what comes between two need not.
func versioned(manifest []byte, version, folder string) ([]byte, error) {
	var document map[string]any
	if err := yaml.Unmarshal(manifest, &document); err != nil {
		return nil, err
	}
	dist, ok := document["dist"].(map[string]any)
	if !ok {
		return nil, errors.New("it has no dist")
	}
	full := strings.TrimPrefix(version, "v") + "+ruleset." + engine.Ruleset
	if semver.IsValid(version) && semver.Prerelease(version) == "" && dist["version"] != full {
		return nil, fmt.Errorf("its dist.version is %v, want %s: see docs/releasing.md", dist["version"], full)
	}
	dist["version"], dist["output_path"] = full, "./"+filepath.ToSlash(folder)
	return yaml.Marshal(document)
}

// compile builds the binary from the module in the folder.
func (p product) compile(r *release, folder, binary string, target platform) error {
	absolute, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	name, linking := ".", "-s -w"
	if p.manifest == "" {
		name = "./cmd/" + p.name
		linking += " -X " + own + "/internal/cli.release=" + r.version
	}
	environment := []string{"CGO_ENABLED=0", "GOOS=" + target.system, "GOARCH=" + target.architecture}
	// The commit is in the binary, if git knows it, whatever GOFLAGS says.
	return run(filepath.Join(r.root, folder), environment, "go", "build", "-trimpath", "-buildvcs=auto", "-ldflags="+linking, "-o", absolute, name)
}

// run runs a command in a folder and shows what it printed if it fails.
func run(folder string, environment []string, name string, arguments ...string) error {
	command := exec.Command(name, arguments...) //nolint:gosec // the commands are in this file
	command.Dir = folder
	command.Env = append(os.Environ(), environment...)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", command, err, out)
	}
	return nil
}
