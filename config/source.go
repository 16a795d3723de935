package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Sources say which span events are deltas.
type Sources struct {
	// Builtin are the sources that are known by name: native, mlflow, litellm.
	Builtin []string `mapstructure:"builtin"`

	// Custom are sources of your own.
	Custom []Source `mapstructure:"custom"`
}

// A Source describes the span events of one instrumentation. Just one of the
// three event keys is to be set.
type Source struct {
	// EventName is the exact name of the events.
	EventName string `mapstructure:"event_name"`

	// EventNamePrefix is what their names begin with. Digits that follow it are
	// the delta's number.
	EventNamePrefix string `mapstructure:"event_name_prefix"`

	// EventNameRegex matches their whole names. Its first group, if it has one,
	// is the delta's number.
	EventNameRegex string `mapstructure:"event_name_regex"`

	// PayloadAttribute is the event attribute that holds the delta.
	PayloadAttribute string `mapstructure:"payload_attribute"`

	// SequenceAttribute is the event attribute that holds the delta's number, if
	// there is one.
	SequenceAttribute string `mapstructure:"sequence_attribute"`

	// Format is the wire format of the deltas; "" takes the processor's.
	Format string `mapstructure:"format"`
}

// The built-in sources.
const (
	Native  = "native"
	MLflow  = "mlflow"
	LiteLLM = "litellm"
)

// Builtins returns the names of the built-in sources.
func Builtins() []string { return []string{Native, MLflow, LiteLLM} }

func (s *Sources) validate() error {
	var errs []error
	for i, name := range s.Builtin {
		if !slices.Contains(Builtins(), name) {
			errs = append(errs, fmt.Errorf("sources::builtin[%d]: unknown source %q: use %s", i, name, strings.Join(Builtins(), ", ")))
		}
	}
	for i := range s.Custom {
		if err := s.Custom[i].validate(); err != nil {
			errs = append(errs, fmt.Errorf("sources::custom[%d]::%w", i, err))
		}
	}
	if len(s.Builtin)+len(s.Custom) == 0 {
		errs = append(errs, errors.New("sources: no source is left, so no span would be judged"))
	}
	return errors.Join(errs...)
}

func (s *Source) validate() error {
	named := 0
	for _, name := range []string{s.EventName, s.EventNamePrefix, s.EventNameRegex} {
		if name != "" {
			named++
		}
	}
	if named != 1 {
		return errors.New("event_name: set just one of event_name, event_name_prefix and event_name_regex")
	}
	if _, err := s.Pattern(); err != nil {
		return fmt.Errorf("event_name_regex: %w", err)
	}
	if s.PayloadAttribute == "" {
		return errors.New("payload_attribute: name the event attribute that holds the delta")
	}
	if s.Format != "" {
		return validateFormat("format", s.Format)
	}
	return nil
}

// Pattern compiles EventNameRegex so that it matches whole names; it returns nil
// if there is none.
func (s *Source) Pattern() (*regexp.Regexp, error) {
	if s.EventNameRegex == "" {
		return nil, nil
	}
	return regexp.Compile("^(?:" + s.EventNameRegex + ")$")
}
