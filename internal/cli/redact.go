package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/toolverdict/toolverdict/engine/fixture"
	"github.com/toolverdict/toolverdict/engine/mask"
	"github.com/toolverdict/toolverdict/engine/redact"
)

// A redactRequest is what the flags of redact ask for.
type redactRequest struct {
	options redact.Options
	hash    bool   // ids
	keyVar  string // with the key for them
	output  string
}

func redactCommand() *cobra.Command {
	var r redactRequest
	c := &cobra.Command{
		Use:   "redact FILE|-",
		Short: "Mask the content of a recorded stream",
		Long: "Mask texts and the values of arguments in a file that holds one recorded stream. Structure, names\n" +
			"of members, ids, tool names, indices and reasons stay, and so does the verdict: it is the same, or\n" +
			"indeterminate with redacted_constraint where a schema needs a value that is masked.\n\n" +
			"Exit codes: 0 the file was masked; 2 it can't be read or is no strict JSON, and nothing was written.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("redact: %d files: name one, or - for standard input", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			r.hash = c.Flags().Changed("ids-key-env")
			return r.run(args[0], c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	f := c.Flags()
	f.StringVarP(&r.output, "output", "o", "-", "file to write, - for standard output")
	f.StringVar(&r.options.Placeholder, "placeholder", mask.Default, "text that stands in place of strings")
	f.BoolVar(&r.options.Numbers, "numbers", false, "mask the numbers of arguments as well")
	f.BoolVar(&r.options.Booleans, "booleans", false, "mask the booleans of arguments as well")
	f.StringVar(&r.keyVar, "ids-key-env", "", "hash ids with the key in this environment variable, the same id always alike")
	return c
}

func (r *redactRequest) run(file string, stdin io.Reader, stdout, stderr io.Writer) error {
	if err := r.check(); err != nil {
		return err
	}
	document, err := read(file, stdin)
	if err == nil {
		document, err = fixture.Redact(document, r.options)
	}
	if err != nil {
		if err := complain(stderr, []result{{file: file, err: err}}); err != nil {
			return err
		}
		return errExit(exitNothing)
	}
	if r.output == "-" {
		_, err = stdout.Write(document)
		return err
	}
	if err := os.WriteFile(r.output, document, 0o600); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}

// check reads the key and checks the flags; the error names the flag.
func (r *redactRequest) check() error {
	if err := mask.Check(r.options.Placeholder); err != nil {
		return fmt.Errorf("--placeholder: %w", err)
	}
	if !r.hash {
		return nil
	}
	if r.keyVar == "" {
		return errors.New("--ids-key-env: name the environment variable that holds the key")
	}
	r.options.IDKey = []byte(os.Getenv(r.keyVar))
	if len(r.options.IDKey) == 0 {
		return fmt.Errorf("--ids-key-env: the environment has no %s: set it to a random key", r.keyVar)
	}
	if err := redact.CheckKey(r.options.IDKey); err != nil {
		return fmt.Errorf("--ids-key-env: %w", err)
	}
	return nil
}
