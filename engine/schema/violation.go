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

// tidy sorts violations by path and rule and drops repeats.
func tidy(violations []Violation) []Violation {
	slices.SortFunc(violations, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.ID, b.ID))
	})
	return slices.Compact(violations)
}
