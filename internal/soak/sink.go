package main

import (
	"sync"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// counts are what came out of the collector.
type counts struct {
	Turns, Runs        int
	Pass, Fail, Other  int
	FailOpen, FailSafe int // by toolverdict.fail_open, on either kind of span
}

// A sink counts what the collector exports.
type sink struct {
	mu     sync.Mutex
	counts counts
}

func (s *sink) add(span ptrace.Span) {
	s.mu.Lock()
	defer s.mu.Unlock()
	verdict, judged := span.Attributes().Get("toolverdict.verdict")
	failOpen, known := span.Attributes().Get("toolverdict.fail_open")
	s.counts.add(span.Name() == "chat", judged, verdict.AsString, known, failOpen.Bool)
}

func (c *counts) add(turn, judged bool, verdict func() string, known bool, failOpen func() bool) {
	if turn {
		c.Turns++
	} else {
		c.Runs++
	}
	switch {
	case !judged:
	case verdict() == "pass":
		c.Pass++
	case verdict() == "fail":
		c.Fail++
	default:
		c.Other++
	}
	switch {
	case !known:
	case failOpen():
		c.FailOpen++
	default:
		c.FailSafe++
	}
}

func (s *sink) snapshot() counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}
