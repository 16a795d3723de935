package deltas

import (
	"slices"
	"strings"
)

// members is an object of a delta.
type members = map[string]any

// given reports whether a value says something: absent, null, false and empty ones
// don't.
func given(value any) bool { return value != nil && value != false && value != "" }

// readable reports whether a value is of a kind that a delta's main member has.
func readable(value any) bool {
	_, isText := value.(string)
	return isText || container(value)
}

// conditions are paths of member names that must be given, or path=value.
type conditions []string

// meets reports whether a delta meets one of the conditions.
func (m conditions) meets(delta members) bool {
	return slices.ContainsFunc(m, func(condition string) bool {
		path, wanted, exact := strings.Cut(condition, "=")
		return slices.ContainsFunc(at(delta, strings.Split(path, ".")), func(value any) bool {
			return exact && value == wanted || !exact && given(value)
		})
	})
}

// at returns the values at a path of member names. What is in a list is at the path
// of the list.
func at(value any, path []string) (found []any) {
	switch v := value.(type) {
	case []any:
		for _, element := range v {
			found = append(found, at(element, path)...)
		}
	case members:
		below, ok := v[path[0]]
		switch {
		case !ok:
		case len(path) == 1:
			found = append(found, below)
		default:
			found = at(below, path[1:])
		}
	}
	return found
}
