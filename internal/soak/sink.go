package main

import (
	"context"
	"net"
	"sync"

	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/grpc"
	_ "google.golang.org/grpc/encoding/gzip" // exporters compress
)

// counts are what came out of the collector.
type counts struct {
	Turns, Runs        int
	Pass, Fail, Other  int
	FailOpen, FailSafe int // by toolverdict.fail_open, on either kind of span
}

// A sink receives what the collector exports, and counts it.
type sink struct {
	ptraceotlp.UnimplementedGRPCServer
	mu     sync.Mutex
	counts counts
}

// listen serves OTLP/gRPC on a free port until stop is called.
func (s *sink) listen() (address string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(64 << 20))
	ptraceotlp.RegisterGRPCServer(server, s)
	go func() { _ = server.Serve(l) }() // ends with Stop
	return l.Addr().String(), server.Stop, nil
}

// Export implements ptraceotlp.GRPCServer.
func (s *sink) Export(_ context.Context, request ptraceotlp.ExportRequest) (ptraceotlp.ExportResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, resource := range request.Traces().ResourceSpans().All() {
		for _, scope := range resource.ScopeSpans().All() {
			for _, span := range scope.Spans().All() {
				verdict, judged := span.Attributes().Get("toolverdict.verdict")
				failOpen, known := span.Attributes().Get("toolverdict.fail_open")
				s.counts.add(span.Name() == "chat", judged, verdict.AsString, known, failOpen.Bool)
			}
		}
	}
	return ptraceotlp.NewExportResponse(), nil
}

func (c *counts) add(turn, judged bool, verdict func() string, known bool, failOpen func() bool) {
	if turn {
		c.Turns++
	} else {
		c.Runs++
	}
	switch {
	case !judged:
	case verdict() == "pass":
		c.Pass++
	case verdict() == "fail":
		c.Fail++
	default:
		c.Other++
	}
	switch {
	case !known:
	case failOpen():
		c.FailOpen++
	default:
		c.FailSafe++
	}
}

func (s *sink) snapshot() counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}
