package observability

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/exemplar"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/textparse"
)

// A Series is one line of a scrape.
type Series struct {
	// Labels are its labels, the metric's name among them.
	Labels labels.Labels
	// Value is its sample.
	Value float64
	// Trace is the trace that its exemplar leads to, "" if it has none.
	Trace string
}

// Name is the metric's name.
func (s *Series) Name() string { return s.Labels.Get(model.MetricNameLabel) }

// Scrape reads what a target exposes, as Prometheus asks for it.
func Scrape(ctx context.Context, address string) ([]Series, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/metrics", http.NoBody)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	page, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	series, err := parse(page, response.Header.Get("Content-Type"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	return series, nil
}

func parse(page []byte, contentType string) ([]Series, error) {
	parser, err := textparse.New(page, contentType, labels.NewSymbolTable(), textparse.ParserOptions{})
	if err != nil {
		return nil, err
	}
	var all []Series
	for {
		entry, err := parser.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if entry != textparse.EntrySeries {
			continue
		}
		var s Series
		parser.Labels(&s.Labels)
		_, _, s.Value = parser.Series()
		var e exemplar.Exemplar
		if parser.Exemplar(&e) {
			s.Trace = e.Labels.Get("trace_id")
		}
		all = append(all, s)
	}
}
