package gauge

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestFigure(t *testing.T) {
	f := Figure{Nanos: []float64{40, 10, 30, 20}, Allocations: []float64{3, 1, 2, 2}}
	base := Figure{Nanos: []float64{20, 10, 10, 20}, Allocations: []float64{0, 0, 0, 0}}
	got := []float64{f.PerDelta(), f.AllocationsPerDelta(), f.Ratio(base), f.Spread(), base.Spread()}
	if diff := cmp.Diff([]float64{25, 2, 1.5, 15.0 / 25, 10.0 / 15}, got); diff != "" {
		t.Errorf("median, allocations, ratio, spreads (-want +got):\n%s", diff)
	}
}

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{7}, 7},
		{[]float64{3, 1}, 2},
		{[]float64{9, 1, 5}, 5},
	} {
		if got := Median(test.values); got != test.want {
			t.Errorf("Median(%v) = %v, want %v", test.values, got, test.want)
		}
	}
}

var sink []byte

// One case allocates once for each delta, the other runs and allocates nothing.
func TestMeasure(t *testing.T) {
	work := 0
	figures, err := Measure([]Case{
		{"allocates", 2, func() error { sink = make([]byte, 1<<16); sink = make([]byte, 1<<16); return nil }},
		{"works", 1, func() error {
			for i := range 1000 {
				work += i
			}
			return nil
		}},
	}, Options{Rounds: 3, Span: 2 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{1, 0} {
		f := figures[i]
		if len(f.Nanos) != 3 || f.PerDelta() <= 0 {
			t.Errorf("case %d: times are %v", i, f.Nanos)
		}
		if got := f.AllocationsPerDelta(); got < want || got > want+0.1 { // the runtime allocates, too
			t.Errorf("case %d: %v allocations a delta, want %v", i, got, want)
		}
	}
}

func TestMeasureGivesErrors(t *testing.T) {
	_, err := Measure([]Case{{"broken", 1, func() error { return errors.New("no") }}}, Options{Rounds: 1, Span: time.Millisecond})
	if err == nil || err.Error() != "broken: no" {
		t.Errorf("the error is %v", err)
	}
}
