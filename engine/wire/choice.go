package wire

import "github.com/toolverdict/toolverdict/engine/strictjson"

// A choice is one of several alternative answers, in which calls are numbered.
type choice struct {
	seen, ended bool
	reason      string // the last finish_reason, as JSON text
	// misread: it has calls that could not be read. That it ends with tool_calls
	// is no wonder then.
	misread bool
}

// choices are those of one turn. Most turns have one.
type choices struct {
	number int64 // of first
	first  *choice
	others map[int64]*choice
	one    choice // the memory of first
	open   int    // how many were seen and have not ended
	ended  int
}

// of returns the choice of a number, a new one if need be.
func (c *choices) of(number int64) *choice {
	if c.first == nil {
		c.first, c.number = &c.one, number
	}
	if c.number == number {
		return c.first
	}
	other := c.others[number]
	if other == nil {
		if c.others == nil {
			c.others = map[int64]*choice{}
		}
		other = &choice{}
		c.others[number] = other
	}
	return other
}

// see notes that a chunk has the choice.
func (c *choices) see(number int64) {
	if one := c.of(number); !one.seen {
		one.seen = true
		c.open++
	}
}

// end notes the finish_reason of a choice that was seen.
func (c *choices) end(one *choice, reason strictjson.Value) {
	if !one.ended {
		one.ended = true
		c.ended++
		c.open--
	}
	one.reason = string(reason.Raw())
}

// over reports whether all choices that were seen have ended.
func (c *choices) over() bool { return c.ended > 0 && c.open == 0 }
