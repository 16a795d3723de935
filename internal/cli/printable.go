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
		show(&b, r, text[i:])
	}
	return b.String()
}

// safe does the same with a message, which may have several lines and is not cut.
// It may quote what the user, or the system, calls a file.
func safe(err error) string {
	var b strings.Builder
	text := err.Error()
	for i, r := range text {
		if r == '\n' {
			b.WriteRune(r)
		} else {
			show(&b, r, text[i:])
		}
	}
	return b.String()
}

// show writes the first rune of a text so that it can be seen.
func show(b *strings.Builder, r rune, text string) {
	switch {
	case r == utf8.RuneError && !strings.HasPrefix(text, "\uFFFD"):
		b.WriteString(`\x` + strconv.FormatUint(uint64(text[0]), 16))
	case strconv.IsPrint(r):
		b.WriteRune(r)
	default:
		b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
	}
}
