package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

const (
	core    = "go.opentelemetry.io/collector"
	contrib = "github.com/open-telemetry/opentelemetry-collector-contrib"
)

// ofCollector says whether a module is released with the collector.
func ofCollector(path string) bool {
	return path == core || strings.HasPrefix(path, core+"/") || strings.HasPrefix(path, contrib+"/")
}

// served asks the proxy for the versions of modules, by path.
func (c *copied) served(paths []string) (map[string][]string, error) {
	out, err := c.output("go", append([]string{"list", "-m", "-versions", "-json"}, paths...)...)
	if err != nil {
		return nil, err
	}
	versions := map[string][]string{}
	for decoder := json.NewDecoder(strings.NewReader(out)); decoder.More(); {
		var m struct {
			Path     string
			Versions []string
		}
		if err := decoder.Decode(&m); err != nil {
			return nil, err
		}
		versions[m.Path] = m.Versions
	}
	return versions, nil
}

// A release has one minor version for all that is not stable, such as v0.161, and
// another for what is, such as v1.67. They go up together.
type release struct {
	// back is how many minor versions it is behind the newest.
	back int
	// patched takes the last patch of each module, and not the first version.
	patched bool
}

// versions returns those of the modules, by path. A module that is required and not
// listed is asked for all the same, for lists have gaps; one that is not may have gone.
func (r release) versions(served map[string][]string, now map[string]string, required map[string]bool) map[string]string {
	last := map[string]int{} // by major version
	for _, versions := range served {
		for _, v := range released(versions) {
			last[semver.Major(v)] = max(last[semver.Major(v)], minor(v))
		}
	}
	choose := slices.MinFunc[[]string]
	if r.patched {
		choose = slices.MaxFunc[[]string]
	}
	chosen := map[string]string{}
	for path, versions := range served {
		patches := slices.DeleteFunc(released(versions), func(v string) bool {
			return minor(v) != last[semver.Major(v)]-r.back
		})
		switch {
		case len(patches) > 0:
			chosen[path] = choose(patches, semver.Compare)
		case required[path]:
			major := semver.Major(now[path])
			chosen[path] = fmt.Sprintf("%s.%d.0", major, last[major]-r.back)
		}
	}
	return chosen
}

// released are those that are no candidates.
func released(versions []string) []string {
	return slices.DeleteFunc(slices.Clone(versions), func(v string) bool { return semver.Prerelease(v) != "" })
}

func minor(version string) int {
	var major, n int
	if _, err := fmt.Sscanf(version, "v%d.%d.", &major, &n); err != nil {
		return -1
	}
	return n
}
