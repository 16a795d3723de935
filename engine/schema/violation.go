package schema

import (
	"cmp"
	"slices"

	"github.com/toolverdict/toolverdict/engine/finding"
)

// A Violation is one way in which a schema, or a value under it, is wrong.
type Violation struct {
	// ID is the rule that was broken.
	ID finding.ID
	// Path is a JSON Pointer inside the schema or the value; "" is the root.
	// Keys that only the value defines are shown as "*".
	Path string
}

// violations are what was found in one value so far. Of too many the first in
// order are kept, whatever the order in which they are found.
type violations []Violation

func (v *violations) add(id finding.ID, path string) {
	if len(*v) == 2*maxViolations {
		*v = v.list()
	}
	*v = append(*v, Violation{id, path})
}

// list sorts and cuts off.
func (v violations) list() []Violation {
	sorted := tidy(v)
	return sorted[:min(len(sorted), maxViolations)]
}

// tooMuch is what a value is found to be that would take too long.
func tooMuch() violations { return violations{{ID: finding.InvalidSchema}} }

// below leads a pointer on by a reference token. One that is too long stays that
// of what is around the place.
func below(path, token string) string {
	if len(path)+len(token) > maxPath {
		return path
	}
	return path + token
}

// tidy sorts violations by path and rule and drops repeats.
func tidy(violations []Violation) []Violation {
	slices.SortFunc(violations, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.ID, b.ID))
	})
	return slices.Compact(violations)
}
