package batch

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolverdict/toolverdict/internal/streams"
)

func TestRenewedBatchIsAsGoodAsNew(t *testing.T) {
	all := streams.All()
	td := New(&all[0], 2)
	Add(td, &all[4], 1)
	fresh := New(&all[0], 2)
	Add(fresh, &all[4], 1)
	spans := spansOf(td)
	spans.At(1).Attributes().PutStr("toolverdict.verdict", "pass")
	ids := map[pcommon.TraceID]bool{}
	var events []int
	for n := range 3 {
		Renew(td, n)
		for _, span := range spans.All() {
			ids[span.TraceID()] = true
			if span.SpanID().IsEmpty() {
				t.Error("a span has no id")
			}
			events = append(events, span.Events().Len())
		}
	}
	if len(ids) != 9 {
		t.Errorf("9 spans have %d trace ids", len(ids))
	}
	if diff := cmp.Diff([]int{200, 200, 300, 200, 200, 300, 200, 200, 300}, events); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	want, got := spansOf(fresh).At(1).Attributes().AsRaw(), spans.At(1).Attributes().AsRaw()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("attributes (-want +got):\n%s", diff)
	}
}

// Definitions in another order would be other definitions, to be compiled again.
func TestDefinitionsAreTheSameForEverySpan(t *testing.T) {
	b := streams.All()[1]
	for range 20 {
		if definitions(&b) != definitions(&b) { //nolint:staticcheck // maps have no order
			t.Fatal("the definitions differ")
		}
	}
}
