package strictjson

import "fmt"

// A Reason says in which way a text is not strict JSON.
type Reason string

// The reasons. They double as the reasons of invalid_arguments_json.
const (
	Syntax         Reason = "syntax"
	Truncated      Reason = "truncated"
	TrailingData   Reason = "trailing_data"
	Empty          Reason = "empty"
	DuplicateKey   Reason = "duplicate_key"
	InvalidUnicode Reason = "invalid_unicode"
	NumberRange    Reason = "number_out_of_range"
	TooDeep        Reason = "too_deep"
)

// An Error says why and where a text is not strict JSON. It quotes nothing.
type Error struct {
	// Reason is the kind of defect.
	Reason Reason
	// Offset counts the bytes in front of the defect, roughly.
	Offset int
}

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("no strict JSON: %s at byte %d", e.Reason, e.Offset)
}
