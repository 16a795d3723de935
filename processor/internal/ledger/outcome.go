package ledger

import (
	"crypto/sha256"
	"time"

	"github.com/toolverdict/toolverdict/engine/finding"
)

// A Key names a call.
type Key struct {
	Trace [16]byte
	Call  string
}

// maxText is how long a text is remembered as it is, in bytes. Who sends spans
// chooses how long ids are.
const maxText = 64

// short stands for a text: itself, or its hash if it is long.
func short(text string) string {
	if len(text) <= maxText {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return string(sum[:])
}

// A Standing says what became of a call's turn.
type Standing uint8

// The standings.
const (
	// Released: the turn passes.
	Released Standing = iota
	// Blocked: the turn fails.
	Blocked
	// Unknown: evidence is missing. Whether the call might be run is not known
	// either.
	Unknown
)

// A Turn is what is known of the turn of a call.
type Turn struct {
	// Span is the span that carries the turn.
	Span [8]byte
	// Standing is what became of it.
	Standing Standing
	// Started is when its span started, in nanoseconds; 0 if not known.
	Started int64
	// Ended is when the provider ended it, in nanoseconds; 0 if not known.
	Ended int64
	// Instance is the service instance that recorded it; "" if not known.
	Instance string
	// Format is the wire format.
	Format string
}

// A Run is one execution of a call.
type Run struct {
	// Span is the tool's span, or that of the turn if Said.
	Span [8]byte
	// Parent is the span around it; zero if there is none.
	Parent [8]byte
	// Said says that there is no span of the tool, but the adapter's own word.
	Said bool
	// Started is when it started, in nanoseconds; 0 if not known.
	Started int64
	// Instance is the service instance that recorded it; "" if not known.
	Instance string
}

// holds reports whether a run may belong to the turn: it did not start before.
func (t Turn) holds(run Run) bool {
	if run.Said {
		return run.Span == t.Span
	}
	return run.Started == 0 || run.Started > t.Started
}

// inside reports whether the span of a run is right within that of another.
func (r Run) inside(other Run) bool {
	return !r.Said && !other.Said && r.Parent != [8]byte{} && r.Parent == other.Span
}

// An Outcome is what a turn and a run mean together.
type Outcome struct {
	// Turn and Run are the two sides.
	Turn Turn
	Run  Run
	// Known says that there is a turn whose standing is known. Without one there
	// may still be a finding: that the call was run twice.
	Known bool
	// FailOpen says that the call must not have run, or not yet.
	FailOpen bool
	// First says that it is the first fail-open run of this call.
	First bool
	// Findings are what is wrong.
	Findings []finding.ID
}

// tick is by how much two times of one host may be off: the SDK for JavaScript has
// spans begin at whole milliseconds, and counts their events from there.
const tick = time.Millisecond

// together says what a run of a turn's call means. Clocks of two hosts may differ
// by skew.
func together(turn Turn, run Run, skew time.Duration) Outcome {
	o := Outcome{Turn: turn, Run: run, Known: turn.Standing != Unknown}
	if turn.Instance != "" && turn.Instance == run.Instance {
		skew = min(skew, tick)
	}
	if turn.Standing == Blocked {
		o.Findings = append(o.Findings, finding.ExecutedDespiteBlock)
	}
	if o.Known && turn.Ended > 0 && run.Started > 0 && turn.Ended-run.Started > skew.Nanoseconds() {
		o.Findings = append(o.Findings, finding.ExecutedBeforeTerminal)
	}
	o.FailOpen = len(o.Findings) > 0
	return o
}
