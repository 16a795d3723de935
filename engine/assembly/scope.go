package assembly

import (
	"cmp"
	"strconv"
)

// A Scope is what the index of a slot is relative to.
type Scope struct {
	// Kind is the format's word for it, such as "choice".
	Kind string
	// Number is the scope's own index, -1 where a turn has only one scope.
	Number int64
}

// Choice is the scope of one of several alternative answers.
func Choice(number int64) Scope { return Scope{"choice", number} }

// ContentBlocks is the scope of the blocks of one message.
var ContentBlocks = Scope{"content-block", -1}

// String returns the name in reports, such as "choice:0" or "content-block".
func (s Scope) String() string {
	if s == Choice(0) {
		return "choice:0" // nearly always
	}
	if s.Number < 0 {
		return s.Kind
	}
	return s.Kind + ":" + strconv.FormatInt(s.Number, 10)
}

func (s Scope) compare(t Scope) int {
	return cmp.Or(cmp.Compare(s.Kind, t.Kind), cmp.Compare(s.Number, t.Number))
}
