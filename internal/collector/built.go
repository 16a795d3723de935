package collector

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Built returns the path of a built collector, for tests: the environment variable
// names it, or make builds the target, which leaves it under build/ in the root
// folder of the repository.
func Built(root, variable, target, name string) (string, error) {
	if path := os.Getenv(variable); path != "" {
		return path, nil
	}
	if out, err := exec.Command("make", "-C", root, target).CombinedOutput(); err != nil { //nolint:gosec // the test names the target
		return "", fmt.Errorf("make %s: %w\n%s", target, err, out)
	}
	return filepath.Abs(filepath.Join(root, "build", name))
}
