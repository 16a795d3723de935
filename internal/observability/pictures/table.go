package main

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/prometheus/common/model"

	"github.com/toolverdict/toolverdict/internal/observability"
	"github.com/toolverdict/toolverdict/internal/observability/chart"
)

// table merges the results of a panel's queries by their labels, one row for each.
func (a *asker) table(ctx context.Context, p *observability.Panel) (*chart.Table, error) {
	rows, labels := map[string]map[string]string{}, map[string]bool{}
	var values []string
	for _, t := range p.Targets {
		vector, err := a.instant(ctx, t.Expr)
		if err != nil {
			return nil, err
		}
		column := "Value"
		if len(p.Targets) > 1 {
			column += " #" + t.RefID
		}
		values = append(values, column)
		for _, sample := range vector {
			key := sample.Metric.String()
			if rows[key] == nil {
				rows[key] = cells(sample.Metric, labels)
			}
			rows[key][column] = shown(p, titleOf(p, column), float64(sample.Value))
		}
	}
	columns := append(ordered(p, labels), values...)
	table := &chart.Table{Title: p.Title}
	for _, c := range columns {
		table.Columns = append(table.Columns, titleOf(p, c))
		table.Numbers = append(table.Numbers, strings.HasPrefix(c, "Value"))
	}
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		var row []string
		for _, c := range columns {
			row = append(row, rows[key][c])
		}
		table.Rows = append(table.Rows, row)
	}
	return table, nil
}

func cells(metric model.Metric, labels map[string]bool) map[string]string {
	row := map[string]string{}
	for name, value := range metric {
		row[string(name)] = string(value)
		labels[string(name)] = true
	}
	return row
}

// ordered are the labels as columns: the service goes first.
func ordered(p *observability.Panel, labels map[string]bool) []string {
	order := []string{"service", "provider", "model", "format", "finding"}
	return slices.SortedFunc(maps.Keys(labels), func(a, b string) int {
		return slices.Index(order, titleOf(p, a)) - slices.Index(order, titleOf(p, b))
	})
}

// titleOf is the name that the panel gives a column.
func titleOf(p *observability.Panel, column string) string {
	for _, t := range p.Transformations {
		if name := t.Options.Rename[column]; name != "" {
			return name
		}
	}
	return column
}

// shown writes a value of a column as the panel says.
func shown(p *observability.Panel, column string, value float64) string {
	unit := ""
	for _, o := range p.Fields.Overrides {
		if o.Matcher.Options != column {
			continue
		}
		for _, property := range o.Properties {
			switch property.ID {
			case "unit":
				unit = fmt.Sprint(property.Value)
			case "decimals":
				if property.Value == 0.0 {
					value = math.Round(value)
				}
			}
		}
	}
	return chart.Format(value, unit)
}
