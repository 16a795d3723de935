package report

import (
	"cmp"
	"slices"
	"time"
)

// A step is how much time a bar of a trend stands for.
type step struct {
	minutes int64
	name    string
}

// steps are those there are. Each is a part of the next, and with the last all times
// there can be are few bars.
var steps = [...]step{
	{1, "one minute"},
	{5, "5 minutes"},
	{15, "15 minutes"},
	{60, "one hour"},
	{180, "3 hours"},
	{360, "6 hours"},
	{720, "12 hours"},
	{1440, "one day"},
	{7 * 1440, "one week"},
	{28 * 1440, "4 weeks"},
	{364 * 1440, "52 weeks"},
	{3640 * 1440, "10 years"},
}

const (
	maxBars    = 60  // of a trend
	maxBuckets = 512 // that are counted apart
)

// A period is from the first to the last of some times.
type period struct{ from, to time.Time }

func (p *period) extend(at time.Time) {
	if at.IsZero() {
		return
	}
	if p.from.IsZero() || at.Before(p.from) {
		p.from = at
	}
	if at.After(p.to) {
		p.to = at
	}
}

// step is the finest with which the period is few bars.
func (p *period) step() int {
	for i := range steps {
		if p.bars(i) <= maxBars {
			return i
		}
	}
	return len(steps) - 1
}

// bars is how many steps the period has a part in.
func (p *period) bars(step int) int64 {
	size := steps[step].minutes
	return minuteOf(p.to)/size - minuteOf(p.from)/size + 1
}

func minuteOf(at time.Time) int64 { return at.Unix() / 60 }

// A trend counts turns by time, in as fine steps as there is room for. The order in
// which they come does not matter.
type trend struct {
	turns  int
	step   int
	counts map[int64]int
	first  time.Time
}

// add counts a turn. One without a time has no place in the trend.
func (c *trend) add(at time.Time) {
	c.turns++
	if at.IsZero() {
		return
	}
	if c.first.IsZero() || at.Before(c.first) {
		c.first = at
	}
	if c.counts == nil {
		c.counts = map[int64]int{}
	}
	c.counts[minuteOf(at)/steps[c.step].minutes]++
	for len(c.counts) > maxBuckets && c.step < len(steps)-1 {
		c.counts = c.coarser(c.step + 1)
		c.step++
	}
}

// coarser are the counts in larger steps.
func (c *trend) coarser(step int) map[int64]int {
	factor := steps[step].minutes / steps[c.step].minutes
	counts := map[int64]int{}
	for bucket, n := range c.counts {
		counts[bucket/factor] += n
	}
	return counts
}

// bars are the counts over a period that is longer than the trend, and the largest.
func (c *trend) bars(p *period) (bars []int, most int) {
	step := p.step()
	bars = make([]int, p.bars(step))
	first := minuteOf(p.from) / steps[step].minutes
	for bucket, n := range c.coarser(step) {
		bars[bucket-first] += n
	}
	return bars, slices.Max(bars)
}

// sortedCodes are the kinds of findings, the most frequent first.
func (d *Digest) sortedCodes() []string {
	ids := make([]string, 0, len(d.codes))
	for id := range d.codes {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(-cmp.Compare(d.codes[a].turns, d.codes[b].turns), cmp.Compare(a, b))
	})
	return ids
}
