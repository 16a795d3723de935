package load

import (
	"sync"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// counts are what came out of a collector.
type counts struct{ Spans, Judged, Deltas int }

func (c counts) minus(before counts) counts {
	return counts{c.Spans - before.Spans, c.Judged - before.Judged, c.Deltas - before.Deltas}
}

// A sink counts what a collector exports.
type sink struct {
	mu     sync.Mutex
	counts counts
}

func (s *sink) add(span ptrace.Span) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts.Spans++
	s.counts.Deltas += span.Events().Len()
	if _, judged := span.Attributes().Get("toolverdict.verdict"); judged {
		s.counts.Judged++
	}
}

func (s *sink) snapshot() counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}
