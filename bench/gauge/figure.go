package gauge

import (
	"slices"
	"time"
)

// A Figure is what one case costs.
type Figure struct {
	// Nanos is the CPU time of each round, in nanoseconds per delta.
	Nanos []float64
	// Allocations is how many there were in each round, per delta.
	Allocations []float64
}

func (f *Figure) add(took time.Duration, allocations uint64, deltas int) {
	f.Nanos = append(f.Nanos, float64(took)/float64(deltas))
	f.Allocations = append(f.Allocations, float64(allocations)/float64(deltas))
}

// PerDelta is the median CPU time, in nanoseconds per delta.
func (f Figure) PerDelta() float64 { return Median(f.Nanos) }

// AllocationsPerDelta is the median number of allocations per delta.
func (f Figure) AllocationsPerDelta() float64 { return Median(f.Allocations) }

// Ratio is how much more CPU time f takes than base: the median of the ratios in
// the same round.
func (f Figure) Ratio(base Figure) float64 {
	ratios := make([]float64, len(f.Nanos))
	for i := range ratios {
		ratios[i] = f.Nanos[i] / base.Nanos[i]
	}
	return Median(ratios)
}

// Spread is the range of the middle half of the rounds, as a part of the median.
func (f Figure) Spread() float64 {
	return (quantile(f.Nanos, 3, 4) - quantile(f.Nanos, 1, 4)) / f.PerDelta()
}

// Median is the middle value, or the mean of the two in the middle. There must be
// at least one value.
func Median(values []float64) float64 { return quantile(values, 1, 2) }

// quantile is the value at numerator/denominator of the sorted values, between two
// of them in proportion.
func quantile(values []float64, numerator, denominator int) float64 {
	sorted := slices.Sorted(slices.Values(values))
	place := (len(sorted) - 1) * numerator
	low, rest := place/denominator, place%denominator
	if rest == 0 {
		return sorted[low]
	}
	return sorted[low] + (sorted[low+1]-sorted[low])*float64(rest)/float64(denominator)
}
