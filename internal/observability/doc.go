// Package observability holds the dashboard and the rules of examples/observability
// against what really exists: every query is parsed, and every metric, label and
// value in it looked for among the series that a built collector exposes after it
// has been sent turns of all kinds.
//
// It is a module of its own, for Prometheus is no dependency of the product.
package observability
