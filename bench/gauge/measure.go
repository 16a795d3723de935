package gauge

import (
	"fmt"
	"runtime"
	"time"
)

// A Case is work to measure.
type Case struct {
	// Name says what it is, in errors.
	Name string
	// Deltas is how many deltas one run reads.
	Deltas int
	// Run does the work once.
	Run func() error
}

// Options say how long to measure.
type Options struct {
	// Rounds is how often each case is measured.
	Rounds int
	// Span is the CPU time that one measurement takes, about.
	Span time.Duration
}

// Measure measures cases in interleaved rounds and returns a figure for each. The
// error is the first that a case returned.
func Measure(cases []Case, o Options) ([]Figure, error) {
	runs := make([]int, len(cases))
	for i, c := range cases {
		n, err := c.calibrate(o.Span)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		runs[i] = n
	}
	figures := make([]Figure, len(cases))
	for range o.Rounds {
		for i, c := range cases {
			took, allocations, err := c.sample(runs[i])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.Name, err)
			}
			figures[i].add(took, allocations, runs[i]*c.Deltas)
		}
	}
	return figures, nil
}

// calibrate finds how many runs take the span, and warms up.
func (c *Case) calibrate(span time.Duration) (int, error) {
	for n := 1; ; n *= 2 {
		took, _, err := c.sample(n)
		if err != nil {
			return 0, err
		}
		if took >= span/4 {
			return max(1, int(float64(n)*float64(span)/float64(took))), nil
		}
	}
}

// sample measures n runs. Garbage of others is gone before they begin.
func (c *Case) sample(n int) (took time.Duration, allocations uint64, err error) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	began, err := cpu()
	if err != nil {
		return 0, 0, err
	}
	for range n {
		if err := c.Run(); err != nil {
			return 0, 0, err
		}
	}
	ended, err := cpu()
	runtime.ReadMemStats(&after)
	return ended - began, after.Mallocs - before.Mallocs, err
}
