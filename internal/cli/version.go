package cli

import (
	"cmp"
	"fmt"
	"runtime/debug"

	"github.com/toolverdict/toolverdict/engine"
)

// release is the version that a release was built as. The linker sets it; without
// it, the version is what the toolchain made of the clone or the module.
var release string

// build says what the command was built from, as the toolchain recorded it.
func build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return built(release, info)
}

// built renders what the toolchain recorded. The commit is known of builds in a
// clone; of one that was fetched as a module, the version names it.
func built(release string, info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := cmp.Or(settings["vcs.revision"], "unknown")
	if settings["vcs.modified"] == "true" {
		commit += ", with changes"
	}
	return fmt.Sprintf("toolverdict %s\n  commit   %s\n  date     %s\n  ruleset  %s\n  built    %s\n",
		cmp.Or(release, info.Main.Version, "(devel)"), commit, cmp.Or(settings["vcs.time"], "unknown"), engine.Ruleset,
		cmp.Or(info.GoVersion, "unknown")+" "+cmp.Or(settings["GOOS"], "unknown")+"/"+cmp.Or(settings["GOARCH"], "unknown"))
}
