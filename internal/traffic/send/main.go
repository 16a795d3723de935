// Command send sends the turns of a mix of agents to a collector until it is
// interrupted. What comes and goes in the mix does so every twelve minutes.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/toolverdict/toolverdict/internal/traffic"
)

// round is how long the mix takes from its beginning to its end.
const round = 12 * time.Minute

func main() {
	address := flag.String("to", "127.0.0.1:4317", "where the collector takes OTLP/gRPC, as host:port")
	streams := flag.String("streams", "testdata/streams", "folder of recorded streams")
	perSecond := flag.Int("turns", 10, "turns a second")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := send(ctx, *address, *streams, *perSecond)
	interrupted := ctx.Err() != nil
	stop()
	if err != nil && !interrupted {
		fmt.Fprintln(os.Stderr, "send:", err)
		os.Exit(1)
	}
}

func send(ctx context.Context, address, streams string, perSecond int) error {
	if perSecond < 1 || perSecond > 1000 {
		return fmt.Errorf("-turns is %d: use 1 to 1000", perSecond)
	}
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	client := ptraceotlp.NewGRPCClient(conn)
	source := traffic.NewSource(streams, 1)
	tick := time.NewTicker(time.Second / time.Duration(perSecond))
	defer tick.Stop()
	for began := time.Now(); ; {
		progress := float64(time.Since(began)%round) / float64(round)
		spans, err := source.Spans(source.Draw(traffic.Mix, progress), time.Now())
		if err != nil {
			return err
		}
		// A collector that is not there yet, or starts anew, is waited for.
		if _, err := client.Export(ctx, ptraceotlp.NewExportRequestFromTraces(spans), grpc.WaitForReady(true)); err != nil {
			return fmt.Errorf("%s: %w", address, err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
