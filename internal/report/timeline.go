package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Timeline shows slot by slot what the deltas of one stream did.
type Timeline struct {
	// Stream is the id of the stream, where a span records several.
	Stream string
	// Deltas is how many deltas there are, as far as is known.
	Deltas int
	// Replayed says that the deltas were still there to be read. If not, only what
	// the findings say is known.
	Replayed bool
	// Terminals are the deltas that ended a turn.
	Terminals []int
	Lanes     []*Lane
	// Runs are the calls that were run.
	Runs []RunMark
}

// A Lane is one slot.
type Lane struct {
	Turn     int
	Scope    string
	Slot     int64
	ID, Tool string
	// Others are ids that came under the same slot, of calls that it collided with.
	Others []string
	Pieces []Piece
	Marks  []Mark
}

// A Piece is a run of deltas that each added a fragment of arguments.
type Piece struct{ From, To, Fragments, Bytes int }

// A Mark is a finding at a delta.
type Mark struct {
	Delta int
	Code  string
	ID    string // the call's
}

// A RunMark says when a call ran, by the deltas that had come: After is the last, -1
// if none had or if it is not known.
type RunMark struct {
	Run
	After int
	Known bool
}

// lane returns the lane of a slot, a new one if there is none yet.
func (t *Timeline) lane(turn int, scope string, slot int64) *Lane {
	for _, l := range t.Lanes {
		if l.Turn == turn && l.Scope == scope && l.Slot == slot {
			return l
		}
	}
	l := &Lane{Turn: turn, Scope: scope, Slot: slot}
	t.Lanes = append(t.Lanes, l)
	return l
}

// maxPieces bounds what is shown of one slot: interleaved calls have a piece for
// each delta.
const maxPieces = 512

// grow notes that a delta added a fragment to the lane. Where there would be too many
// pieces, those that follow are one.
func (l *Lane) grow(delta, bytes int) {
	if n := len(l.Pieces); n > 0 && (l.Pieces[n-1].To >= delta-1 || n == maxPieces) {
		p := &l.Pieces[n-1]
		p.To, p.Fragments, p.Bytes = delta, p.Fragments+1, p.Bytes+bytes
		return
	}
	l.Pieces = append(l.Pieces, Piece{delta, delta, 1, bytes})
}

// mark puts the findings on the lanes of their slots.
func (t *Timeline) mark(findings []Finding) {
	for _, f := range findings {
		delta, ok := deltaOf(f.Path)
		if ok {
			t.Deltas = max(t.Deltas, delta+1)
		}
		if f.Scope == "" {
			continue
		}
		l := t.lane(f.turn, f.Scope, f.Slot)
		if l.ID == "" {
			l.ID = f.CallID
		}
		if ok {
			l.Marks = append(l.Marks, Mark{delta, f.Code, f.CallID})
		}
	}
	slices.SortStableFunc(t.Lanes, func(a, b *Lane) int {
		if a.Turn != b.Turn {
			return a.Turn - b.Turn
		}
		if c := strings.Compare(a.Scope, b.Scope); c != 0 {
			return c
		}
		return int(a.Slot - b.Slot)
	})
}

// deltaOf reads the number of a delta from the path of a finding.
func deltaOf(path string) (int, bool) {
	parts := strings.SplitN(path, "/", 4)
	if len(parts) < 3 || parts[1] != "chunks" && parts[1] != "events" {
		return 0, false
	}
	n, err := strconv.Atoi(parts[2])
	return n, err == nil && n >= 0 && n < maxDeltas
}

// maxDeltas is the largest number of a delta that a path is believed to name.
const maxDeltas = 1 << 20

// Label names the lane.
func (l *Lane) Label() string {
	label := l.Scope + " · slot " + strconv.FormatInt(l.Slot, 10)
	if l.Turn > 0 {
		label = "turn " + strconv.Itoa(l.Turn+1) + " · " + label
	}
	return label
}

// Words says what the lane shows, for those who can't see it.
func (l *Lane) Words() []string {
	var words []string
	fragments, bytes := 0, 0
	for _, p := range l.Pieces {
		fragments, bytes = fragments+p.Fragments, bytes+p.Bytes
	}
	if n := len(l.Pieces); n > 0 {
		words = append(words, fmt.Sprintf("%d fragments of arguments, %d bytes, in deltas %d to %d", fragments, bytes, l.Pieces[0].From, l.Pieces[n-1].To))
	}
	if len(l.Others) > 0 {
		words = append(words, "collided with "+strings.Join(l.Others, ", "))
	}
	for _, m := range l.Marks {
		words = append(words, fmt.Sprintf("%s in delta %d", m.Code, m.Delta))
	}
	return words
}

// placeRuns puts the runs of a span's calls between its deltas, by time. times are
// those of the deltas, zero where they have none.
func (t *Timeline) placeRuns(runs []Run, times []time.Time) {
	for _, r := range runs {
		m := RunMark{Run: r, After: -1}
		for i, at := range times {
			if at.IsZero() {
				continue
			}
			m.Known = true
			if !r.Start.Before(at) {
				m.After = i
			}
		}
		t.Runs = append(t.Runs, m)
	}
}
