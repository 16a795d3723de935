package cli

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBuilt(t *testing.T) {
	released := &debug.BuildInfo{
		GoVersion: "go1.26.8",
		Main:      debug.Module{Path: "github.com/toolverdict/toolverdict", Version: "v0.1.0"},
		Settings: []debug.BuildSetting{
			{Key: "GOARCH", Value: "arm64"},
			{Key: "GOOS", Value: "linux"},
			{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"},
			{Key: "vcs.time", Value: "2026-12-01T10:00:00Z"},
			{Key: "vcs.modified", Value: "false"},
		},
	}
	changed := &debug.BuildInfo{
		Main:     debug.Module{Version: "v0.1.1-0.20261201100000-0123456789ab+dirty"},
		Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789ab"}, {Key: "vcs.modified", Value: "true"}},
	}
	for _, test := range []struct {
		name, release string
		info          *debug.BuildInfo
		want          string
	}{
		{"fetched as a module", "", released, "toolverdict v0.1.0\n  commit   0123456789abcdef0123456789abcdef01234567\n" +
			"  date     2026-12-01T10:00:00Z\n  ruleset  1\n  built    go1.26.8 linux/arm64\n"},
		{"with changes", "", changed, "toolverdict v0.1.1-0.20261201100000-0123456789ab+dirty\n  commit   0123456789ab, with changes\n" +
			"  date     unknown\n  ruleset  1\n  built    unknown unknown/unknown\n"},
		{"released", "v0.1.1", changed, "toolverdict v0.1.1\n  commit   0123456789ab, with changes\n" +
			"  date     unknown\n  ruleset  1\n  built    unknown unknown/unknown\n"},
		{"nothing known", "", &debug.BuildInfo{}, "toolverdict (devel)\n  commit   unknown\n" +
			"  date     unknown\n  ruleset  1\n  built    unknown unknown/unknown\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, built(test.release, test.info)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestVersionFlag(t *testing.T) {
	var out, errors strings.Builder
	if code := Run([]string{"--version"}, nil, &out, &errors); code != exitPass || errors.Len() > 0 {
		t.Fatalf("exit %d: %s", code, errors.String())
	}
	if diff := cmp.Diff(build(), out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
