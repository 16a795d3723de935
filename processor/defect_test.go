package processor

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/metric/metricdata/metricdatatest"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/internal/canary"
	"github.com/toolverdict/toolverdict/processor/internal/metadatatest"
)

// defective is a processor that panics on every recording.
func defective(t *testing.T, cfg *config.Config) (p *verdictProcessor, logs *observer.ObservedLogs, tel *componenttest.Telemetry) {
	t.Helper()
	tel = componenttest.NewTelemetry()
	t.Cleanup(func() {
		if err := tel.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	core, logs := observer.New(zapcore.DebugLevel)
	set := metadatatest.NewSettings(tel)
	set.Logger = zap.New(core)
	p, err := newVerdictProcessor(set, cfg)
	if err != nil {
		t.Fatal(err)
	}
	p.verifier = nil
	return p, logs, tel
}

const plain = "\nspan plain\n  key value\n"

func TestADefectLosesNoSpan(t *testing.T) {
	p, logs, tel := defective(t, config.Default())
	td := parseSpans(t, collision+plain+collision)
	before := marshal(t, td)
	out, err := p.processTraces(t.Context(), td)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, marshal(t, out)) {
		t.Error("the spans have changed")
	}
	metadatatest.AssertEqualProcessorToolverdictDefects(t, tel, []metricdata.DataPoint[int64]{{Value: 2}}, metricdatatest.IgnoreTimestamp())
	if logs.Len() == 0 {
		t.Fatal("nothing was logged")
	}
	entry := logs.All()[0]
	if want := "a span was not judged because of a defect in toolverdict: please report this"; entry.Message != want {
		t.Errorf("logged %q, want %q", entry.Message, want)
	}
	if got, want := entry.ContextMap()["cause"], "runtime error: invalid memory address or nil pointer dereference"; got != want {
		t.Errorf("cause %q, want %q", got, want)
	}
	if text := rendered(logs); canary.Word == "" || bytes.Contains([]byte(text), []byte(canary.Word)) {
		t.Errorf("the log has content: %s", text)
	}
}

// Content that was not to be passed on is not, though nobody knows which events have it.
func TestADefectPassesNoContentOn(t *testing.T) {
	for _, mode := range []config.DeltaEvents{config.Drop, config.Redact} {
		cfg := config.Default()
		cfg.DeltaEvents = mode
		p, _, _ := defective(t, cfg)
		out, err := p.processTraces(t.Context(), parseSpans(t, collision+plain))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(marshal(t, out), []byte(canary.Word)) {
			t.Errorf("%s: content was passed on", mode)
		}
		spans := out.ResourceSpans().At(0).ScopeSpans().At(0).Spans()
		got := []uint32{spans.At(0).DroppedEventsCount(), spans.At(1).DroppedEventsCount()}
		if got[0] != 3 || got[1] != 0 {
			t.Errorf("%s: the spans have lost %v events, want 3 and 0", mode, got)
		}
	}
}

// A cause that the runtime did not word may hold content.
func TestACauseIsNotShown(t *testing.T) {
	p, logs, _ := defective(t, config.Default())
	p.telemetry.defect(t.Context(), errors.New(canary.Word))
	if got, want := logs.All()[0].ContextMap()["cause"], "not shown, it may hold content"; got != want {
		t.Errorf("cause %q, want %q", got, want)
	}
}

func TestWithheldEventsAreCounted(t *testing.T) {
	span := ptrace.NewSpan()
	span.SetDroppedEventsCount(4)
	span.Events().AppendEmpty()
	withholdEvents(span)
	if span.Events().Len() != 0 || span.DroppedEventsCount() != 5 {
		t.Errorf("%d events, %d dropped", span.Events().Len(), span.DroppedEventsCount())
	}
}
