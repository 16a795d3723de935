package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const spansFile = "testdata/spans.json"

func spans(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(spansFile)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The spans may come from a file, from several, in any order, or from the standard
// input: the report is the same.
func TestReport(t *testing.T) {
	all := spans(t)
	turns, tools, _ := strings.Cut(all, "\n")
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	first, second := write("1.json", turns+"\n"), write("2.json", tools)
	for name, c := range map[string]struct {
		stdin string
		args  []string
	}{
		"file":           {"", []string{"--from", spansFile}},
		"standard input": {all, []string{"--from", "-"}},
		"files":          {"", []string{"--from", first, "--from", second}},
		"tools first":    {"", []string{"--from", second, "--from", first}},
		"both":           {turns, []string{"--from", "-", "--from", second}},
		"no last end":    {strings.TrimSpace(all), []string{"--from", "-"}},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := run(c.stdin, append([]string{"report"}, c.args...)...)
			if code != 0 || stderr != "" {
				t.Errorf("exit code %d, error %q", code, stderr)
			}
			golden(t, "report.txt", stdout)
		})
	}
}

// A page goes to a file, or to the standard output.
func TestReportPage(t *testing.T) {
	out := filepath.Join(t.TempDir(), "report.html")
	if code, stdout, stderr := run("", "report", "--from", spansFile, "--html", out); code != 0 || stdout != "" || stderr != "" {
		t.Errorf("exit code %d, output %q, error %q", code, stdout, stderr)
	}
	page, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := run("", "report", "--from", spansFile, "--html", "-")
	if code != 0 || stderr != "" {
		t.Errorf("exit code %d, error %q", code, stderr)
	}
	if diff := cmp.Diff(string(page), stdout); diff != "" {
		t.Errorf("file and output differ (-file +output):\n%s", diff)
	}
	if !strings.HasPrefix(stdout, "<!DOCTYPE html>") || strings.Contains(stdout, "1234") {
		t.Errorf("this is no page, or one with arguments:\n%s", stdout)
	}
}

// A page never takes the place of the spans that it is made of, under whatever name.
func TestReportSparesTheSpans(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "spans.json"), filepath.Join(folder, "page.html")
	if err := os.WriteFile(file, []byte(spans(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(file, link); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{file, link} {
		code, stdout, stderr := run("", "report", "--from", file, "--html", page)
		if want := "toolverdict: --html: " + page + " holds the spans: name another file for the page\n"; code != 2 || stdout != "" || stderr != want {
			t.Errorf("exit code %d, output %q, error %q, want %q", code, stdout, stderr, want)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != spans(t) {
		t.Errorf("the spans are gone: %v\n%s", err, got)
	}
}

// A collector that is still writing does no harm.
func TestReportWhileTheCollectorWrites(t *testing.T) {
	code, stdout, stderr := run(spans(t)+`{"resourceSpans":[{`, "report", "--from", "-")
	const note = "The last line of standard input is not whole and was left out: the collector was still writing.\n"
	if code != 0 || stderr != "" || !strings.HasSuffix(stdout, note) {
		t.Errorf("exit code %d, error %q, output\n%s", code, stderr, stdout)
	}
}

func TestMistakesOfReport(t *testing.T) {
	const none = "put the toolverdict processor into the pipeline of the file exporter, and see that the spans carry deltas (README.md, What must be recorded)\n"
	out := filepath.Join(t.TempDir(), "report.html")
	for _, c := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{"", nil, "--from: name at least one file that the file exporter wrote\n"},
		{"", []string{"spans.json"}, "spans.json: name files of spans with --from\n"},
		{"", []string{"--from", "testdata/none.json"}, "--from: open testdata/none.json: no such file or directory\n"},
		{"", []string{"--from", "testdata"}, "testdata: read testdata: is a directory\n"},
		{"", []string{"--from", "-"}, "none of 0 spans has a verdict: " + none},
		{"", []string{"--from", "-", "--html", out}, "none of 0 spans has a verdict: " + none},
		{`{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"a"},{"name":"b"}]}]}]}`, []string{"--from", "-"}, "none of 2 spans has a verdict: " + none},
		{spans(t) + "secret\n", []string{"--from", "-"}, "standard input, line 3: no request of traces in OTLP/JSON: each line must be one, as the file exporter writes with format json\n"},
		{"\x1f\x8b\x08", []string{"--from", "-"}, "standard input, line 1: compressed with gzip: use gzip -dc FILE | toolverdict report --from -\n"},
		{"", []string{"--from", spansFile, "--worst", "0"}, "--worst 0: use a number from 1 to 500\n"},
		{"", []string{"--from", spansFile, "--html", "testdata/none/report.html"}, "--html: open testdata/none/report.html: no such file or directory\n"},
	} {
		code, stdout, stderr := run(c.stdin, append([]string{"report"}, c.args...)...)
		if want := "toolverdict: " + c.want; code != 2 || stdout != "" || stderr != want {
			t.Errorf("%v: exit code %d, output %q, error %q, want %q", c.args, code, stdout, stderr, want)
		}
	}
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Errorf("a report on nothing was written: %v", err)
	}
}

// What does not come from a file is copied, and the copy does not stay.
func TestReportLeavesNoCopy(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	if code, _, stderr := run(spans(t), "report", "--from", "-"); code != 0 {
		t.Errorf("exit code %d, error %q", code, stderr)
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) > 0 {
		t.Errorf("%d files are left, error %v", len(left), err)
	}
}
