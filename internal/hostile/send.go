package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
)

// A protocol is one of the ways into an OTLP receiver.
type protocol string

// The protocols.
const (
	overGRPC protocol = "grpc"
	overHTTP protocol = "http"
	overJSON protocol = "json"
)

// A sender sends requests that nobody has looked at.
type sender struct {
	conn *grpc.ClientConn
	http string
}

func newSender(grpcAddress, httpAddress string) (*sender, error) {
	conn, err := grpc.NewClient(grpcAddress, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(rawCodec{}), grpc.MaxCallSendMsgSize(maxMessage)))
	return &sender{conn, "http://" + httpAddress + "/v1/traces"}, err
}

func (s *sender) close() error { return s.conn.Close() }

// A refusal is an answer that says no.
type refusal struct{ by, answer string }

func (r refusal) Error() string { return "refused by " + r.by + ": " + r.answer }

// send sends a request. The error is a [refusal] if there was an answer.
func (s *sender) send(ctx context.Context, over protocol, body []byte) error {
	switch over {
	case overHTTP:
		return s.post(ctx, "application/x-protobuf", body)
	case overJSON:
		return s.post(ctx, "application/json", body)
	case overGRPC:
	}
	var answer []byte
	err := s.conn.Invoke(ctx, "/opentelemetry.proto.collector.trace.v1.TraceService/Export", body, &answer)
	if st, ok := status.FromError(err); ok && err != nil && ctx.Err() == nil {
		return refusal{by(st.Message()), st.Code().String()}
	}
	return err
}

func (s *sender) post(ctx context.Context, kind string, body []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.http, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", kind)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return refusal{by(string(text)), response.Status}
	}
	return nil
}

// Who may refuse.
const (
	limiter  = "the memory limiter"
	receiver = "the receiver"
)

// by says who refuses, as far as the answer tells it.
func by(answer string) string {
	if strings.Contains(answer, "memory usage") {
		return limiter
	}
	return receiver
}

// A rawCodec sends bytes as they are.
type rawCodec struct{}

// Name implements encoding.CodecV2; the receiver takes it for protobuf.
func (rawCodec) Name() string { return "proto" }

// Marshal implements encoding.CodecV2.
func (rawCodec) Marshal(v any) (mem.BufferSlice, error) {
	body, ok := v.([]byte)
	if !ok {
		return nil, fmt.Errorf("can't send a %T", v)
	}
	return mem.BufferSlice{mem.SliceBuffer(body)}, nil
}

// Unmarshal implements encoding.CodecV2.
func (rawCodec) Unmarshal(data mem.BufferSlice, v any) error {
	body, ok := v.(*[]byte)
	if !ok {
		return fmt.Errorf("can't receive a %T", v)
	}
	*body = data.Materialize()
	return nil
}
