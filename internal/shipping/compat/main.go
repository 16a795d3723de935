package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// manifest lists the modules of the distribution that is built.
const manifest = "builder-config.yaml"

// A copied is a copy of the repository, in a folder.
type copied struct{ folder string }

func main() {
	root := flag.String("root", ".", "the folder of the repository")
	flag.Parse()
	if err := check(*root); err != nil {
		fmt.Fprintln(os.Stderr, "compat:", err)
		os.Exit(1)
	}
}

// far is how many releases are gone back for one that is whole on the proxy.
const far = 10

func check(root string) error {
	folder, err := filepath.Abs(filepath.Join(root, "build", "compat"))
	if err != nil {
		return err
	}
	c := &copied{folder}
	if err := c.copyFrom(root); err != nil {
		return err
	}
	now, required, err := c.modules()
	if err != nil {
		return err
	}
	served, err := c.served(slices.Sorted(maps.Keys(now)))
	if err != nil {
		return err
	}
	component := false // that it was tested
	for i := range 2 * far {
		next := release{back: i / 2, patched: i%2 == 0}.versions(served, now, required)
		show(now, next)
		err := c.raise(root, now, next)
		if err == nil && !component {
			component = true
			fmt.Println("== the component with", next[builder])
			err = c.run(nil, "test", "./config/...", "./processor/...", "./internal/e2e/inprocess")
		}
		if err == nil {
			err = c.run(nil, "run", builder+"@"+next[builder], "--skip-compilation", "--config", manifest)
		}
		if err == nil {
			fmt.Println("== the collector with", next[builder])
			return c.test()
		}
		if !errors.Is(err, errNotServed) {
			return err
		}
		fmt.Println("The module proxy does not serve all that the distribution is made of; before that:")
	}
	return fmt.Errorf("the module proxy serves none of the last %d releases as a whole", far)
}

// show prints which versions are taken, and how many modules have each.
func show(now, next map[string]string) {
	changes := map[string]int{}
	for path, version := range next {
		if path != builder {
			changes[now[path]+" > "+version]++
		}
	}
	fmt.Println("== release", next[builder])
	for _, change := range slices.Sorted(maps.Keys(changes)) {
		fmt.Printf("%s  (%d modules)\n", change, changes[change])
	}
}

// copyFrom copies what git would.
func (c *copied) copyFrom(root string) error {
	if err := os.RemoveAll(c.folder); err != nil {
		return err
	}
	out, err := (&copied{root}).output("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join(root, name)) //nolint:gosec // git names it
		if errors.Is(err, fs.ErrNotExist) {
			continue // it was removed
		}
		if err != nil {
			return err
		}
		if err := c.write(name, content); err != nil {
			return err
		}
	}
	return nil
}

func (c *copied) write(name string, content []byte) error {
	path := filepath.Join(c.folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600) //nolint:gosec // git names it
}

// builder is the module of ocb, which must be of the release that it builds.
const builder = core + "/cmd/builder"

// modules returns the collector's modules that go.mod and the manifest name, and
// ocb, as versions by path, and which of them a release must have.
func (c *copied) modules() (versions map[string]string, required map[string]bool, err error) {
	text, err := os.ReadFile(filepath.Join(c.folder, "go.mod"))
	if err != nil {
		return nil, nil, err
	}
	file, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return nil, nil, err
	}
	versions, required = map[string]string{builder: "v0.0.0"}, map[string]bool{builder: true}
	for _, r := range file.Require {
		if ofCollector(r.Mod.Path) {
			versions[r.Mod.Path] = r.Mod.Version
			if !r.Indirect {
				required[r.Mod.Path] = true
			}
		}
	}
	text, err = os.ReadFile(filepath.Join(c.folder, manifest))
	if err != nil {
		return nil, nil, err
	}
	for line := range bytes.Lines(text) {
		path, version, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(line)), "- gomod: "), " ")
		if ok && ofCollector(path) {
			versions[path], required[path] = version, true
		}
	}
	return versions, required, nil
}

// raise makes a fresh copy, of other versions.
func (c *copied) raise(root string, now, next map[string]string) error {
	if err := c.copyFrom(root); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(c.folder, manifest))
	if err != nil {
		return err
	}
	raised := string(text)
	arguments := []string{"mod", "edit"}
	for path, version := range next {
		raised = strings.ReplaceAll(raised, "gomod: "+path+" "+now[path]+"\n", "gomod: "+path+" "+version+"\n")
		arguments = append(arguments, "-require="+path+"@"+version)
	}
	if err := c.write(manifest, []byte(raised)); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(c.folder, "build"), 0o750); err != nil {
		return err
	}
	if err := c.run(nil, arguments...); err != nil {
		return err
	}
	return c.run(nil, "mod", "tidy")
}

// chosen are the beginnings of the names of the end-to-end tests that the collector
// alone is enough for.
var chosen = []string{"TestComponent", "TestMistake", "TestVerdicts", "TestTermination"}

// test builds the collector and runs the tests of what was built.
func (c *copied) test() error {
	built := filepath.Join(c.folder, "build", "otelcol-toolverdict")
	if err := c.run([]string{"CGO_ENABLED=0"}, "-C", "build/dist", "build", "-trimpath", "-o", built, "."); err != nil {
		return err
	}
	// The full distribution is not built, and what needs it not run.
	environment := []string{"TOOLVERDICT_COLLECTOR=" + built, "TOOLVERDICT_COLLECTOR_FULL=" + built}
	return c.run(environment, "test", "-count=1", "-run", "^("+strings.Join(chosen, "|")+")", "./internal/e2e")
}

// errNotServed says that the module proxy lacks a module.
var errNotServed = errors.New("a module is not served")

// notServed is how the go command says so.
var notServed = regexp.MustCompile(`reading https?://\S+: (403|404|410) `)

// run runs the go command in the copy and shows what it prints.
func (c *copied) run(environment []string, arguments ...string) error {
	var printed bytes.Buffer
	command := exec.Command("go", arguments...) //nolint:gosec // the commands are in this file
	command.Dir, command.Stdout, command.Stderr = c.folder, os.Stdout, io.MultiWriter(os.Stderr, &printed)
	command.Env = append(os.Environ(), environment...)
	err := command.Run()
	switch {
	case err == nil:
		return nil
	case notServed.Match(printed.Bytes()):
		return errNotServed
	default:
		return fmt.Errorf("go %s: %w", strings.Join(arguments, " "), err)
	}
}

// output runs a command in the folder and returns what it prints.
func (c *copied) output(name string, arguments ...string) (string, error) {
	command := exec.Command(name, arguments...) //nolint:gosec // the commands are in this file
	command.Dir, command.Stderr = c.folder, os.Stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, arguments[0], err)
	}
	return string(out), nil
}
