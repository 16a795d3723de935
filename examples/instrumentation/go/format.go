package deltas

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolverdict/toolverdict/engine"
)

//go:embed formats.json
var table []byte

// A format is what a recorder has to know of a wire format. Its conditions are paths
// of member names that must be given, or path=value.
type format struct {
	Needs   string     `json:"needs"`   // a member that every delta has
	Records conditions `json:"records"` // the deltas that are recorded, all if there are none
	Skips   conditions `json:"skips"`   // those that are not, of these
	Ends    conditions `json:"ends"`    // the deltas that end a turn
	Joins   conditions `json:"joins"`   // the deltas that may be joined
	Shape   shape      `json:"shape"`   // what is recorded of a delta; without one it is all
}

// A shape says what is recorded: a map of members, a list with the shape of its
// elements, or a word on what becomes of a value. README.md lists the words.
type shape = any

// formats are the rows of the table.
var formats = func() (all map[string]*format) {
	if err := json.Unmarshal(table, &all); err != nil {
		panic(err) // it is part of the program
	}
	all["mistral"] = all["openai"]
	return all
}()

// lookup returns what is known of a format. Of one without a row, all deltas are
// recorded as they are, but for their content.
func lookup(name string) (*format, error) {
	known := engine.Formats()
	switch f := formats[name]; {
	case !slices.Contains(known, name):
		return nil, fmt.Errorf("toolverdict: unknown format %q: use one of %s", name, strings.Join(known, ", "))
	case f == nil:
		return &format{}, nil
	default:
		return f, nil
	}
}
