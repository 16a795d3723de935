package cli_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/internal/cli"
)

var update = flag.Bool("update", false, "write the golden outputs anew")

const streams = "../../testdata/streams/"

// run runs the command and returns what it wrote.
func run(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = cli.Run(args, strings.NewReader(stdin), &out, &err)
	return code, out.String(), err.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func TestCheck(t *testing.T) {
	const (
		pass    = streams + "openai/healthy/parallel-interleaved.json"
		fail    = streams + "openai/faulty/index-reused.json"
		nothing = streams + "anthropic/healthy/text-only.json"
		invalid = streams + "openai/faulty/unreadable-only.json"
		turns   = streams + "anthropic/healthy/two-messages-in-one-recording.json"
	)
	for _, c := range []struct {
		golden string
		code   int
		args   []string
	}{
		{"pass.human.txt", 0, []string{pass}},
		{"pass.json", 0, []string{"--report", "json", pass}},
		{"fail.human.txt", 1, []string{fail}},
		{"fail.json", 1, []string{"--report", "json", fail}},
		{"nothing.json", 2, []string{"--report", "json", nothing}},
		{"invalid.human.txt", 2, []string{invalid}},
		{"turns.human.txt", 0, []string{turns}},
		{"many.human.txt", 1, []string{pass, nothing, fail, invalid}},
		{"many.json", 1, []string{"--report", "json", pass, nothing, fail, "testdata/none.json"}},
		{"many.junit.xml", 1, []string{"--report", "junit", pass, nothing, fail, invalid, "testdata/none.json"}},
		{"adapter.human.txt", 1, []string{"testdata/adapter.json"}},
		{"adapter.arguments.txt", 1, []string{"--show-arguments", "testdata/adapter.json"}},
		{"adapter.json.txt", 1, []string{"--report", "json", "testdata/adapter.json"}},
		{"hostile.human.txt", 1, []string{"testdata/hostile.json"}},
		{"hostile.junit.xml", 1, []string{"--report", "junit", "testdata/hostile.json"}},
		{"directory.human.txt", 2, []string{streams + "mistral/healthy"}},
		{"level.human.txt", 0, []string{"--level", "identity_collision=warning", "--level", "invalid_arguments_json=off", fail}},
	} {
		t.Run(c.golden, func(t *testing.T) {
			code, stdout, _ := run("", append([]string{"check"}, c.args...)...)
			if code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			golden(t, c.golden, stdout)
		})
	}
}

func TestOutputsAreWellFormed(t *testing.T) {
	_, stdout, _ := run("", "check", "--report", "json", streams)
	var document struct {
		Reports []struct{ File, Status string }
		Summary map[string]int
	}
	if err := json.Unmarshal([]byte(stdout), &document); err != nil {
		t.Fatal(err)
	}
	if n := len(document.Reports); n < 100 || document.Summary["files"] != n {
		t.Errorf("%d reports, summary %v", n, document.Summary)
	}
	_, stdout, _ = run("", "check", "--report", "junit", streams, "testdata/hostile.json")
	if err := xml.Unmarshal([]byte(stdout), new(struct{ XMLName xml.Name })); err != nil {
		t.Error(err)
	}
}

// unsafe finds what must not reach a terminal: broken text, controls, escapes, and
// marks that are not to be seen.
func unsafe(text string) int {
	if !utf8.ValidString(text) {
		return 0
	}
	return strings.IndexFunc(text, func(r rune) bool { return r != '\n' && !strconv.IsPrint(r) })
}

// What a stream brings, or what a file is called, must not reach a terminal as it
// is.
func TestOutputIsSafeToPrint(t *testing.T) {
	folder := t.TempDir()
	document, err := os.ReadFile("testdata/hostile.json")
	if err != nil {
		t.Fatal(err)
	}
	const name = "\x1b[31m\u202e\u009b1m\xff\n.json"
	for file, text := range map[string]string{"a" + name: string(document), "b" + name: "{", "c" + name: `{"profile":"openai","chunks":[` + "\x01" + `]}`} {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"check", folder},
		{"check", filepath.Join(folder, "a"+name), filepath.Join(folder, "none"+name)},
		{"check", "--report", "junit", folder, filepath.Join(folder, "none"+name)},
		{"check", filepath.Join(folder, "none"+name)},
		{"check", "--level", name + "=off", folder},
		{"check", "--level", "schema_type=" + name, folder},
		{"check", "--report", name, folder},
		{"check", "--" + name},
		{"explain", name},
		{name},
	} {
		_, stdout, stderr := run("", args...)
		for _, out := range []string{stdout, stderr} {
			if i := unsafe(out); i >= 0 {
				t.Errorf("%q: not safe at byte %d of\n%q", args, i, out)
			}
		}
	}
	_, stdout, _ := run("", "check", "--report", "json", folder, filepath.Join(folder, "none"+name))
	if !json.Valid([]byte(stdout)) || !utf8.ValidString(stdout) {
		t.Errorf("no JSON:\n%q", stdout)
	}
}

