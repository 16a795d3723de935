// Command advisories lists the known vulnerabilities of what our code calls, as
// govulncheck finds them. One in a module that we depend on is fatal. One in the
// standard library is only listed: who builds chooses the toolchain. Where the
// database can't be reached nothing was checked; it says so, and does not fail.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "advisories:", err)
		os.Exit(1)
	}
}

// unreachable is how govulncheck's message begins when it can't get its database.
const unreachable = "govulncheck: fetching vulnerabilities:"

// run runs govulncheck with the arguments, and reads what it says.
func run(args []string, out io.Writer) error {
	args = append([]string{"tool", "-modfile=internal/tools/go.mod", "govulncheck", "-format", "json"}, args...)
	var found, complaints bytes.Buffer
	check := exec.Command("go", args...) //nolint:gosec // the arguments are ours
	check.Stdout, check.Stderr = &found, &complaints
	if err := check.Run(); err != nil {
		return explain(err, complaints.String(), out)
	}
	list, err := read(&found)
	if err != nil {
		return err
	}
	return judge(list, out)
}

// explain says why govulncheck gave no result.
func explain(err error, complaints string, out io.Writer) error {
	if strings.Contains(complaints, unreachable) {
		_, err := fmt.Fprintln(out, "NOT CHECKED for known vulnerabilities: Go's vulnerability database can't be reached from here.")
		return err
	}
	return fmt.Errorf("govulncheck: %w: %s", err, strings.TrimSpace(complaints))
}
