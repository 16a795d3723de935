//go:build !race

// Under the race detector a pool forgets what it holds, so that counts change.

package processor

import (
	"context"
	"testing"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/internal/streams"
	"github.com/toolverdict/toolverdict/internal/streams/batch"
)

// allocations is how often a batch of one span allocates, when one like it came
// before.
func allocations(t *testing.T, s streams.Stream) float64 {
	t.Helper()
	p, err := newVerdictProcessor(settings(), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	td := batch.New(&s, 1)
	n := 0
	return testing.AllocsPerRun(20, func() {
		n++
		batch.Renew(td, n)
		if _, err := p.processTraces(context.Background(), td); err != nil {
			t.Fatal(err)
		}
	})
}

func TestADeltaAllocatesNothing(t *testing.T) {
	short, long := allocations(t, streams.Text("short", 50)), allocations(t, streams.Text("long", 1000))
	if short != long {
		t.Errorf("%v allocations of a short stream, %v of a long one", short, long)
	}
}

func TestASpanWithoutDeltasAllocatesNothing(t *testing.T) {
	p, err := newVerdictProcessor(settings(), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	td := parseSpans(t, "span GET /\n  http.request.method GET\nevent exception\n  exception.type X\n")
	got := testing.AllocsPerRun(20, func() {
		if _, err := p.processTraces(context.Background(), td); err != nil {
			t.Fatal(err)
		}
	})
	if got > 0 {
		t.Errorf("%v allocations", got)
	}
}
