// Command cases checks a folder of recorded streams against what is expected of
// each, and prints those that differ:
//
//	go run ./internal/cases [-dialect D] [-format F] DIR
//
// Every *.json file below DIR is a fixture with one more member:
//
//	"expect": {"status": "fail", "any_of": ["identity_collision"]}
//
// A case may also say what is expected once adapter_emitted is compared:
//
//	"expect_with_adapter": {"status": "fail", "adapter_fault": true}
//
// The status must be the report's, and one of the codes must be among its
// findings; a code without a reason stands for all its reasons. A stream that is
// expected to be healthy (pass, not_applicable) must have no finding of level
// error. The status "review" expects nothing: the stream is listed as it is.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/toolverdict/toolverdict/engine/fixture"
)

func main() {
	var o fixture.Options
	dialect := flag.String("dialect", o.Dialect.String(), "schema dialect")
	format := flag.String("format", "", "check only this wire format")
	flag.Parse()
	err := o.Dialect.UnmarshalText([]byte(*dialect))
	if err == nil && flag.NArg() != 1 {
		err = errors.New("name one folder")
	}
	missed := false
	if err == nil {
		missed, err = run(flag.Arg(0), *format, o, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cases:", err)
		os.Exit(2)
	}
	if missed {
		os.Exit(1)
	}
}

// run checks all cases of a folder and reports whether any is missed.
func run(dir, format string, o fixture.Options, out io.Writer) (missed bool, err error) {
	files, err := jsonFiles(dir)
	if err != nil {
		return false, err
	}
	var outcomes []outcome
	for _, file := range files {
		document, err := os.ReadFile(file) //nolint:gosec // a folder that the user names
		if err != nil {
			return false, err
		}
		c, err := parse(document)
		if err != nil {
			return false, fmt.Errorf("%s: %w", file, err)
		}
		if c.Expect == nil || format != "" && c.Profile != format {
			continue
		}
		outcome := c.check(document, o)
		outcome.file = strings.TrimPrefix(file, dir+string(filepath.Separator))
		outcomes = append(outcomes, outcome)
	}
	if len(outcomes) == 0 {
		return false, fmt.Errorf("%s: no cases: files need an expect member", dir)
	}
	return write(out, outcomes)
}

func jsonFiles(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".json") {
			files = append(files, path)
		}
		return err
	})
	return files, err
}
