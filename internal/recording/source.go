package recording

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/toolverdict/toolverdict/config"
)

// The names that our own instrumentation contract uses, and that of our findings.
const (
	EventFinding  = "toolverdict.finding"
	EventDelta    = "toolverdict.delta"
	EventEnd      = "toolverdict.stream.end"
	KeyPayload    = "toolverdict.delta.payload"
	KeySequence   = "toolverdict.delta.sequence"
	KeyDeltaCount = "toolverdict.delta.count"
	KeyTurnID     = "toolverdict.turn.id"
)

// A Source is one kind of span event that carries deltas, compiled.
type Source struct {
	exact    string
	prefix   string
	pattern  *regexp.Regexp
	payload  string // attribute
	sequence string // attribute; "" takes the number from the name, if it has one
	format   string
	first    int64 // what sequences may begin with at most
	// unsure says that events of this name may be no deltas at all, so that a
	// span without a recognisable one is none of ours.
	unsure bool
	// bare says that the payload is the delta of a choice, without its chunk.
	bare bool
}

var builtinSources = map[string]Source{
	config.Native:  {exact: EventDelta, payload: KeyPayload, sequence: KeySequence},
	config.MLflow:  {prefix: "mlflow.chunk.item.", payload: "mlflow.chunk.value", unsure: true},
	config.LiteLLM: {exact: "streaming_chunk", payload: "delta", unsure: true, bare: true, format: "openai"},
}

// Compile compiles the sources of a configuration that was validated.
func Compile(s config.Sources) ([]Source, error) {
	var sources []Source
	for _, name := range s.Builtin {
		sources = append(sources, builtinSources[name])
	}
	for i := range s.Custom {
		c := &s.Custom[i]
		pattern, err := c.Pattern()
		if err != nil {
			return nil, err
		}
		sources = append(sources, Source{
			exact: c.EventName, prefix: c.EventNamePrefix, pattern: pattern,
			payload: c.PayloadAttribute, sequence: c.SequenceAttribute, format: c.Format, first: 1,
		})
	}
	return sources, nil
}

// match reports whether an event of this name is a delta, and returns the number
// that the name gives it, -1 if it gives none.
func (s *Source) match(name string) (number int64, ok bool) {
	switch {
	case s.exact != "":
		return -1, name == s.exact
	case s.prefix != "":
		if digits, ok := strings.CutPrefix(name, s.prefix); ok {
			return parseNumber(digits), true
		}
		return -1, false
	}
	groups := s.pattern.FindStringSubmatch(name)
	if len(groups) > 1 {
		return parseNumber(groups[1]), true
	}
	return -1, groups != nil
}

func parseNumber(digits string) int64 {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}
