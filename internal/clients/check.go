package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/internal/collector"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// sdkEvents is how many events of a span SDKs keep.
const sdkEvents = 128

// check wants of each turn one span of the client's, with the verdict of the turn.
func (c *Client) check(spans []collector.Span, turns []*Turn, out io.Writer) error {
	byName := map[string][]collector.Span{}
	for _, s := range spans {
		if s.Service == c.Service {
			byName[s.Name()] = append(byName[s.Name()], s)
		}
	}
	var errs []error
	verdicts, recorded, given, masked := map[string]int{}, 0, 0, 0
	for _, t := range turns {
		if n := len(byName[t.Name]); n != 1 {
			errs = append(errs, fmt.Errorf("%s, %s: %d spans", c.Service, t.Name, n))
			continue
		}
		s := see(byName[t.Name][0])
		verdicts[s.verdict]++
		recorded, given = recorded+s.deltas, given+len(t.Deltas)
		if s.needsMasked() {
			masked++
		}
		if err := s.fits(t); err != nil {
			errs = append(errs, fmt.Errorf("%s, %s: %w", c.Service, t.Name, err))
		}
	}
	n := func(v engine.Verdict) int { return verdicts[v.String()] }
	_, _ = fmt.Fprintf(out, "%-12s %d turns of %d deltas, %d recorded: %d pass, %d fail, %d invalid, %d indeterminate (%d of these for want of masked values), %d without calls\n",
		c.Service, len(turns), given, recorded, n(engine.Pass), n(engine.Fail), n(engine.Invalid), n(engine.Indeterminate), masked, n(engine.NotApplicable))
	return errors.Join(errs...)
}

// A sight is what is seen of a span.
type sight struct {
	verdict, primary string
	deltas           int
}

func see(span collector.Span) (s sight) {
	s.verdict = engine.NotApplicable.String()
	if v, ok := span.Attributes().Get("toolverdict.verdict"); ok {
		s.verdict = v.Str()
	}
	if v, ok := span.Attributes().Get("toolverdict.finding.primary"); ok {
		s.primary = v.Str()
	}
	for _, e := range span.Events().All() {
		if e.Name() == recording.EventDelta {
			s.deltas++
		}
	}
	return s
}

// needsMasked reports whether a schema needs a value that was masked.
func (s *sight) needsMasked() bool { return s.primary == string(finding.RedactedConstraint) }

// fits says in what a span differs from what its turn must get.
func (s *sight) fits(t *Turn) error {
	switch {
	case s.deltas >= sdkEvents:
		return fmt.Errorf("%d deltas are more than SDKs keep", s.deltas)
	case s.needsMasked() && s.verdict == engine.Indeterminate.String():
		return nil
	case s.verdict != t.Verdict.String() || s.primary != string(t.Primary):
		return fmt.Errorf("%s %s, want %s %s", s.verdict, s.primary, t.Verdict, t.Primary)
	}
	return nil
}
