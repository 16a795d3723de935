package observability

import (
	"log/slog"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

// promql reads queries as Prometheus does without any feature turned on.
var promql = parser.NewParser(parser.Options{})

// ReadRules reads a file of rules, and lists them in their order.
func ReadRules(path string) ([]rulefmt.Rule, error) {
	groups, errs := rulefmt.ParseFile(path, false, model.UTF8Validation, promql, slog.New(slog.DiscardHandler))
	if len(errs) > 0 {
		return nil, errs[0]
	}
	var rules []rulefmt.Rule
	for _, g := range groups.Groups {
		rules = append(rules, g.Rules...)
	}
	return rules, nil
}
