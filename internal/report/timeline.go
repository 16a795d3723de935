package report

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/toolverdict/toolverdict/engine/finding"
)

// The bounds on what is shown of one stream.
const (
	maxLanes  = 16
	maxPieces = 200 // of a lane: interleaved calls have one for each delta
	maxMarks  = 32  // of a lane
	maxPlaced = 16  // runs
	maxDeltas = 1 << 20
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
	// Ends are the deltas in which the provider ended a turn.
	Ends  []int
	Lanes []*Lane
	// Hidden says that there are more slots than lanes.
	Hidden bool
	// Runs are the calls that were run.
	Runs []PlacedRun
}

// A Lane is one slot.
type Lane struct {
	Turn     int64
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

// A Mark is a finding in a delta.
type Mark struct {
	Delta int
	Code  string
}

// A PlacedRun says when a call ran, by the deltas that had come: After is the last of
// them, -1 if none had. Known says that the deltas have times to tell by.
type PlacedRun struct {
	Run
	After int
	Known bool
}

// lane returns the lane of a slot, a new one if there is none yet; nil if there are
// too many.
func (t *Timeline) lane(turn int64, scope string, slot int64) *Lane {
	for _, l := range t.Lanes {
		if l.Turn == turn && l.Scope == scope && l.Slot == slot {
			return l
		}
	}
	if len(t.Lanes) == maxLanes {
		t.Hidden = true
		return nil
	}
	l := &Lane{Turn: turn, Scope: scope, Slot: slot}
	t.Lanes = append(t.Lanes, l)
	return l
}

// has reports whether a call of the stream came under an id.
func (t *Timeline) has(id string) bool {
	return slices.ContainsFunc(t.Lanes, func(l *Lane) bool { return l.ID == id || slices.Contains(l.Others, id) })
}

// grow notes that a delta added a fragment to the lane. Where there would be too many
// pieces, those that follow are one.
func (l *Lane) grow(delta, bytes int) {
	fragments := min(bytes, 1) // an empty one only begins the call
	if n := len(l.Pieces); n > 0 && (l.Pieces[n-1].To >= delta-1 || n == maxPieces) {
		p := &l.Pieces[n-1]
		p.To, p.Fragments, p.Bytes = delta, p.Fragments+fragments, p.Bytes+bytes
		return
	}
	l.Pieces = append(l.Pieces, Piece{delta, delta, fragments, bytes})
}

// other notes an id that came under the lane's slot.
func (l *Lane) other(id string) {
	switch {
	case id == "" || id == l.ID || slices.Contains(l.Others, id) || len(l.Others) == maxMarks:
	case l.ID == "":
		l.ID = id
	default:
		l.Others = append(l.Others, id)
	}
}

// Collision is the first delta that brought another call under the lane's slot.
func (l *Lane) Collision() (delta int, ok bool) {
	for _, m := range l.Marks {
		if m.Code == string(finding.IdentityCollision) && (!ok || m.Delta < delta) {
			delta, ok = m.Delta, true
		}
	}
	return delta, ok
}

// mark puts findings into the lanes of their calls, and brings the lanes into the
// order of their slots.
func (t *Timeline) mark(findings []Finding) {
	for _, f := range findings {
		delta, ok := deltaOf(f.Path)
		if ok && !t.Replayed {
			t.Deltas = max(t.Deltas, delta+1)
		}
		if f.Scope == "" {
			continue
		}
		l := t.lane(f.turn, f.Scope, f.Slot)
		if l == nil {
			continue
		}
		if !t.Replayed || l.ID == "" {
			l.other(f.CallID) // the deltas name all ids, but under hashes if they were redacted so
		}
		if ok && len(l.Marks) < maxMarks && (!t.Replayed || delta < t.Deltas) {
			l.Marks = append(l.Marks, Mark{delta, f.Code})
		}
	}
	slices.SortStableFunc(t.Lanes, func(a, b *Lane) int {
		return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.Scope, b.Scope), cmp.Compare(a.Slot, b.Slot))
	})
}

// deltaOf reads the number of a delta from the path of a finding.
func deltaOf(path string) (int, bool) {
	parts := strings.SplitN(path, "/", 4)
	if len(parts) < 3 || parts[0] != "" || parts[1] != "chunks" && parts[1] != "events" {
		return 0, false
	}
	n, err := strconv.Atoi(parts[2])
	return n, err == nil && n >= 0 && n < maxDeltas
}

// place puts runs between the deltas, by the times of both, in nanoseconds: those of
// the stream's calls, or all if it is the only stream of its span.
func (t *Timeline) place(runs []Run, times iter.Seq[int64], only bool) {
	for _, r := range runs {
		if len(t.Runs) == maxPlaced {
			return
		}
		if !only && !t.has(r.CallID) {
			continue
		}
		p := PlacedRun{Run: r, After: -1}
		n := 0
		for at := range times {
			if at > 0 && !r.Start.IsZero() {
				p.Known = true
				if at <= r.Start.UnixNano() {
					p.After = n
				}
			}
			n++
		}
		t.Runs = append(t.Runs, p)
	}
}
