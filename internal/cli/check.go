package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/fixture"
	"github.com/toolverdict/toolverdict/engine/schema"
)

// A checkRequest is what the flags of check ask for.
type checkRequest struct {
	report  string
	dialect string
	levels  []string
	show    bool
}

func checkCommand() *cobra.Command {
	var r checkRequest
	c := &cobra.Command{
		Use:   "check FILE|DIR|- …",
		Short: "Check recorded streams",
		Long: "Check files that hold one recorded stream each; of a directory, all *.json files below it.\n\n" +
			"Exit codes: 0 every stream passes; 1 a stream must be blocked; 2 nothing to judge: a file is no\n" +
			"strict JSON or no stream, or it has no tool calls. Of several, 1 goes before 2 and 2 before 0.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("check: name files or directories, or - for standard input")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			return r.run(args, c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	c.Flags().StringVar(&r.report, "report", "human", "form of the report: human, json or junit")
	c.Flags().StringVar(&r.dialect, "dialect", schema.JSONSchema.String(), "schema dialect: json_schema or conservative")
	c.Flags().StringArrayVar(&r.levels, "level", nil, "change the level of a finding: CODE=error|unknown|warning|off (repeatable)")
	c.Flags().BoolVar(&r.show, "show-arguments", false, "in the human report, show arguments that differ")
	return c
}

// A renderer writes the results in one form.
type renderer func(w io.Writer, results []result, s style) error

// A style says how results are shown.
type style struct {
	single    bool // the user named one file
	arguments bool // show arguments that differ
}

var renderers = map[string]renderer{"human": writeHuman, "json": writeJSON, "junit": writeJUnit}

func (r *checkRequest) run(args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	render, ok := renderers[r.report]
	if !ok {
		return fmt.Errorf("--report %q: use human, json or junit", r.report)
	}
	options, err := r.options()
	if err != nil {
		return err
	}
	files, single, err := expand(args)
	if err != nil {
		return err
	}
	results := make([]result, 0, len(files))
	for _, file := range files {
		results = append(results, check(file, stdin, options))
	}
	if err := complain(stderr, results); err != nil {
		return err
	}
	if !single || results[0].err == nil {
		if err := render(stdout, results, style{single, r.show}); err != nil {
			return err
		}
	}
	if code := exitCode(results); code != exitPass {
		return errExit(code)
	}
	return nil
}

// options compiles the flags; the error names the flag.
func (r *checkRequest) options() (fixture.Options, error) {
	o := fixture.Options{Engine: engine.Options{Levels: map[string]finding.Level{}}}
	if err := o.Dialect.UnmarshalText([]byte(r.dialect)); err != nil {
		return o, fmt.Errorf("--dialect: %w", err)
	}
	for _, pair := range r.levels {
		code, name, _ := strings.Cut(pair, "=")
		var level finding.Level
		if err := level.UnmarshalText([]byte(name)); err != nil {
			return o, fmt.Errorf("--level %s: %w", pair, err)
		}
		o.Engine.Levels[code] = level
	}
	if _, err := engine.New(o.Engine); err != nil {
		return o, fmt.Errorf("--level: %w", err)
	}
	return o, nil
}

// A result is what became of one file.
type result struct {
	file   string
	report engine.Report
	err    error // the file can't be read, or is no strict JSON
}

func check(file string, stdin io.Reader, o fixture.Options) result {
	data, err := read(file, stdin)
	if err != nil {
		return result{file: file, err: err}
	}
	report, err := fixture.Check(data, o)
	return result{file: file, report: report, err: err}
}

func read(file string, stdin io.Reader) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(stdin)
	}
	return os.ReadFile(file) //nolint:gosec // the user names the file
}

// complain says which files could not be read.
func complain(stderr io.Writer, results []result) error {
	for _, r := range results {
		if r.err != nil {
			if _, err := fmt.Fprintf(stderr, "toolverdict: %s: %s\n", printable(r.file), safe(r.err)); err != nil {
				return err
			}
		}
	}
	return nil
}

// exitCode is the worst of all: blocked, then nothing to judge, then pass.
func exitCode(results []result) int {
	code := exitPass
	for _, r := range results {
		switch {
		case r.err == nil && (r.report.Status == engine.Fail || r.report.Status == engine.Indeterminate):
			return exitBlocked
		case r.err != nil || r.report.Status != engine.Pass:
			code = exitNothing
		}
	}
	return code
}
