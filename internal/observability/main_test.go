package observability

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/toolverdict/toolverdict/internal/collector"
	"github.com/toolverdict/toolverdict/internal/observability/stage"
)

const root = "../.."

// patience is how long a test waits for any one state.
const patience = 2 * time.Minute

func patient(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// started runs the example's collector until the test ends.
func started(t *testing.T) *stage.Stage {
	t.Helper()
	binary, err := collector.Built(root, "TOOLVERDICT_COLLECTOR", "build", "otelcol-toolverdict")
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(t.TempDir(), "collector.log"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := stage.Start(patient(t), stage.Options{Binary: binary, Root: root, Flush: "100ms", Seed: 1, Log: log})
	if err != nil {
		out, _ := os.ReadFile(log.Name())
		t.Fatalf("%v\n%s", err, out)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := s.Stop(ctx); err != nil {
			out, _ := os.ReadFile(log.Name())
			t.Errorf("%v\n%s", err, out)
		}
		_ = log.Close()
	})
	return s
}
