package finding

import (
	"fmt"
	"slices"
)

var index = func() map[ID]int {
	m := make(map[ID]int, len(table))
	for i := range table {
		m[table[i].ID] = i
	}
	return m
}()

// Rules returns the whole table. The caller owns the slice.
func Rules() []Rule { return slices.Clone(table) }

// Lookup returns the rule of an ID. A reason that the table does not name falls
// back to the row of its code, as with schema_violation/pattern.
func Lookup(id ID) (Rule, bool) {
	if i, ok := index[id]; ok {
		return table[i], true
	}
	code, _ := id.Split()
	if i, ok := index[ID(code)]; ok {
		return table[i], true
	}
	return Rule{}, false
}

func order(id ID) int {
	if i, ok := index[id]; ok {
		return i
	}
	code, _ := id.Split()
	if i, ok := index[ID(code)]; ok {
		return i
	}
	return len(table)
}

// A Policy holds the levels that a configuration changed. The zero value
// changes nothing. A Policy is immutable and safe for concurrent use.
type Policy struct {
	levels map[ID]Level
}

// NewPolicy compiles overrides, keyed by code or by code/reason; the longer key
// wins. The error names the key that is no code.
func NewPolicy(overrides map[string]Level) (Policy, error) {
	if len(overrides) == 0 {
		return Policy{}, nil
	}
	p := Policy{levels: make(map[ID]Level, len(overrides))}
	for key, level := range overrides {
		if !known(ID(key)) {
			return Policy{}, fmt.Errorf("%q is no finding code: see docs/findings.md", key)
		}
		p.levels[ID(key)] = level
	}
	return p, nil
}

// known accepts the IDs of the table, the bare code of a row that has a reason,
// and any reason of a code that names its reasons freely.
func known(id ID) bool {
	if _, ok := index[id]; ok {
		return true
	}
	code, reason := id.Split()
	if reason != "" {
		return ID(code) == SchemaViolation
	}
	return slices.ContainsFunc(table, func(r Rule) bool {
		c, _ := r.ID.Split()
		return c == code
	})
}

// Level returns the level of a rule under the policy.
func (p Policy) Level(r Rule, id ID) Level {
	if len(p.levels) == 0 {
		return r.Level
	}
	if level, ok := p.levels[id]; ok {
		return level
	}
	code, _ := id.Split()
	if level, ok := p.levels[ID(code)]; ok {
		return level
	}
	return r.Level
}
