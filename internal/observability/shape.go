package observability

import (
	"errors"
	"fmt"
	"slices"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

// Known are the label sets of all series that there are.
type Known []labels.Labels

// Results returns the label sets that a query comes to, whatever the values are.
// The error lists what the query asks for and is not known: metrics, labels, values
// of labels, and sides of an operator that have nothing in common.
func (k Known) Results(query string) ([]labels.Labels, error) {
	expr, err := promql.ParseExpr(query)
	if err != nil {
		return nil, err
	}
	s := shape{known: k}
	results := s.of(expr)
	if len(results) == 0 {
		s.fault("no results")
	}
	return results, errors.Join(s.faults...)
}

// A shape follows label sets through a query.
type shape struct {
	known  Known
	faults []error
}

func (s *shape) fault(format string, args ...any) {
	s.faults = append(s.faults, fmt.Errorf(format, args...))
}

func (s *shape) of(expr parser.Expr) []labels.Labels {
	switch e := expr.(type) {
	case *parser.VectorSelector:
		return s.selected(e)
	case *parser.MatrixSelector:
		return s.of(e.VectorSelector)
	case *parser.SubqueryExpr:
		return s.of(e.Expr)
	case *parser.ParenExpr:
		return s.of(e.Expr)
	case *parser.StepInvariantExpr:
		return s.of(e.Expr)
	case *parser.UnaryExpr:
		return nameless(s.of(e.Expr))
	case *parser.AggregateExpr:
		return s.aggregated(e)
	case *parser.BinaryExpr:
		return s.combined(e)
	case *parser.Call:
		return s.called(e)
	}
	return nil // a number or a text
}

func (s *shape) selected(e *parser.VectorSelector) []labels.Labels {
	var found []labels.Labels
	for _, series := range s.known {
		if !slices.ContainsFunc(e.LabelMatchers, func(m *labels.Matcher) bool { return !m.Matches(series.Get(m.Name)) }) {
			found = append(found, series)
		}
	}
	if len(found) == 0 {
		s.fault("no series %s", e)
	}
	for _, m := range e.LabelMatchers {
		if len(found) > 0 && !has(found, m.Name) {
			s.fault("no series of %s has a label %s", e.Name, m.Name)
		}
	}
	return found
}

func (s *shape) aggregated(e *parser.AggregateExpr) []labels.Labels {
	inner := s.of(e.Expr)
	for _, name := range e.Grouping {
		if len(inner) > 0 && !has(inner, name) {
			s.fault("%s: no label %s", e, name)
		}
	}
	if e.Without {
		return reduced(inner, func(b *labels.Builder) { b.Del(e.Grouping...).Del(model.MetricNameLabel) })
	}
	return reduced(inner, func(b *labels.Builder) { b.Keep(e.Grouping...) })
}

// called follows a function's argument; one that gives a single number has none.
func (s *shape) called(e *parser.Call) []labels.Labels {
	for _, arg := range e.Args {
		if arg.Type() != parser.ValueTypeVector && arg.Type() != parser.ValueTypeMatrix {
			continue
		}
		inner := nameless(s.of(arg))
		if e.Func.Name == "histogram_quantile" {
			if !has(inner, labels.BucketLabel) {
				s.fault("%s: no buckets", e)
			}
			inner = reduced(inner, func(b *labels.Builder) { b.Del(labels.BucketLabel) })
		}
		return inner
	}
	return nil
}

func (s *shape) combined(e *parser.BinaryExpr) []labels.Labels {
	left, right := s.of(e.LHS), s.of(e.RHS)
	switch {
	case e.LHS.Type() != parser.ValueTypeVector:
		return nameless(right)
	case e.RHS.Type() != parser.ValueTypeVector:
		if e.Op.IsComparisonOperator() {
			return left
		}
		return nameless(left)
	case e.Op == parser.LUNLESS:
		s.matched(e, left, right)
		return left
	case e.Op == parser.LOR:
		return append(left, right...)
	case e.Op == parser.LAND || e.Op.IsComparisonOperator():
		return s.matched(e, left, right)
	}
	return nameless(s.matched(e, left, right))
}

// matched returns what of the left side has its like on the right.
func (s *shape) matched(e *parser.BinaryExpr, left, right []labels.Labels) []labels.Labels {
	m := e.VectorMatching
	for _, name := range m.MatchingLabels {
		if m.On && len(left) > 0 && len(right) > 0 && (!has(left, name) || !has(right, name)) {
			s.fault("%s: not on both sides: label %s", e, name)
		}
	}
	key := func(l labels.Labels) string {
		b := labels.NewBuilder(l)
		if m.On {
			b.Keep(m.MatchingLabels...)
		} else {
			b.Del(m.MatchingLabels...).Del(model.MetricNameLabel)
		}
		return b.Labels().String()
	}
	keys := map[string]bool{}
	for _, l := range right {
		keys[key(l)] = true
	}
	var found []labels.Labels
	for _, l := range left {
		if keys[key(l)] {
			found = append(found, l)
		}
	}
	if len(found) == 0 && len(left) > 0 && len(right) > 0 {
		s.fault("%s: the sides have no labels in common", e)
	}
	return found
}

func has(series []labels.Labels, name string) bool {
	return slices.ContainsFunc(series, func(l labels.Labels) bool { return l.Has(name) })
}

func nameless(series []labels.Labels) []labels.Labels {
	return reduced(series, func(b *labels.Builder) { b.Del(model.MetricNameLabel) })
}

// reduced changes every label set, and leaves out what comes twice.
func reduced(series []labels.Labels, change func(*labels.Builder)) []labels.Labels {
	seen := map[string]bool{}
	var all []labels.Labels
	for _, l := range series {
		b := labels.NewBuilder(l)
		change(b)
		r := b.Labels()
		if !seen[r.String()] {
			seen[r.String()] = true
			all = append(all, r)
		}
	}
	return all
}
