//go:build !race

// Under the race detector a pool forgets what it holds, so that counts change.

package engine_test

import (
	"testing"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/internal/streams"
)

// allocations is how often reading a stream allocates, when one like it was read
// before.
func allocations(t *testing.T, s streams.Stream) float64 {
	t.Helper()
	set, violations := schema.Compile(schema.JSONSchema, s.Schemas)
	if len(violations) > 0 {
		t.Fatal(violations)
	}
	v, err := engine.New(engine.Options{Schemas: set})
	if err != nil {
		t.Fatal(err)
	}
	return testing.AllocsPerRun(20, func() {
		stream := v.NewStream(engine.StreamOptions{})
		for _, d := range s.Deltas {
			stream.Observe(d)
		}
		if r := stream.Finish(); r.Status > engine.Pass {
			t.Fatal(r.Findings)
		}
		stream.Release()
	})
}

func TestADeltaAllocatesNothing(t *testing.T) {
	for _, c := range []struct {
		what        string
		short, long streams.Stream
	}{
		{"text", streams.Text("short", 50), streams.Text("long", 1000)},
		{"openai", streams.OpenAI("short", 1, 50, 10), streams.OpenAI("long", 1, 1000, 10)},
		{"openai, interleaved", streams.OpenAI("short", 4, 50, 10), streams.OpenAI("long", 4, 1000, 10)},
		{"anthropic", streams.Anthropic("short", 2, 50), streams.Anthropic("long", 2, 1000)},
	} {
		if short, long := allocations(t, c.short), allocations(t, c.long); short != long {
			t.Errorf("%s: %v allocations of a short stream, %v of a long one", c.what, short, long)
		}
	}
}

// What a turn allocates is its report and the texts in it. Of a call's, one is its
// arguments.
func TestATurnAllocatesLittle(t *testing.T) {
	if got := allocations(t, streams.Text("text", 50)); got > 4 {
		t.Errorf("%v allocations of a turn without calls", got)
	}
	if got := allocations(t, streams.OpenAI("call", 1, 50, 10)); got > 9 {
		t.Errorf("%v allocations of a turn with one call", got)
	}
}
