package observability

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/internal/traffic"
)

// What is counted by way of the spans is what the processor counted itself: in many
// batches, from several pods of one service, with counts that come as differences.
func TestDerivedCountsAreThoseOfTheProcessor(t *testing.T) {
	s := started(t)
	const rounds = 40
	errs := make(chan error, len(traffic.Mix))
	var senders sync.WaitGroup
	for i := range traffic.Mix {
		turn := traffic.Mix[i].Turn
		senders.Go(func() {
			for range rounds {
				if err := s.Send(context.Background(), turn); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	senders.Wait()
	close(errs)
	if err := errors.Join(all(errs)...); err != nil {
		t.Fatal(err)
	}
	processor, err := Scrape(patient(t), s.Collector.Metrics)
	if err != nil {
		t.Fatal(err)
	}
	want := own(processor)
	want["streamed"] = float64(rounds * len(traffic.Mix))
	want["streamed none"] = rounds // one of the mix has no deltas
	var services []Series
	waiting := s.Collector.Wait(patient(t), "the metrics by service", func() bool {
		services, err = Scrape(context.Background(), s.Services)
		return err != nil || cmp.Equal(want, derived(services))
	})
	if waiting != nil || err != nil {
		t.Fatalf("%v, %v (-processor +services):\n%s", waiting, err, cmp.Diff(want, derived(services)))
	}
	for i := range services {
		if services[i].Labels.Has("otel_metric_overflow") {
			t.Errorf("a limit was passed: %s", services[i].Labels)
		}
	}
}

func all(errs <-chan error) (list []error) {
	for err := range errs {
		list = append(list, err)
	}
	return list
}

// An exemplar of the metric leads to a trace that the backend has, and that shows it.
func TestExemplarsLeadToTraces(t *testing.T) {
	s := started(t)
	trace := ""
	var err error
	// Exemplars are those of the last flush: send until one was seen.
	waiting := s.Collector.Wait(patient(t), "an exemplar", func() bool {
		for i := range traffic.Mix {
			err = errors.Join(err, s.Send(context.Background(), traffic.Mix[i].Turn))
		}
		series, scraping := Scrape(context.Background(), s.Services)
		err = errors.Join(err, scraping)
		for i := range series {
			if series[i].Name() == "toolverdict_spans_calls_total" && series[i].Labels.Get("toolverdict_fail_open") == "true" {
				trace = series[i].Trace
			}
		}
		return err != nil || trace != ""
	})
	if waiting != nil || err != nil {
		t.Fatal(waiting, err)
	}
	waiting = s.Collector.Wait(patient(t), "the trace "+trace, func() bool {
		for _, span := range s.Exported()[trace] {
			if v, ok := span.Attributes().Get("toolverdict.fail_open"); ok && v.Bool() {
				return true
			}
		}
		return false
	})
	if waiting != nil {
		t.Error(waiting)
	}
}

// own are the counts of the processor's own metrics: turns by format and verdict,
// findings by code and fault.
func own(series []Series) map[string]float64 {
	counts := map[string]float64{}
	for i := range series {
		l := series[i].Labels
		switch series[i].Name() {
		case "otelcol_processor_toolverdict_turns":
			counts["turns "+l.Get("format")+" "+l.Get("verdict")] += series[i].Value
		case "otelcol_processor_toolverdict_findings":
			counts["findings "+l.Get("code")+" "+l.Get("fault")] += series[i].Value
		}
	}
	return counts
}

// derived are the same counts by way of the spans, and how many were streamed, with
// deltas or without.
func derived(series []Series) map[string]float64 {
	counts := map[string]float64{
		"streamed":      sum(series, "toolverdict_streamed_total"),
		"streamed none": sum(series, "toolverdict_streamed_total", "toolverdict_verdict", "none"),
	}
	for i := range series {
		l := series[i].Labels
		switch verdict := l.Get("toolverdict_verdict"); {
		case series[i].Name() == "toolverdict_spans_calls_total" && verdict != "":
			counts["turns "+l.Get("toolverdict_format")+" "+verdict] += series[i].Value
		case series[i].Name() == "toolverdict_spans_events_total":
			code := l.Get("toolverdict_finding_code")
			if reason := l.Get("toolverdict_finding_reason"); reason != "" {
				code += "/" + reason
			}
			counts["findings "+code+" "+l.Get("toolverdict_finding_fault")] += series[i].Value
		}
	}
	return counts
}
