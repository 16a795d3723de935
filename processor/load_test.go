package processor

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// shareOf is the share of a span with a payload of that many bytes.
func shareOf(l *load, bytes int) *share {
	_, span := spanOf(strings.Repeat("x", bytes))
	return &share{load: l, events: span.Events()}
}

func TestLargeSpansWaitForOneAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLoad(100 << 20)
		first := shareOf(l, 60<<20)
		first.add(t.Context(), small+1)
		first.add(t.Context(), 60<<20) // it is held already
		var order []string
		go func() {
			s := shareOf(l, 200<<20) // counts as all the room that there is
			s.add(t.Context(), small+1)
			order = append(order, "large")
			s.give()
		}()
		synctest.Wait()
		s := shareOf(l, small)
		s.add(t.Context(), small)
		s.give()
		order = append(order, "small")
		first.give()
		synctest.Wait()
		if want := []string{"small", "large"}; !slices.Equal(order, want) {
			t.Errorf("order %q, want %q", order, want)
		}
		if !l.held.TryAcquire(l.room) {
			t.Error("not all was given back")
		}
	})
}
