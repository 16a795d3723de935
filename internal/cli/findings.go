package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/toolverdict/toolverdict/engine/finding"
)

// findingsCommand lists the table of codes.
func findingsCommand() *cobra.Command {
	var markdown bool
	c := &cobra.Command{
		Use:   "findings",
		Short: "List every finding code",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if markdown {
				_, err := c.OutOrStdout().Write(finding.Markdown())
				return err
			}
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
			_, _ = fmt.Fprintln(w, "CODE\tLEVEL\tFAULT\tWHAT WAS SEEN")
			for _, r := range finding.Rules() {
				_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.ID, r.Level, r.Fault, r.Explanation)
			}
			return w.Flush()
		},
	}
	c.Flags().BoolVar(&markdown, "markdown", false, "write the table as docs/findings.md has it")
	return c
}

// explainCommand explains one code.
func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain CODE",
		Short: "Explain a finding code",
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			rule, ok := finding.Lookup(finding.ID(args[0]))
			if !ok {
				return fmt.Errorf("%q is no finding code: toolverdict findings lists them", args[0])
			}
			_, err := fmt.Fprintf(c.OutOrStdout(), "%s  (level %s, fault %s)\n%s\n%s\n",
				rule.ID, rule.Level, rule.Fault, rule.Explanation, rule.Advice)
			return err
		},
	}
}
