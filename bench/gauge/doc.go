// Package gauge measures what work costs, on a machine that others use too.
//
// The figure is the CPU time of this process, not the time that passed: what others
// take does not count, and what the garbage collector takes for us does. All cases
// are measured once in each of several rounds, one after the other, so that a drift
// of the machine hits all alike; figures are medians of the rounds, and a ratio is
// the median of the ratios of the same round.
package gauge
