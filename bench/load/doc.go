// Package load puts built collectors under load, and measures the CPU time that they
// take for it, as the system counts it: receiving, queues, exporting and the
// collector's own metrics included.
//
// Three collectors run at once, one without the processor, one with it, and one that
// also drops the deltas once they are judged. They get the same spans over OTLP/gRPC
// and export them over OTLP/gRPC with gzip, which is the exporter's default, to a
// sink in this process. Each works alone, in turns; a round of one ends when its sink
// has every span. Each runs on one core (GOMAXPROCS=1).
package load
