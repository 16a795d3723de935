package cli

import (
	"errors"
	"fmt"
	"io"
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
			"that loads nothing. No arguments are shown.",
		Args: cobra.NoArgs,
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
	sources, err := recording.Compile(config.Default().Sources)
	if err != nil {
		return err
	}
	d := report.NewDigest(r.worst, sources)
	for _, name := range r.from {
		if err := readSpans(d, name, stdin); err != nil {
			return err
		}
	}
	if r.html == "" {
		return d.WriteText(stdout)
	}
	return writeFile(r.html, stdout, d.WriteHTML)
}

func readSpans(d *report.Digest, name string, stdin io.Reader) (err error) {
	if name == "-" {
		return report.Read(stdin, "standard input", d.Add)
	}
	file, err := os.Open(name) //nolint:gosec // the user names the file
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return report.Read(file, name, d.Add)
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
