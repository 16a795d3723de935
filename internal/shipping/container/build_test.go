package container

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
)

// The commands of the build stage, run by a shell in a folder that holds what an
// engine would be sent and nothing else. /out is another folder here.
func TestBuildStage(t *testing.T) {
	context, out := t.TempDir(), t.TempDir()
	for _, name := range sent(t) {
		target := filepath.Join(context, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, read(t, filepath.Join(root, name)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range stages(t)[0].Commands {
		run, ok := command.(*instructions.RunCommand)
		if !ok {
			continue
		}
		script := strings.ReplaceAll(strings.Join(run.CmdLine, " "), " /out/", " "+out+"/")
		shell := exec.Command("sh", "-ec", script)
		shell.Dir = context
		shell.Env = append(os.Environ(), "CGO_ENABLED=0", "TARGETOS="+runtime.GOOS, "TARGETARCH="+runtime.GOARCH)
		if printed, err := shell.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", script, err, printed)
		}
	}
	for name, want := range map[string]string{
		"otelcol-toolverdict": "otelcol-toolverdict version 0.1.0+ruleset.1\n",
		"traffic":             "send: -turns is 0: use 1 to 1000\n",
	} {
		argument := map[string]string{"otelcol-toolverdict": "--version", "traffic": "-turns=0"}[name]
		printed, err := exec.Command(filepath.Join(out, name), argument).CombinedOutput()
		if (err != nil) != (name == "traffic") || string(printed) != want {
			t.Errorf("%s %s: %v\n%s", name, argument, err, printed)
		}
	}
}
