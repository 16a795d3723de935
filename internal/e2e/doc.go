// Package e2e tests toolverdict the way it is used: in a collector. The
// in-process tests run otelcol with real receivers; the others run the built
// distribution as a child process, over OTLP and with signals.
//
// TOOLVERDICT_COLLECTOR names the built collector. Without it the tests build
// one first, which takes a few minutes.
package e2e
