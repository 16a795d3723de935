package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/toolverdict/toolverdict/engine"
)

// Validate implements xconfmap.Validator. Files are read too: a broken one stops
// the start.
func (c *Config) Validate() error {
	errs := []error{
		validateFormat("format", c.Format),
		c.Sources.validate(),
		c.DeltaEvents.validate(),
		c.Redaction.validate(c.DeltaEvents == Redact),
		c.Limits.validate(),
		c.Executions.validate(),
	}
	if c.SchemaCacheSize < 1 {
		errs = append(errs, fmt.Errorf("schema_cache_size: %d is too small: use 1 or more", c.SchemaCacheSize))
	}
	if c.ToolSchemasFile != "" && len(c.ToolSchemas) > 0 {
		errs = append(errs, errors.New("tool_schemas_file: set either this or tool_schemas"))
	}
	errs = append(errs, c.Accept.validate())
	if err := errors.Join(errs...); err != nil {
		return err
	}
	_, err := c.Load()
	return err
}

func (a *Accept) validate() error {
	var errs []error
	for _, format := range slices.Sorted(maps.Keys(a.Terminals)) {
		if format == engine.Auto {
			errs = append(errs, errors.New("accept::terminals: name the format, not auto"))
			continue
		}
		errs = append(errs, validateFormat("accept::terminals", format))
		if slices.Contains(a.Terminals[format], "") {
			errs = append(errs, fmt.Errorf("accept::terminals::%s: an empty reason releases nothing: take it out", format))
		}
	}
	return errors.Join(errs...)
}

func validateFormat(key, format string) error {
	known := append([]string{engine.Auto}, engine.Formats()...)
	if slices.Contains(known, format) {
		return nil
	}
	return fmt.Errorf("%s: unknown format %q: use one of %s", key, format, strings.Join(known, ", "))
}

func (d DeltaEvents) validate() error {
	if slices.Contains([]DeltaEvents{Keep, Drop, DropOnPass, Redact}, d) {
		return nil
	}
	return fmt.Errorf("delta_events: %q is unknown: use keep, drop, drop_on_pass or redact", d)
}

func (e *Executions) validate() error {
	var errs []error
	if e.MaxCalls < 1 {
		errs = append(errs, fmt.Errorf("executions::max_calls: %d is too small: use 1 or more", e.MaxCalls))
	}
	if e.TTL < time.Second {
		errs = append(errs, fmt.Errorf("executions::ttl: %s is too short: use 1s or more", e.TTL))
	}
	if e.ClockSkew < 0 {
		errs = append(errs, fmt.Errorf("executions::clock_skew: %s is negative: use 0s or more", e.ClockSkew))
	}
	return errors.Join(errs...)
}

func (l *Limits) validate() error {
	var errs []error
	for _, limit := range []struct {
		key   string
		value int
	}{
		{"max_event_bytes", l.MaxEventBytes},
		{"max_deltas", l.MaxDeltas},
		{"max_turns", l.MaxTurns},
		{"max_slots", l.MaxSlots},
		{"max_argument_bytes", l.MaxArgumentBytes},
		{"max_depth", l.MaxDepth},
		{"max_finding_events", l.MaxFindingEvents},
	} {
		if limit.value < 1 {
			errs = append(errs, fmt.Errorf("limits::%s: %d is too small: use 1 or more", limit.key, limit.value))
		}
	}
	return errors.Join(errs...)
}
