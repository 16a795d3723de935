package ledger

import "slices"

// maxRuns is how many runs of one call are told apart. Of more, each counts as
// another one.
const maxRuns = 8

// maxEarlier is how many turns with the same call id are told apart, besides the last.
const maxEarlier = 8

// An entry is one call, or those of several turns that have the same id.
type entry struct {
	turn    Turn
	judged  bool
	earlier []Turn // other turns that were judged before
	runs    []Run
	failed  bool // a fail-open run was counted
}

// judge notes a turn. One that is judged again takes its own place.
func (e *entry) judge(turn Turn) {
	same := func(t Turn) bool { return t.Span == turn.Span }
	switch i := slices.IndexFunc(e.earlier, same); {
	case i >= 0:
		e.earlier[i] = turn
		return
	case e.judged && !same(e.turn) && len(e.earlier) < maxEarlier:
		e.earlier = append(e.earlier, e.turn)
	}
	e.turn, e.judged = turn, true
}

// turnOf returns the turn that a run belongs to. Some adapters and servers number the
// calls of each turn anew: of several turns with the same id it is the last that began
// before the run.
func (e *entry) turnOf(run Run) Turn {
	of, found := e.turn, e.turn.holds(run)
	for _, t := range slices.Backward(e.earlier) {
		if holds := t.holds(run); holds && (!found || t.Started > of.Started) || !holds && !found && t.Started < of.Started {
			of, found = t, holds
		}
	}
	return of
}

// ran reports whether one of the runs belongs to a turn.
func (e *entry) ran(turn Turn, runs []Run) bool {
	return slices.ContainsFunc(runs, func(r Run) bool { return e.turnOf(r).Span == turn.Span })
}

// note adds a run of a turn unless it is known: a span that is sent again is no second
// run, nor is one around it that another instrumentation made of the same call, nor
// what the adapter says itself.
func (e *entry) note(run Run, turn Turn) bool {
	for i, r := range e.runs {
		switch {
		case r.Said && !run.Said && r.Span == turn.Span, r.inside(run):
			e.runs[i] = run
			return false
		case r.Span == run.Span, run.inside(r), run.Said && e.turnOf(r).Span == turn.Span:
			return false
		}
	}
	if len(e.runs) < maxRuns {
		e.runs = append(e.runs, run)
	}
	return true
}

// first marks the first fail-open run of a call.
func (e *entry) first(o Outcome) Outcome {
	o.First = o.FailOpen && !e.failed
	e.failed = e.failed || o.FailOpen
	return o
}
