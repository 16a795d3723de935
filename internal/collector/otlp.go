package collector

import (
	"context"
	"net"

	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	_ "google.golang.org/grpc/encoding/gzip" // exporters compress
)

// maxRequest is how large a request to a sink may be.
const maxRequest = 64 << 20

// Dial connects to the collector's OTLP/gRPC receiver until hangUp is called.
func (p *Process) Dial() (client ptraceotlp.GRPCClient, hangUp func() error, err error) {
	conn, err := grpc.NewClient(p.GRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, nil, err
	}
	return ptraceotlp.NewGRPCClient(conn), conn.Close, nil
}

// Serve receives what collectors export, over OTLP/gRPC on a free port, until stop
// is called. Each span is told of once; requests come at the same time.
func Serve(tell func(ptrace.Span)) (address string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(maxRequest))
	ptraceotlp.RegisterGRPCServer(server, &sink{tell: tell})
	go func() { _ = server.Serve(l) }() // ends with Stop
	return l.Addr().String(), server.Stop, nil
}

type sink struct {
	ptraceotlp.UnimplementedGRPCServer
	tell func(ptrace.Span)
}

// Export implements ptraceotlp.GRPCServer.
func (s *sink) Export(_ context.Context, request ptraceotlp.ExportRequest) (ptraceotlp.ExportResponse, error) {
	for _, span := range Flatten(request.Traces()) {
		s.tell(span.Span)
	}
	return ptraceotlp.NewExportResponse(), nil
}
