package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const keyVar = "TOOLVERDICT_TEST_IDS_KEY"

func TestRedact(t *testing.T) {
	t.Setenv(keyVar, "0123456789abcdef")
	const file = "testdata/adapter.json"
	for _, c := range []struct {
		golden string
		args   []string
	}{
		{"redacted.json", []string{file}},
		{"redacted.json", []string{"-o", "-", file}},
		{"redacted.all.json", []string{"--numbers", "--booleans", "--placeholder", "***", "--ids-key-env", keyVar, file}},
	} {
		t.Run(c.golden, func(t *testing.T) {
			code, stdout, stderr := run("", append([]string{"redact"}, c.args...)...)
			if code != 0 || stderr != "" {
				t.Errorf("exit code %d, error %q", code, stderr)
			}
			golden(t, c.golden, stdout)
			_, before, _ := run("", "check", file)
			_, after, _ := run(stdout, "check", "-")
			if verdict(before) != verdict(after) {
				t.Errorf("the verdict was\n%s\nand is\n%s", before, after)
			}
		})
	}
}

// verdict is the first line of a report, without the name of the file.
func verdict(report string) string {
	line, _, _ := strings.Cut(report, "\n")
	_, line, _ = strings.Cut(line, ":")
	return line
}

func TestRedactWritesAFile(t *testing.T) {
	document, err := os.ReadFile("testdata/adapter.json")
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out.json")
	if code, stdout, stderr := run(string(document), "redact", "-o", out, "-"); code != 0 || stdout != "" || stderr != "" {
		t.Errorf("exit code %d, output %q, error %q", code, stdout, stderr)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "redacted.json", string(got))
}

func TestMistakesOfRedact(t *testing.T) {
	t.Setenv(keyVar, "short")
	for _, c := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{`{"a": secret}`, []string{"-"}, "toolverdict: -: no strict JSON: syntax at byte 6\n"},
		{``, []string{"testdata/none.json"}, "toolverdict: testdata/none.json: open testdata/none.json: no such file or directory\n"},
		{`{}`, []string{"--placeholder", "", "-"}, "toolverdict: --placeholder: it is empty, as values may be\n"},
		{`{}`, []string{"--ids-key-env", keyVar, "-"}, "toolverdict: --ids-key-env: the key has 5 bytes: use a random one of 16 or more\n"},
		{`{}`, []string{"--ids-key-env", keyVar + "_2", "-"}, "toolverdict: --ids-key-env: the environment has no " + keyVar + "_2: set it to a random key\n"},
		{`{}`, []string{"--ids-key-env", "", "-"}, "toolverdict: --ids-key-env: name the environment variable that holds the key\n"},
		{`{}`, []string{"-o", "testdata/none/out.json", "-"}, "toolverdict: --output: open testdata/none/out.json: no such file or directory\n"},
		{``, nil, "toolverdict: redact: 0 files: name one, or - for standard input\n"},
	} {
		code, stdout, stderr := run(c.stdin, append([]string{"redact"}, c.args...)...)
		if code != 2 || stdout != "" || stderr != c.want {
			t.Errorf("%v: exit code %d, output %q, error %q, want %q", c.args, code, stdout, stderr, c.want)
		}
	}
}
