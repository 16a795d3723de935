package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/internal/recording"
	"github.com/toolverdict/toolverdict/internal/report"
)

// A reportRequest is what the flags of report ask for.
type reportRequest struct {
	from  []string
	html  string
	worst int
}

func reportCommand() *cobra.Command {
	var r reportRequest
	c := &cobra.Command{
		Use:   "report --from FILE …",
		Short: "Show what the verdicts on exported spans come to",
		Long: "Read spans that the collector's file exporter wrote (format json, no compression), behind the toolverdict\n" +
			"processor, and show verdicts by service, findings over time and the worst turns: as text, or as a page of HTML\n" +
			"that loads nothing. No arguments are shown. The spans are read twice: what does not come from a file is put into\n" +
			"a temporary one.\n\n" +
			"Exit codes: 0 the report was written; 2 the spans can't be read, or none has a verdict.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("%s: name files of spans with --from", args[0])
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error {
			return r.run(c.InOrStdin(), c.OutOrStdout())
		},
	}
	c.Flags().StringArrayVar(&r.from, "from", nil, "file of exported spans, - for standard input (repeatable)")
	c.Flags().StringVar(&r.html, "html", "", "write a page to this file, - for standard output")
	c.Flags().IntVar(&r.worst, "worst", 30, "how many of the worst turns to show")
	return c
}

func (r *reportRequest) run(stdin io.Reader, stdout io.Writer) error {
	if len(r.from) == 0 {
		return errors.New("--from: name at least one file that the file exporter wrote")
	}
	if r.worst < 1 || r.worst > report.MaxWorst {
		return fmt.Errorf("--worst %d: use a number from 1 to %d", r.worst, report.MaxWorst)
	}
	d, err := r.digest(stdin)
	if err != nil {
		return err
	}
	if d.Turns() == 0 {
		return fmt.Errorf("none of %d spans has a verdict: put the toolverdict processor into the pipeline of the file exporter, "+
			"and see that the spans carry deltas (README.md, What must be recorded)", d.Others())
	}
	if r.html == "" {
		return d.WriteText(stdout)
	}
	return writeFile(r.html, stdout, d.WriteHTML)
}

// digest reads all spans twice: first those of the tools, then those of the turns.
func (r *reportRequest) digest(stdin io.Reader) (d *report.Digest, err error) {
	sources, err := recording.Compile(config.Default().Sources)
	if err != nil {
		return nil, err
	}
	d = report.NewDigest(r.worst, sources)
	var inputs []input
	defer func() {
		for _, in := range inputs {
			err = errors.Join(err, in.close())
		}
	}()
	for _, name := range r.from {
		in, err := open(name, stdin)
		if err != nil {
			return nil, fmt.Errorf("--from: %w", err)
		}
		inputs = append(inputs, in)
		if in.is(r.html) {
			return nil, fmt.Errorf("--html: %s holds the spans: name another file for the page", r.html)
		}
		if _, err := report.Read(in.file, in.name, d.AddRuns); err != nil {
			return nil, err
		}
	}
	for _, in := range inputs {
		if _, err := in.file.Seek(0, io.SeekStart); err != nil {
			return nil, fmt.Errorf("--from: %w", err)
		}
		cut, err := report.Read(in.file, in.name, d.AddTurns)
		if err != nil {
			return nil, err
		}
		if cut {
			d.Cut(in.name)
		}
	}
	return d, nil
}

// An input is a file of spans, or a copy of what comes from elsewhere.
type input struct {
	name string
	file *os.File
	copy bool
}

func open(name string, stdin io.Reader) (input, error) {
	if name == "-" {
		return copied("standard input", stdin)
	}
	file, err := os.Open(name) //nolint:gosec // the user names the file
	if err != nil {
		return input{}, err
	}
	info, err := file.Stat()
	if err == nil && (info.Mode().IsRegular() || info.IsDir()) { // which can't be read, and says so
		return input{name, file, false}, nil
	}
	in, err := copied(name, file)
	return in, errors.Join(err, file.Close())
}

// copied copies what can be read but once.
func copied(name string, from io.Reader) (input, error) {
	file, err := os.CreateTemp("", "toolverdict-report-")
	if err != nil {
		return input{}, err
	}
	_ = os.Remove(file.Name()) // at once, where the system lets go of the name of an open file
	in := input{name, file, true}
	if _, err = io.Copy(file, from); err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return input{}, errors.Join(err, in.close())
	}
	return in, nil
}

// is reports whether a file of that name is the input.
func (in input) is(name string) bool {
	file, err := os.Stat(name)
	if err != nil {
		return false
	}
	info, err := in.file.Stat()
	return err == nil && os.SameFile(file, info)
}

func (in input) close() error {
	err := in.file.Close()
	if in.copy {
		if gone := os.Remove(in.file.Name()); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}

// writeFile writes to a file, or to standard output if it is called -.
func writeFile(name string, stdout io.Writer, write func(io.Writer) error) (err error) {
	if name == "-" {
		return write(stdout)
	}
	file, err := os.Create(name) //nolint:gosec // the user names the file
	if err != nil {
		return fmt.Errorf("--html: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return write(file)
}
