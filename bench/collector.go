package main

import (
	"context"
	"errors"

	"github.com/toolverdict/toolverdict/bench/gauge"
	"github.com/toolverdict/toolverdict/bench/load"
	"github.com/toolverdict/toolverdict/bench/page"
)

// measureCollector puts built collectors under load. Where their CPU time can't be
// read, there are no figures.
func measureCollector(ctx context.Context, o options) ([]gauge.Figure, error) {
	figures, err := load.Measure(ctx, load.Options{Binary: o.collector, Rounds: o.gauge.Rounds, Deltas: o.deltas, Log: o.logs})
	if errors.Is(err, load.ErrSystem) {
		return nil, nil
	}
	return figures, err
}

func collectorTable(figures []gauge.Figure) page.Table {
	t := page.Table{
		Title: "The built collector under load",
		About: "OTLP/gRPC in, OTLP/gRPC with gzip out, spans of the streams a, b, c and e, GOMAXPROCS=1.\n" +
			"CPU seconds of the collector's process per million deltas.",
		Header: []string{"collector", "CPU s", "relative"},
	}
	if figures == nil {
		t.About = "Not measured: " + load.ErrSystem.Error() + "."
	}
	for i, f := range figures {
		const million, second = 1e6, 1e9
		t.Rows = append(t.Rows, []string{
			load.Variants()[i].Name,
			english.Sprintf("%.2f", f.PerDelta()*million/second),
			times(f.Ratio(figures[0])),
		})
	}
	return t
}
