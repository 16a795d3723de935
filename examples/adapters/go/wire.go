package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// recording is an HTTP client that records the deltas of a stream on the span of its
// turn, each at the moment at which the SDK reads it.
func recording(c *cell) *http.Client {
	return &http.Client{Transport: transport{c}}
}

type transport struct{ cell *cell }

// RoundTrip implements [http.RoundTripper].
func (t transport) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil || !strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		return response, err
	}
	t.cell.delivered = 0
	response.Body = &recorder{
		cell: t.cell, span: trace.SpanFromContext(request.Context()),
		lines: bufio.NewReader(response.Body), body: response.Body,
	}
	return response, nil
}

// A recorder hands out one line of a stream after the other.
type recorder struct {
	cell  *cell
	span  trace.Span
	lines *bufio.Reader
	body  io.Closer
	rest  []byte
	err   error
}

// Read implements [io.Reader].
func (r *recorder) Read(p []byte) (int, error) {
	if len(r.rest) == 0 && !r.next() {
		return 0, r.err
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// next reads a line, and records it if it is a delta.
func (r *recorder) next() bool {
	if r.err != nil {
		return false
	}
	r.rest, r.err = r.lines.ReadBytes('\n')
	if delta, ok := bytes.CutPrefix(bytes.TrimSpace(r.rest), []byte("data: ")); ok && delta[0] == '{' {
		r.span.AddEvent("toolverdict.delta", trace.WithAttributes(
			attribute.Int("toolverdict.delta.sequence", r.cell.delivered),
			attribute.String("toolverdict.delta.payload", string(delta))))
		r.cell.delivered++
	}
	if r.err != nil {
		r.span.AddEvent("toolverdict.stream.end", trace.WithAttributes(
			attribute.Int("toolverdict.delta.count", r.cell.delivered)))
	}
	return len(r.rest) > 0
}

// Close implements [io.Closer]. An SDK that reads no further does not change what the
// provider sent.
func (r *recorder) Close() error {
	for r.err == nil {
		r.next()
	}
	return r.body.Close()
}
