package cli

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// printableRunes is how much of a name is shown.
const printableRunes = 80

// printable makes text from a stream safe for a terminal: what is not printable
// (control characters, escapes, invisible and bidirectional marks) is shown
// escaped, and long text is cut.
func printable(text string) string {
	var b strings.Builder
	n := 0
	for i, r := range text {
		if n++; n > printableRunes {
			return b.String() + "…"
		}
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			b.WriteString(`\x` + strconv.FormatUint(uint64(text[i]), 16))
		case strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}
