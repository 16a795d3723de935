package main

import (
	"strings"

	"github.com/toolverdict/toolverdict/bench/page"
	"github.com/toolverdict/toolverdict/bench/peer"
	"github.com/toolverdict/toolverdict/bench/pipeline"
)

// A promise is what a figure must be on each of some streams.
type promise struct {
	what, wanted string
	holds        func(value float64) bool
	values       []value // none: not measured
}

// A value is a figure, written and as a number; of is the stream it is about, if any.
type value struct {
	of, text string
	number   float64
}

func atLeast(limit float64) func(float64) bool { return func(v float64) bool { return v >= limit } }
func atMost(limit float64) func(float64) bool  { return func(v float64) bool { return v <= limit } }
func below(limit float64) func(float64) bool   { return func(v float64) bool { return v < limit } }

// promises are what the project wants to hold, with what the run measured.
func (r *results) promises() []promise {
	further := perFurtherDelta(r.turns)
	return []promise{
		{"official SDK's accumulator : engine", "≥ 40", atLeast(40), r.sdkRatios(peer.Engine)},
		{"official SDK's accumulator : engine, Observe alone", "≥ 40", atLeast(40), r.sdkRatios(peer.Observing)},
		{"jsontext token scan : engine, openai", "≥ 3", atLeast(3), r.engineRatios(peer.Scan, peer.Engine, "a", "b", "d", "e")},
		{"jsontext token scan : engine, Observe alone, openai", "≥ 3", atLeast(3), r.engineRatios(peer.Scan, peer.Observing, "a", "b", "d", "e")},
		// Buffers that double now and then are less than one in a hundred deltas.
		{"allocations of a further delta of a turn", "0.00", below(0.005), []value{{"", english.Sprintf("%.3f", further), further}}},
		{"processor : OTLP, turns with calls", "≤ 1.10", atMost(1.10), r.processorRatios("a", "b", "c")},
		{"processor : OTLP, long turn", "≤ 0.60", atMost(0.60), r.processorRatios("d")},
		{"processor : OTLP, text", "≤ 0.30", atMost(0.30), r.processorRatios("e")},
		{"a delta of 10,000 : one of 100", "≤ 1.2", atMost(1.2), []value{ratioOf("", r.turns.growth(peer.Engine, "10000", baseLength))}},
		{"collector with toolverdict and drop : without", "< 1", below(1), r.collectorRatio()},
	}
}

func ratioOf(of string, ratio float64) value { return value{of, times(ratio), ratio} }

// sdkRatios holds each provider's own SDK against the engine, on its streams.
func (r *results) sdkRatios(base string) []value {
	return append(r.engineRatios(peer.OpenAI, base, "a", "b", "d", "e"), r.engineRatios(peer.Anthropic, base, "c")...)
}

func (r *results) engineRatios(row, base string, columns ...string) (values []value) {
	for _, c := range columns {
		values = append(values, ratioOf(c, r.engine.ratio(row, base, c)))
	}
	return values
}

func (r *results) processorRatios(columns ...string) (values []value) {
	for _, c := range columns {
		values = append(values, ratioOf(c, r.processor.ratio(pipeline.Verdict, pipeline.OTLP, c)))
	}
	return values
}

func (r *results) collectorRatio() []value {
	if r.collector == nil {
		return nil
	}
	last := len(r.collector) - 1
	return []value{ratioOf("", r.collector[last].Ratio(r.collector[0]))}
}

// verdict says whether a promise holds on all streams it is about.
func (p *promise) verdict() string {
	if len(p.values) == 0 {
		return "not measured"
	}
	for _, v := range p.values {
		if !p.holds(v.number) {
			return "**not met**"
		}
	}
	return "met"
}

func (p *promise) measured() string {
	var words []string
	for _, v := range p.values {
		words = append(words, strings.TrimSpace(v.of+" "+v.text))
	}
	return strings.Join(words, ", ")
}

func (r *results) promised() page.Table {
	t := page.Table{
		Title:  "What must hold",
		About:  "Ratios of CPU time per delta, by stream. A row is met only if it is on all of its streams.",
		Header: []string{"figure", "wanted", "measured", ""},
	}
	for _, p := range r.promises() {
		t.Rows = append(t.Rows, []string{p.what, p.wanted, p.measured(), p.verdict()})
	}
	return t
}
