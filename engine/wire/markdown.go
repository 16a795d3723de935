package wire

import (
	"bytes"
	"fmt"
)

// Markdown returns the table of formats as the README shows it.
func Markdown() []byte {
	var b bytes.Buffer
	b.WriteString("| format | slot | identity | arguments | what releases a call | no arguments | not gated: run by the provider |\n" +
		"|---|---|---|---|---|---|---|\n")
	for _, f := range table {
		d := &f.Describe
		fmt.Fprintf(&b, "| `%s`: %s | %s | %s | %s | %s | %s | %s |\n",
			f.Name, d.Title, d.Slot, d.Identity, d.Arguments, d.Terminal, d.Empty, d.NotGated)
	}
	return b.Bytes()
}
