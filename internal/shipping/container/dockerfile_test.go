package container

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/client/llb/sourceresolver"
	"github.com/moby/buildkit/frontend/dockerfile/dockerfile2llb"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
	digest "github.com/opencontainers/go-digest"
	"go.yaml.in/yaml/v3"
)

const (
	root   = "../../.."
	folder = root + "/examples/compose"
)

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// blind knows of every image that it exists, and nothing else: there is no registry
// in a test.
type blind struct{}

func (blind) ResolveImageConfig(_ context.Context, ref string, _ sourceresolver.Opt) (string, digest.Digest, []byte, error) {
	return ref, "", []byte(`{"architecture": "amd64", "os": "linux"}`), nil
}

// What `docker build --check` does: every stage is converted, and every rule asked.
func TestDockerfileHasNoWarnings(t *testing.T) {
	for _, path := range []string{folder + "/Dockerfile", "testdata/Dockerfile.warned"} {
		text := read(t, path)
		source := llb.NewSourceMap(nil, path, "Dockerfile", text)
		source.Definition = &llb.Definition{}
		results, err := dockerfile2llb.DockerfileLint(context.Background(), text, dockerfile2llb.ConvertOpt{
			SourceMap: source, MetaResolver: blind{},
		})
		if err != nil {
			t.Fatal(err)
		}
		var rules []string
		for _, warning := range results.Warnings {
			rules = append(rules, warning.RuleName+": "+warning.Detail)
		}
		if path == folder+"/Dockerfile" {
			if len(rules) > 0 || results.Error != nil {
				t.Errorf("%v %v", rules, results.Error)
			}
		} else if want := []string{"StageNameCasing: Stage name 'Build' should be lowercase"}; !slices.Equal(want, rules) {
			t.Errorf("the linter says %q of %s, want %q", rules, path, want)
		}
	}
}

func stages(t *testing.T) []instructions.Stage {
	t.Helper()
	parsed, err := parser.Parse(bytes.NewReader(read(t, folder+"/Dockerfile")))
	if err != nil {
		t.Fatal(err)
	}
	stages, _, err := instructions.Parse(parsed.AST, nil)
	if err != nil {
		t.Fatal(err)
	}
	return stages
}

// ignored is the matcher of .dockerignore.
func ignored(t *testing.T) *patternmatcher.PatternMatcher {
	t.Helper()
	patterns, err := ignorefile.ReadAll(bytes.NewReader(read(t, root+"/.dockerignore")))
	if err != nil {
		t.Fatal(err)
	}
	matcher, err := patternmatcher.New(patterns)
	if err != nil {
		t.Fatal(err)
	}
	return matcher
}

// sent lists the files that an engine would get, from the root.
func sent(t *testing.T) []string {
	t.Helper()
	matcher := ignored(t)
	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		switch {
		case name == ".git" || name == "build" || entry.Name() == "node_modules":
			return filepath.SkipDir
		case entry.IsDir():
			return nil
		}
		hidden, err := matcher.MatchesOrParentMatches(name)
		if !hidden {
			files = append(files, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// What is copied is there and is sent; what is copied from a stage, a stage that
// comes before.
func TestSourcesOfCopiesAreThere(t *testing.T) {
	files := sent(t)
	var before []string
	copies := 0
	for _, stage := range stages(t) {
		for _, command := range stage.Commands {
			command, ok := command.(*instructions.CopyCommand)
			if !ok {
				continue
			}
			copies++
			if command.From != "" {
				if !slices.Contains(before, command.From) {
					t.Errorf("%s: there is no stage %s before it", command, command.From)
				}
				continue
			}
			for _, source := range command.SourcePaths {
				prefix := strings.TrimPrefix(filepath.ToSlash(filepath.Clean(source))+"/", "./")
				if !slices.ContainsFunc(files, func(f string) bool { return strings.HasPrefix(f, prefix) || f+"/" == prefix }) {
					t.Errorf("%s: %s is not sent", command, source)
				}
			}
		}
		before = append(before, stage.Name)
	}
	if copies < 4 {
		t.Errorf("%d copies", copies)
	}
}

// An image is built of sources and of nothing that happens to lie around.
func TestOnlySourcesAreSent(t *testing.T) {
	matcher := ignored(t)
	for name, want := range map[string]bool{
		"engine/doc.go": false, "internal/tools/go.mod": false, "go.sum": false, "testdata/streams/openai/healthy/one.json": false,
		".git/config": true, "build/otelcol-toolverdict": true, "examples/compose/compose.yaml": true, "engine/engine_test.go": true, ".env": true,
		"internal/node_modules/a.js": true,
	} {
		got, err := matcher.MatchesOrParentMatches(name)
		if err != nil || got != want {
			t.Errorf("%s is ignored: %v, want %v (%v)", name, got, want, err)
		}
	}
}

// No shell and no root in what runs.
func TestImagesRunWithoutRoot(t *testing.T) {
	var images []string
	for _, stage := range stages(t)[1:] {
		images = append(images, stage.Name)
		if !strings.HasSuffix(stage.BaseName, "static-debian12:nonroot") {
			t.Errorf("%s is based on %s", stage.Name, stage.BaseName)
		}
		for _, command := range stage.Commands {
			switch command := command.(type) {
			case *instructions.RunCommand, *instructions.UserCommand:
				t.Errorf("%s: %s", stage.Name, command.Name())
			}
		}
	}
	if want := []string{"traffic", "collector"}; !slices.Equal(want, images) {
		t.Errorf("images %q, want %q", images, want)
	}
}

// The chart runs /NAME with the name that its values give it.
func TestHelmValuesNameWhatTheImageRuns(t *testing.T) {
	var values struct{ Command struct{ Name string } }
	if err := yaml.Unmarshal(read(t, root+"/examples/kubernetes/values.yaml"), &values); err != nil {
		t.Fatal(err)
	}
	all := stages(t)
	var entrypoint []string
	for _, command := range all[len(all)-1].Commands {
		if command, ok := command.(*instructions.EntrypointCommand); ok {
			entrypoint = command.CmdLine
		}
	}
	if want := []string{"/" + values.Command.Name}; !slices.Equal(want, entrypoint) {
		t.Errorf("the image runs %q, the chart %q", entrypoint, want)
	}
}
