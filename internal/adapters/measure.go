package main

import (
	"context"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"

	"github.com/toolverdict/toolverdict/internal/collector"
)

// A Laboratory is where the adapters are.
type Laboratory struct {
	// Collector is the built collector.
	Collector string
	// Adapters is the folder with a folder for each language, with the streams, and
	// with the collector's configuration.
	Adapters string
	// Only matches ADAPTER/STREAM of the cells that are measured.
	Only *regexp.Regexp
	// Log gets what the processes print.
	Log *os.File
}

// measure runs every adapter on every stream of its format.
func (l *Laboratory) measure(ctx context.Context, streams []*Stream) (results []*Result, err error) {
	provider := NewProvider(streams)
	server := httptest.NewServer(provider)
	defer server.Close()
	folder, err := os.MkdirTemp("", "toolverdict-adapters-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	spansFile := filepath.Join(folder, "spans.jsonl")
	p, err := collector.Start(ctx, collector.Options{
		Binary: l.Collector, Config: filepath.Join(l.Adapters, "collector.yaml"), Log: l.Log, Env: []string{"SPANS_FILE=" + spansFile},
	})
	if err != nil {
		return nil, err
	}
	for _, language := range []string{"node", "go"} {
		deeds, err := l.perform(ctx, language, l.cells(language, streams), "PROVIDER="+server.URL,
			"OTEL_EXPORTER_OTLP_ENDPOINT=http://"+p.HTTP)
		if err != nil {
			return nil, errors.Join(err, p.Stop(ctx))
		}
		for _, deed := range deeds {
			results = append(results, &Result{Deed: deed, Stream: provider.stream(deed.Cell), Runs: provider.Runs(deed.Cell)})
		}
	}
	// The collector exports what it has before it ends.
	if err := p.Stop(ctx); err != nil {
		return nil, err
	}
	spans, err := collector.Spans(spansFile)
	if err != nil {
		return nil, err
	}
	attach(results, spans)
	return results, nil
}

// cells are those of one language.
func (l *Laboratory) cells(language string, streams []*Stream) (list []Cell) {
	for _, a := range adapters {
		for _, s := range streams {
			if a.Language == language && a.Format == s.Format && l.Only.MatchString(a.Name+"/"+s.Name) {
				list = append(list, Cell{Adapter: a.Name, Stream: s.Name})
			}
		}
	}
	return list
}

// attach gives each cell its spans: those of its trace.
func attach(results []*Result, spans []collector.Span) {
	byTrace := map[string]*Result{}
	for _, r := range results {
		byTrace[r.Trace] = r
	}
	for _, span := range spans {
		r := byTrace[span.TraceID().String()]
		if r == nil {
			continue
		}
		if verdict, ok := span.Attributes().Get("toolverdict.verdict"); ok {
			if verdict.Str() != "not_applicable" && r.Turn == nil {
				r.Turn = &span
			}
		} else if isTool(span) {
			r.Tools = append(r.Tools, span)
		}
	}
}

// isTool says that a span is one of a tool.
func isTool(span collector.Span) bool {
	for key, value := range map[string]string{"gen_ai.operation.name": "execute_tool", "openinference.span.kind": "TOOL"} {
		if v, ok := span.Attributes().Get(key); ok && v.AsString() == value {
			return true
		}
	}
	return false
}
