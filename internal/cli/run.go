package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// The exit codes.
const (
	exitPass    = 0 // every stream passes
	exitBlocked = 1 // a stream must be blocked: it fails, or evidence is missing
	exitNothing = 2 // nothing to judge: invalid input, or no tool calls
)

// errExit carries an exit code that is no mistake of the user's.
type errExit int

func (e errExit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// Run runs the command with the given arguments and streams, and returns its
// exit code.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:           "toolverdict",
		Short:         "Verdicts on streamed tool calls",
		Long:          "toolverdict reassembles recorded streams of tool calls strictly and says whether they may be run.\nIt never runs a tool, never repairs a stream, and opens no connection.",
		Version:       build(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(checkCommand(), findingsCommand(), explainCommand(), formatsCommand(), redactCommand(), reportCommand())
	root.SetVersionTemplate("{{.Version}}")
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.Execute()
	var exit errExit
	switch {
	case err == nil:
		return exitPass
	case errors.As(err, &exit):
		return int(exit)
	}
	_, _ = fmt.Fprintf(stderr, "toolverdict: %s\n", safe(err))
	return exitNothing
}
