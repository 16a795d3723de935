package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/toolverdict/toolverdict/engine/wire"
)

// formatsCommand lists the wire formats.
func formatsCommand() *cobra.Command {
	var markdown bool
	c := &cobra.Command{
		Use:   "formats",
		Short: "List the wire formats",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if markdown {
				_, err := c.OutOrStdout().Write(wire.Markdown())
				return err
			}
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, f := range wire.Formats() {
				_, _ = fmt.Fprintf(w, "%s\t%s\n", f.Name, f.Describe.Title)
			}
			return w.Flush()
		},
	}
	c.Flags().BoolVar(&markdown, "markdown", false, "write the table as the README has it")
	return c
}
