package load

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/toolverdict/toolverdict/internal/collector"
)

// patience is how long the test waits for all rounds.
const patience = 2 * time.Minute

var binary string

func TestMain(m *testing.M) {
	var err error
	binary, err = collector.Built("../..", "TOOLVERDICT_COLLECTOR", "build", "otelcol-toolverdict")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// Measuring fails unless exactly what must come out of each collector does.
func TestMeasure(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	figures, err := Measure(ctx, Options{Binary: binary, Rounds: 2, Deltas: 20_000, Log: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range Variants() {
		if f := figures[i]; len(f.Nanos) != 2 || f.PerDelta() <= 0 {
			t.Errorf("%s: figures are %v", v.Name, f.Nanos)
		}
	}
}

func TestExports(t *testing.T) {
	td := mixture()
	want := []counts{{Spans: 26, Deltas: 2 * deltas(td)}, {26, 26, 2 * deltas(td)}, {26, 26, 0}}
	for i, v := range Variants() {
		if got := v.exports(td, 2); got != want[i] {
			t.Errorf("%s: %+v, want %+v", v.Name, got, want[i])
		}
	}
}
