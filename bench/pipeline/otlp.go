package pipeline

import (
	"compress/gzip"
	"context"
	"io"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// openOTLP reads the batch from protobuf, and writes it as protobuf.
func openOTLP(_ context.Context, td ptrace.Traces) (run, closing func() error, err error) {
	data, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(td)
	return func() error { return copyOTLP(data, io.Discard) }, nothing, err
}

// openGzip also compresses what it writes, as exporters do: with the standard
// library, which both gRPC and the collector's HTTP client use, at its default level.
func openGzip(_ context.Context, td ptrace.Traces) (run, closing func() error, err error) {
	data, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(td)
	w := gzip.NewWriter(io.Discard)
	return func() error {
		w.Reset(io.Discard)
		if err := copyOTLP(data, w); err != nil {
			return err
		}
		return w.Close()
	}, nothing, err
}

func copyOTLP(data []byte, to io.Writer) error {
	td, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(data)
	if err != nil {
		return err
	}
	written, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(td)
	if err != nil {
		return err
	}
	_, err = to.Write(written)
	return err
}
