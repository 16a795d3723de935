package release

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// A workflow is a file in .github/workflows.
type workflow struct {
	Jobs map[string]struct {
		Strategy struct{ Matrix struct{ Target []string } }
		Steps    []struct{ Run string }
	}
}

// targets returns what the workflow asks make for.
func (w *workflow) targets() []string {
	var targets []string
	for _, job := range w.Jobs {
		for _, step := range job.Steps {
			asked, ok := strings.CutPrefix(step.Run, "make ")
			switch {
			case asked == "${{ matrix.target }}":
				targets = append(targets, job.Strategy.Matrix.Target...)
			case ok:
				targets = append(targets, strings.Fields(asked)...)
			}
		}
	}
	return targets
}

func TestWorkflowsAskForTargetsThatExist(t *testing.T) {
	var exist []string
	for _, m := range regexp.MustCompile(`(?m)^([a-z-]+):.*##`).FindAllStringSubmatch(string(read(t, "../../Makefile")), -1) {
		exist = append(exist, m[1])
	}
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, file := range files {
		var w workflow
		if err := yaml.Unmarshal(read(t, file), &w); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		targets := w.targets()
		if len(targets) == 0 {
			t.Errorf("%s asks for no target", file)
		}
		for _, target := range targets {
			asked[target] = true
			if !slices.Contains(exist, target) {
				t.Errorf("%s: there is no make %s", file, target)
			}
		}
	}
	// Every test is run somewhere.
	for _, target := range exist {
		if (target == "lint" || target == "compat" || target == "release" || strings.HasPrefix(target, "test")) && !asked[target] {
			t.Errorf("no workflow runs make %s", target)
		}
	}
}
