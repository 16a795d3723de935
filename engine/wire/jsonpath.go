package wire

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// pathSteps is how many steps a path may have.
const pathSteps = 64

// A step leads from a container to what it holds: by index in an array, by name
// in an object.
type step struct {
	name    string
	index   int
	isIndex bool
}

// parsePath reads the part of JSONPath (RFC 9535) that names one value below the
// root: $.a, $['a'], $[0]. Whatever could name several, or none, is not ok, and
// neither are escapes.
func parsePath(path string) (steps []step, ok bool) {
	rest, ok := strings.CutPrefix(path, "$")
	for ok && rest != "" && len(steps) < pathSteps {
		var s step
		s, rest, ok = cutStep(rest)
		steps = append(steps, s)
	}
	return steps, ok && rest == "" && len(steps) > 0
}

func cutStep(path string) (s step, rest string, ok bool) {
	if name, found := strings.CutPrefix(path, "."); found {
		end := strings.IndexFunc(name, notInName)
		if end < 0 {
			end = len(name)
		}
		return step{name: name[:end]}, name[end:], end > 0
	}
	inside, found := strings.CutPrefix(path, "[")
	if !found {
		return s, "", false
	}
	if inside != "" && (inside[0] == '\'' || inside[0] == '"') {
		name, rest, ok := strings.Cut(inside[1:], inside[:1]+"]")
		return step{name: name}, rest, ok && !strings.ContainsAny(name, `\`+inside[:1])
	}
	digits, rest, ok := strings.Cut(inside, "]")
	index, err := strconv.Atoi(digits)
	return step{index: index, isIndex: true}, rest, ok && err == nil && strconv.Itoa(index) == digits && index >= 0
}

// notInName reports whether a character can't be part of a name behind a dot.
// The hyphen is no part of the shorthand, but there is no other way to read it.
func notInName(r rune) bool {
	return r < utf8.RuneSelf && r != '_' && r != '-' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
}
