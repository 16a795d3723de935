// Command toolverdict checks recorded streams of tool calls offline, with the
// engine of the collector processor. It runs no tool and opens no connection.
package main

import (
	"os"

	"github.com/toolverdict/toolverdict/internal/cli"
)

func main() {
	os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
