package report

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxName is how many characters of a name are shown.
const maxName = 80

// clean makes a name or id safe to show: no control characters, escapes, invisible
// or bidirectional marks, and not too long.
func clean(name string) string {
	var b strings.Builder
	n := 0
	for _, r := range name {
		if n++; n > maxName {
			return b.String() + "…"
		}
		if !strconv.IsPrint(r) {
			r = utf8.RuneError
		}
		b.WriteRune(r)
	}
	return b.String()
}
