package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	v1 "github.com/prometheus/client_golang/api/prometheus/v1"
	"github.com/prometheus/common/model"
)

// alerts says which alerts fired in the run, and in which minute first.
func (a *asker) alerts(ctx context.Context, out io.Writer) error {
	value, _, err := a.api.QueryRange(ctx, `ALERTS{alertstate="firing"}`, v1.Range{Start: a.end.Add(-a.length), End: a.end, Step: step})
	if err != nil {
		return err
	}
	matrix, ok := value.(model.Matrix)
	if !ok {
		return fmt.Errorf("the alerts are a %s", value.Type())
	}
	slices.SortFunc(matrix, func(x, y *model.SampleStream) int {
		return cmp.Compare(x.Values[0].Timestamp, y.Values[0].Timestamp)
	})
	for _, series := range matrix {
		l := series.Metric
		_, _ = fmt.Fprintf(out, "%5.1f min  %s %s %s\n", a.minute(series.Values[0].Timestamp), l["alertname"], l["service_name"], l["toolverdict_finding_code"])
	}
	return nil
}
