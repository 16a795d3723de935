package schema

import (
	"errors"
	"regexp"
	"regexp/syntax"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The caps on the compiled size of one regular expression, and of all of a
// schema: a few bytes of nested repeats can ask for hundreds of megabytes.
const (
	maxInstructions    = 4096
	maxAllInstructions = 8 * maxInstructions
	// instructionsWeight is how many instructions take the room of one subschema.
	instructionsWeight = 8
)

// costOfText returns the compiled size of a pattern, and whether it can be used:
// RE2 has no look-around and no back-references, and some of what it has is too
// costly.
func costOfText(text string) (int, bool) {
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return 0, false
	}
	n := instructions(parsed)
	return n, n <= maxInstructions
}

// instructions estimates, without compiling, how many instructions an
// expression becomes.
func instructions(re *syntax.Regexp) int {
	sum := 1
	if re.Op == syntax.OpLiteral {
		sum = len(re.Rune)
	}
	for _, sub := range re.Sub {
		sum = min(sum+instructions(sub), maxInstructions+1)
	}
	if re.Op == syntax.OpRepeat {
		sum = min(sum*max(re.Min+1, re.Max), maxInstructions+1)
	}
	return sum
}

// A pattern is a regular expression and what it costs.
type pattern struct {
	*regexp.Regexp
	cost int // instructions, any of which may run for a byte
}

// An ignoredPattern is one that was reported as unsupported. It stands in until
// it is taken out of the compiled schema.
type ignoredPattern string

func (ignoredPattern) MatchString(string) bool { return true }
func (p ignoredPattern) String() string        { return string(p) }

func compilePattern(text string) (jsonschema.Regexp, error) {
	n, ok := costOfText(text)
	if !ok {
		return ignoredPattern(text), nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	return pattern{re, n}, nil
}

var errNoPattern = errors.New("not a regular expression")

// patternFormat is the format of values that are regular expressions. It does
// not compile them: the value may be anyone's.
var patternFormat = &jsonschema.Format{Name: "regex", Validate: func(v any) error {
	text, ok := v.(string)
	if !ok {
		return nil
	}
	if _, err := syntax.Parse(text, syntax.Perl); err != nil {
		return errNoPattern
	}
	return nil
}}