func TestStandardInput(t *testing.T) {
	document, err := os.ReadFile(streams + "mistral/healthy/whole-call-no-index.json")
	if err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr := run(string(document), "check", "-"); code != 0 || !strings.HasPrefix(stdout, "-: pass  (mistral)") || stderr != "" {
		t.Errorf("exit code %d, output %q, error %q", code, stdout, stderr)
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{`{"profile": NaN}`, []string{"check", "-"}, "toolverdict: -: no strict JSON: syntax at byte 12\n"},
		{``, []string{"check", "-"}, "toolverdict: -: no strict JSON: empty at byte 0\n"},
		{``, []string{"check", "testdata/none.json"}, "toolverdict: testdata/none.json: open testdata/none.json: no such file or directory\n"},
		{``, []string{"check", "--report", "pdf", "x"}, "toolverdict: --report \"pdf\": use human, json or junit\n"},
		{``, []string{"check", "--dialect", "x", "x"}, "toolverdict: --dialect: unknown dialect \"x\": use json_schema or conservative\n"},
		{``, []string{"check", "--level", "x=off", "x"}, "toolverdict: --level: levels: \"x\" is no finding code: see docs/findings.md\n"},
		{``, []string{"check", "--level", "schema_type=loud", "x"}, "toolverdict: --level schema_type=loud: unknown level \"loud\": use error, unknown, warning or off\n"},
		{``, []string{"check"}, "toolverdict: check: name files or directories, or - for standard input\n"},
		{``, []string{"explain", "x"}, "toolverdict: \"x\" is no finding code: toolverdict findings lists them\n"},
		{``, []string{"bark"}, "toolverdict: unknown command \"bark\" for \"toolverdict\"\n"},
	} {
		code, stdout, stderr := run(c.stdin, c.args...)
		if code != 2 || stdout != "" || stderr != c.want {
			t.Errorf("%v: exit code %d, output %q, error %q, want %q", c.args, code, stdout, stderr, c.want)
		}
	}
	empty := t.TempDir()
	if code, _, stderr := run("", "check", empty); code != 2 || stderr != "toolverdict: "+empty+": no *.json files below this directory\n" {
		t.Errorf("exit code %d, error %q", code, stderr)
	}
}

func TestExplainAndFindings(t *testing.T) {
	if code, stdout, _ := run("", "explain", "identity_collision"); code != 0 || !strings.HasPrefix(stdout, "identity_collision  (level error, fault wire)\n") {
		t.Errorf("exit code %d, output %q", code, stdout)
	}
	document, err := os.ReadFile("../../docs/findings.md")
	if err != nil {
		t.Fatal(err)
	}
	if code, stdout, _ := run("", "findings", "--markdown"); code != 0 || stdout != string(document) {
		t.Errorf("exit code %d, or docs/findings.md is not current", code)
	}
	if code, stdout, _ := run("", "findings"); code != 0 || !strings.Contains(stdout, "late_identity") {
		t.Errorf("exit code %d, output %q", code, stdout)
	}
}
