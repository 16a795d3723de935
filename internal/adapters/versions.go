package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
)

// versions reads which version each package of the adapters has, from the files that
// pin them.
func versions(folder string) (map[string]string, error) {
	found := map[string]string{}
	lock, err := os.ReadFile(filepath.Join(folder, "node", "package-lock.json")) //nolint:gosec // a folder that the caller names
	if err != nil {
		return nil, err
	}
	var locked struct {
		Packages map[string]struct{ Version string }
	}
	if err := json.Unmarshal(lock, &locked); err != nil {
		return nil, fmt.Errorf("package-lock.json: %w", err)
	}
	for path, p := range locked.Packages {
		if name, ok := strings.CutPrefix(path, "node_modules/"); ok {
			found[name] = p.Version
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, "go", "go.mod")) //nolint:gosec // a folder that the caller names
	if err != nil {
		return nil, err
	}
	file, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return nil, err
	}
	for _, r := range file.Require {
		found[r.Mod.Path] = strings.TrimPrefix(r.Mod.Version, "v")
	}
	return found, nil
}
