package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/toolverdict/toolverdict/internal/collector"
)

// patience is how long a test waits for any one state.
const patience = 2 * time.Minute

// binary is the built collector, full the one of the full distribution.
var binary, full string

func TestMain(m *testing.M) {
	var err error
	binary, err = collector.Built("../..", "TOOLVERDICT_COLLECTOR", "build", "otelcol-toolverdict")
	if err == nil {
		full, err = collector.Built("../..", "TOOLVERDICT_COLLECTOR_FULL", "full", "otelcol-toolverdict-full")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func patient(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// start runs the built collector with the demo's configuration and returns it
// with the file that its spans go to. It is stopped when the test ends, and must
// then end well.
func start(t *testing.T, config string) (p *collector.Process, spans string) {
	t.Helper()
	spans = filepath.Join(t.TempDir(), "spans.jsonl")
	log, err := os.Create(filepath.Join(t.TempDir(), "collector.log"))
	if err != nil {
		t.Fatal(err)
	}
	p, err = collector.Start(patient(t), collector.Options{
		Binary: binary, Config: config, Log: log, Env: []string{"SPANS_FILE=" + spans},
	})
	if err != nil {
		out, _ := os.ReadFile(log.Name())
		t.Fatalf("%v\n%s", err, out)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := p.Stop(ctx); err != nil {
			out, _ := os.ReadFile(log.Name())
			t.Errorf("%v\n%s", err, out)
		}
		_ = log.Close()
	})
	return p, spans
}
