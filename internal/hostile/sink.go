package main

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/grpc"

	"github.com/toolverdict/toolverdict/internal/collector"
)

// maxMessage is how large a message may be on its way out: more than any comes in.
const maxMessage = 256 << 20

// A sink receives what the collector exports.
type sink struct {
	ptraceotlp.UnimplementedGRPCServer
	mu    sync.Mutex
	spans []collector.Span
}

// listen serves OTLP/gRPC on a free port until stop is called.
func (s *sink) listen() (address string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(maxMessage))
	ptraceotlp.RegisterGRPCServer(server, s)
	go func() { _ = server.Serve(l) }() // ends with Stop
	return l.Addr().String(), server.Stop, nil
}

// Export implements ptraceotlp.GRPCServer.
func (s *sink) Export(_ context.Context, request ptraceotlp.ExportRequest) (ptraceotlp.ExportResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spans = append(s.spans, collector.Flatten(request.Traces())...)
	return ptraceotlp.NewExportResponse(), nil
}

// take returns what came since the last time.
func (s *sink) take() []collector.Span {
	s.mu.Lock()
	defer s.mu.Unlock()
	spans := s.spans
	s.spans = nil
	return spans
}

// verdicts says what is on spans: each verdict with its codes, and how often.
func verdicts(spans []collector.Span) string {
	counts := map[string]int{}
	for _, s := range spans {
		counts[verdictOf(s.Span)]++
	}
	var list []string
	for text, n := range counts {
		if n > 1 {
			text = strconv.Itoa(n) + " × " + text
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return strings.Join(list, "; ")
}

func verdictOf(s ptrace.Span) string {
	attributes := s.Attributes()
	v, ok := attributes.Get("toolverdict.verdict")
	if !ok {
		return "no verdict"
	}
	words := []string{v.Str()}
	if codes, ok := attributes.Get("toolverdict.findings"); ok {
		for _, c := range codes.Slice().All() {
			words = append(words, c.Str())
		}
	}
	return strings.Join(words, " ")
}

// unclean finds an annotation that is not fit to be shown.
func unclean(spans []collector.Span) error {
	for _, s := range spans {
		for _, e := range s.Events().All() {
			if e.Name() != "toolverdict.finding" {
				continue
			}
			if err := uncleanIn(e.Attributes()); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxText is how long a text in an annotation may be.
const maxText = 256

func uncleanIn(attributes pcommon.Map) error {
	for key, v := range attributes.All() {
		text := v.AsString()
		if len(text) > maxText || !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !strconv.IsPrint(r) }) {
			return fmt.Errorf("%s of a finding event is %.100q", key, text)
		}
	}
	return nil
}
