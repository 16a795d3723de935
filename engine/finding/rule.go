package finding

import (
	"fmt"
	"strings"
)

// A Level says what a finding does to the verdict. The zero value is Off.
type Level uint8

// The levels, in rising order of severity.
const (
	// Off: the rule is not reported.
	Off Level = iota
	// Warning: reported, but changes no verdict.
	Warning
	// Unknown: the evidence is incomplete, the verdict is indeterminate.
	Unknown
	// Error: the turn fails.
	Error
)

var levelNames = [...]string{Off: "off", Warning: "warning", Unknown: "unknown", Error: "error"}

// String returns the name that configurations and reports use.
func (l Level) String() string {
	if int(l) < len(levelNames) {
		return levelNames[l]
	}
	return fmt.Sprintf("Level(%d)", uint8(l))
}

// MarshalText implements [encoding.TextMarshaler].
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. The error lists the
// levels that there are.
func (l *Level) UnmarshalText(text []byte) error {
	for i, name := range levelNames {
		if string(text) == name {
			*l = Level(i)
			return nil
		}
	}
	return fmt.Errorf("unknown level %q: use error, unknown, warning or off", text)
}

// A Fault is the party that a finding blames. Lower values are more urgent.
type Fault uint8

// The faults, most urgent first.
const (
	// Adapter: what was handed over or run differs from the wire.
	Adapter Fault = iota
	// Wire: the provider or a gateway broke the grammar of the stream.
	Wire
	// Model: the stream is fine, what the model wrote is not.
	Model
	// Config: the schemas or the set-up can't be used.
	Config
	// Capture: the instrumentation lost or hid evidence.
	Capture
)

var faultNames = [...]string{Adapter: "adapter", Wire: "wire", Model: "model", Config: "config", Capture: "capture"}

// String returns the name that reports and attributes use.
func (f Fault) String() string {
	if int(f) < len(faultNames) {
		return faultNames[f]
	}
	return fmt.Sprintf("Fault(%d)", uint8(f))
}

// MarshalText implements [encoding.TextMarshaler].
func (f Fault) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (f *Fault) UnmarshalText(text []byte) error {
	for i, name := range faultNames {
		if string(text) == name {
			*f = Fault(i)
			return nil
		}
	}
	return fmt.Errorf("unknown fault %q", text)
}

// An ID names a rule: "code", or "code/reason".
type ID string

// Join makes the ID of a code and an optional reason.
func Join(code, reason string) ID {
	if reason == "" {
		return ID(code)
	}
	return ID(code + "/" + reason)
}

// Split returns the code and the reason; the reason may be empty.
func (id ID) Split() (code, reason string) {
	code, reason, _ = strings.Cut(string(id), "/")
	return code, reason
}

// A Rule is one row of the table of codes.
type Rule struct {
	// ID is the stable name.
	ID ID
	// Level is what the rule does unless a [Policy] says otherwise.
	Level Level
	// Fault is the party to blame.
	Fault Fault
	// Explanation is one sentence: what was seen.
	Explanation string
	// Advice is one sentence: what to do about it.
	Advice string
	// LossExplains says that lost deltas could have caused the finding. Where
	// deltas were lost it is reported as capture_incomplete, not as itself.
	LossExplains bool
	// Unreadable says that the delta, or the document, could not be read at
	// all. A stream without calls that has such an error is invalid.
	Unreadable bool
}
