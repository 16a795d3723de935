package report

import (
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// The attributes of finding events.
const (
	keyCode   = "toolverdict.finding.code"
	keyReason = "toolverdict.finding.reason"
	keyLevel  = "toolverdict.finding.level"
	keyPath   = "toolverdict.finding.path"
	keyScope  = "toolverdict.call.scope"
	keySlot   = "toolverdict.call.slot"
	keyCallID = "toolverdict.call.id"
	keyTurn   = "toolverdict.turn"
)

// maxFindings is how many findings of a span are read: more than the processor writes,
// unless it is told to.
const maxFindings = 256

// A Finding is one finding event of a turn.
type Finding struct {
	Code, Level, Path string
	Scope             string // "" if it is not about a call
	Slot              int64
	CallID            string

	turn   int64
	stream string // its id, where a span records several
}

// readFindings reads the finding events of a span.
func readFindings(span ptrace.Span) []Finding {
	var findings []Finding
	for _, e := range span.Events().All() {
		if e.Name() != recording.EventFinding || len(findings) == maxFindings {
			continue
		}
		a := e.Attributes()
		findings = append(findings, Finding{
			Code:  clean(string(finding.Join(recording.Text(a, keyCode), recording.Text(a, keyReason)))),
			Level: clean(recording.Text(a, keyLevel)), Path: clean(recording.Text(a, keyPath)),
			Scope: clean(recording.Text(a, keyScope)), Slot: integer(a, keySlot), CallID: clean(recording.Text(a, keyCallID)),
			turn: integer(a, keyTurn), stream: clean(recording.Text(a, recording.KeyTurnID)),
		})
	}
	return findings
}

func integer(m pcommon.Map, key string) int64 {
	if v, ok := m.Get(key); ok && v.Type() == pcommon.ValueTypeInt {
		return v.Int()
	}
	return 0
}

// failedOpen reports whether the finding says that a call ran that must not run.
func (f *Finding) failedOpen() bool {
	id := finding.ID(f.Code)
	return id == finding.ExecutedDespiteBlock || id == finding.ExecutedBeforeTerminal
}
