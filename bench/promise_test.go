package main

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/bench/gauge"
	"github.com/toolverdict/toolverdict/bench/peer"
	"github.com/toolverdict/toolverdict/bench/pipeline"
)

func nanos(values ...float64) gauge.Figure { return gauge.Figure{Nanos: values} }

func allocating(n float64) gauge.Figure {
	return gauge.Figure{Nanos: []float64{1}, Allocations: []float64{n}}
}

// sample are results in which every promise is just met, but for one stream of the
// first and one of the collector's.
func sample() *results {
	engine := &board{figures: map[place]gauge.Figure{
		{peer.Anthropic, "c"}: nanos(400), {peer.Engine, "c"}: nanos(10), {peer.Observing, "c"}: nanos(10),
	}}
	processor := &board{figures: map[place]gauge.Figure{}}
	for i, column := range []string{"a", "b", "c", "d", "e"} {
		processor.figures[place{pipeline.OTLP, column}] = nanos(100)
		processor.figures[place{pipeline.Verdict, column}] = nanos([]float64{110, 110, 110, 60, 30}[i])
		if column != "c" {
			engine.figures[place{peer.Engine, column}] = nanos(10)
			engine.figures[place{peer.Observing, column}] = nanos(5)
			engine.figures[place{peer.OpenAI, column}] = nanos(400)
			engine.figures[place{peer.Scan, column}] = nanos(30)
		}
	}
	engine.figures[place{peer.OpenAI, "e"}] = nanos(390)
	return &results{
		engine: engine, processor: processor,
		turns: &board{figures: map[place]gauge.Figure{
			{peer.Engine, "100"}: nanos(10), {peer.Engine, "10000"}: nanos(12),
			{peer.Observing, "1000"}: allocating(0.02), {peer.Observing, "10000"}: allocating(0.0065),
		}},
		collector: []gauge.Figure{nanos(10), nanos(20), nanos(10)},
	}
}

func TestPromises(t *testing.T) {
	r := sample()
	want := [][]string{
		{"official SDK's accumulator : engine", "≥ 40", "a 40.0×, b 40.0×, d 40.0×, e 39.0×, c 40.0×", "**not met**"},
		{"official SDK's accumulator : engine, Observe alone", "≥ 40", "a 80.0×, b 80.0×, d 80.0×, e 78.0×, c 40.0×", "met"},
		{"jsontext token scan : engine, openai", "≥ 3", "a 3.0×, b 3.0×, d 3.0×, e 3.0×", "met"},
		{"jsontext token scan : engine, Observe alone, openai", "≥ 3", "a 6.0×, b 6.0×, d 6.0×, e 6.0×", "met"},
		{"allocations of a further delta of a turn", "0.00", "0.005", "**not met**"},
		{"processor : OTLP, turns with calls", "≤ 1.10", "a 1.10×, b 1.10×, c 1.10×", "met"},
		{"processor : OTLP, long turn", "≤ 0.60", "d 0.60×", "met"},
		{"processor : OTLP, text", "≤ 0.30", "e 0.30×", "met"},
		{"a delta of 10,000 : one of 100", "≤ 1.2", "1.20×", "met"},
		{"collector with toolverdict and drop : without", "< 1", "1.00×", "**not met**"},
	}
	if diff := cmp.Diff(want, r.promised().Rows); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	r.collector = nil
	rows := r.promised().Rows
	if diff := cmp.Diff([]string{"collector with toolverdict and drop : without", "< 1", "", "not measured"}, rows[len(rows)-1]); diff != "" {
		t.Errorf("without figures of collectors (-want +got):\n%s", diff)
	}
}

func TestCollectorTable(t *testing.T) {
	want := [][]string{
		{"without toolverdict", "6.00", "1.00×"},
		{"toolverdict, delta_events: keep", "9.00", "1.50×"},
		{"toolverdict, delta_events: drop", "3.00", "0.50×"},
	}
	got := collectorTable([]gauge.Figure{nanos(6000), nanos(9000), nanos(3000)})
	if diff := cmp.Diff(want, got.Rows); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if about := collectorTable(nil).About; about != "Not measured: the CPU time of a collector is read from /proc, so on Linux only." {
		t.Errorf("without figures it says %q", about)
	}
}

// Every section is measured, as short as can be, and gives a full table.
func TestSections(t *testing.T) {
	short := gauge.Options{Rounds: 1, Span: time.Microsecond}
	engine, err := measureEngine(short)
	if err != nil {
		t.Fatal(err)
	}
	processor, idle, err := measureProcessor(t.Context(), short)
	if err != nil {
		t.Fatal(err)
	}
	turns, slots, err := measureGrowth(short)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]int{} // rows, columns and places without a figure
	for name, rows := range map[string][][]string{
		"engine": engineTable(engine).Rows, "processor": processorTable(processor, idle).Rows,
		"turns": turnsTable(turns).Rows, "slots": slotsTable(slots).Rows,
	} {
		empty := 0
		for _, row := range rows {
			for _, cell := range row {
				if cell == "–" {
					empty++
				}
			}
		}
		got[name] = []int{len(rows), len(rows[0]) - 1, empty}
	}
	want := map[string][]int{"engine": {11, 5, 7}, "processor": {4, 5, 0}, "turns": {2, 4, 0}, "slots": {2, 5, 0}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
