package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/internal/shipping/archive"
)

// host is where the tests run.
var host = platform{runtime.GOOS, runtime.GOARCH}

// base is how the command's files for this host begin.
var base = "toolverdict_v0.1.1_" + host.system + "_" + host.architecture

// released builds the command for two platforms and returns what is published, by
// file name.
func released(t *testing.T) map[string]string {
	t.Helper()
	r := release{
		root: "../../..", out: filepath.Join(t.TempDir(), "release"), version: "v0.1.1", time: time.Unix(1764583200, 0),
		platforms: []platform{host, {"windows", "arm64"}},
	}
	if err := r.check(); err != nil {
		t.Fatal(err)
	}
	if err := r.build(products[:1]); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(r.out)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(r.out, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[entry.Name()] = string(content)
	}
	return files
}

func TestRelease(t *testing.T) {
	files := released(t)
	want := []string{
		"checksums.txt",
		base + ".cdx.json", base + ".tar.gz",
		"toolverdict_v0.1.1_windows_arm64.cdx.json", "toolverdict_v0.1.1_windows_arm64.zip",
	}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(files))); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	var sums strings.Builder
	for _, name := range want[1:] {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256([]byte(files[name])), name)
	}
	if diff := cmp.Diff(sums.String(), files[archive.Checksums]); diff != "" {
		t.Errorf("checksums (-want +got):\n%s", diff)
	}
	for name, again := range released(t) {
		if again != files[name] {
			t.Errorf("%s is another when it is built again", name)
		}
	}
	wantRuns(t, files[base+".tar.gz"])
}

// wantRuns unpacks an archive as a user would, and asks what is in it.
func wantRuns(t *testing.T, packed string) {
	t.Helper()
	unpack := exec.Command("tar", "-xzf", "-", "-C", t.TempDir())
	folder := unpack.Args[len(unpack.Args)-1]
	unpack.Stdin = strings.NewReader(packed)
	if out, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	folder = filepath.Join(folder, base)
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var members []string
	for _, entry := range entries {
		members = append(members, entry.Name())
	}
	if diff := cmp.Diff([]string{"LICENSE", "README.md", "toolverdict"}, members); diff != "" {
		t.Errorf("members (-want +got):\n%s", diff)
	}
	out, err := exec.Command(filepath.Join(folder, "toolverdict"), "--version").Output()
	if err != nil || !strings.HasPrefix(string(out), "toolverdict v0.1.1\n") {
		t.Errorf("%v: %s", err, out)
	}
	info, err := buildinfo.ReadFile(filepath.Join(folder, "toolverdict"))
	if err != nil {
		t.Fatal(err)
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		if s.Key == "CGO_ENABLED" || s.Key == "-trimpath" || s.Key == "GOOS" || s.Key == "GOARCH" {
			settings[s.Key] = s.Value
		}
	}
	if diff := cmp.Diff(map[string]string{"CGO_ENABLED": "0", "-trimpath": "true", "GOOS": host.system, "GOARCH": host.architecture}, settings); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
}

func TestManifestOfARelease(t *testing.T) {
	const manifest = "dist: {name: a, version: 0.1.0+ruleset.1, output_path: ./build/dist}\nproviders: [{gomod: b v1}]\n"
	for version, want := range map[string]string{"v0.1.0": "0.1.0", "v0.1.0-5-gabcdef0-dirty": "0.1.0-5-gabcdef0-dirty", "abcdef0": "abcdef0"} {
		got, err := versioned([]byte(manifest), version, "build/release/work/a")
		if err != nil {
			t.Fatal(err)
		}
		want = "dist:\n    name: a\n    output_path: ./build/release/work/a\n    version: " + want + "+ruleset.1\nproviders:\n    - gomod: b v1\n"
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", version, diff)
		}
	}
	for text, want := range map[string]string{
		"providers: []\n": "it has no dist",
		manifest:          "its dist.version is 0.1.0+ruleset.1, want 0.2.0+ruleset.1: see docs/releasing.md",
	} {
		if _, err := versioned([]byte(text), "v0.2.0", "a"); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestMistakes(t *testing.T) {
	for version, want := range map[string]string{
		"":        `version "": set VERSION to one such as v0.1.0`,
		"v1/../x": `version "v1/../x": set VERSION to one such as v0.1.0`,
	} {
		if err := (&release{version: version}).check(); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", version, err, want)
		}
	}
	if err := (&release{version: "v1", time: time.Unix(0, 0)}).check(); err == nil {
		t.Error("1970 is fine")
	}
	if all, err := chosen(" "); err != nil || len(all) != len(platforms) {
		t.Errorf("no platform is %v, %v", all, err)
	}
	_, err := chosen("linux/amd64 plan9/amd64")
	if want := `platform "plan9/amd64": use some of [linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64]`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
