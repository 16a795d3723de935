package ledger_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/processor/internal/ledger"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const skew = 50 * time.Millisecond

var (
	key   = ledger.Key{Trace: [16]byte{1}, Call: "a"}
	ended = time.Second.Nanoseconds()
)

func turn(s ledger.Standing, instance string) ledger.Turn {
	return ledger.Turn{Span: [8]byte{1}, Standing: s, Ended: ended, Instance: instance, Format: "openai"}
}

func run(span byte, after time.Duration, instance string) ledger.Run {
	return ledger.Run{Span: [8]byte{span}, Started: ended + after.Nanoseconds(), Instance: instance}
}

// Both orders of arrival must come to the same.
func TestTurnAndRunInBothOrders(t *testing.T) {
	for _, c := range []struct {
		what     string
		turn     ledger.Turn
		run      ledger.Run
		known    bool
		failOpen bool
		findings []finding.ID
	}{
		{"after the end of a pass", turn(ledger.Released, "i"), run(2, time.Millisecond, "i"), true, false, nil},
		{"before the end", turn(ledger.Released, "i"), run(2, -time.Millisecond-1, "i"), true, true, []finding.ID{finding.ExecutedBeforeTerminal}},
		{"before the end by less than spans tell", turn(ledger.Released, "i"), run(2, -time.Millisecond, "i"), true, false, nil},
		{"before the end by another host's clock", turn(ledger.Released, "i"), run(2, -skew, "j"), true, false, nil},
		{"before the end by more than clocks differ", turn(ledger.Released, "i"), run(2, -2*skew, "j"), true, true, []finding.ID{finding.ExecutedBeforeTerminal}},
		{"instance not known", turn(ledger.Released, ""), run(2, -skew, ""), true, false, nil},
		{"blocked", turn(ledger.Blocked, "i"), run(2, time.Millisecond, "i"), true, true, []finding.ID{finding.ExecutedDespiteBlock}},
		{"blocked and early", turn(ledger.Blocked, "i"), run(2, -skew, "i"), true, true, []finding.ID{finding.ExecutedDespiteBlock, finding.ExecutedBeforeTerminal}},
		{"evidence is missing", turn(ledger.Unknown, "i"), run(2, -time.Second, "i"), false, false, nil},
		{"at the end of time", turn(ledger.Released, "i"), ledger.Run{Span: [8]byte{2}, Started: math.MaxInt64}, true, false, nil},
		{"no times", ledger.Turn{Standing: ledger.Released}, ledger.Run{Span: [8]byte{2}}, true, false, nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			want := ledger.Outcome{Turn: c.turn, Run: c.run, Known: c.known, FailOpen: c.failOpen, First: c.failOpen, Findings: c.findings}
			l := ledger.New(10, time.Minute, skew)
			if got := l.Judged(key, c.turn); got != nil {
				t.Errorf("a turn alone: %+v", got)
			}
			if diff := cmp.Diff(want, l.Ran(key, c.run)); diff != "" {
				t.Errorf("the run second: %s", diff)
			}
			l = ledger.New(10, time.Minute, skew)
			if diff := cmp.Diff(ledger.Outcome{Run: c.run}, l.Ran(key, c.run)); diff != "" {
				t.Errorf("a run alone: %s", diff)
			}
			if diff := cmp.Diff([]ledger.Outcome{want}, l.Judged(key, c.turn)); diff != "" {
				t.Errorf("the turn second: %s", diff)
			}
		})
	}
}

func TestSecondRunIsTwiceButCountsOnce(t *testing.T) {
	l := ledger.New(10, time.Minute, skew)
	l.Judged(key, turn(ledger.Blocked, "i"))
	first, again, second := l.Ran(key, run(2, 0, "i")), l.Ran(key, run(2, 0, "i")), l.Ran(key, run(3, 0, "i"))
	if !first.First || again.First || second.First {
		t.Errorf("first %v, the same span again %v, another span %v", first.First, again.First, second.First)
	}
	blocked := []finding.ID{finding.ExecutedDespiteBlock}
	if diff := cmp.Diff([][]finding.ID{blocked, blocked, append(blocked, finding.ExecutedTwice)}, [][]finding.ID{first.Findings, again.Findings, second.Findings}); diff != "" {
		t.Error(diff)
	}
	l = ledger.New(10, time.Minute, skew)
	l.Ran(key, run(2, 0, "i"))
	l.Ran(key, run(3, 0, "i"))
	got := l.Judged(key, turn(ledger.Released, "i"))
	if len(got) != 2 || got[0].Findings != nil || len(got[1].Findings) != 1 || got[1].Findings[0] != finding.ExecutedTwice {
		t.Errorf("%+v", got)
	}
}

// What is no second run of a call, whichever comes first.
func TestOneRunSeenTwice(t *testing.T) {
	outer, inner := run(2, 0, "i"), run(3, 1, "i")
	inner.Parent = outer.Span
	said := ledger.Run{Span: [8]byte{1}, Said: true, Instance: "i"}
	child := run(2, 0, "i")
	child.Parent = [8]byte{1} // the turn's span
	for _, c := range []struct {
		what string
		runs []ledger.Run
		want int // how many were another one
	}{
		{"a span of another instrumentation within", []ledger.Run{outer, inner}, 0},
		{"a span of another instrumentation around", []ledger.Run{inner, outer}, 0},
		{"the adapter says so too", []ledger.Run{outer, said}, 0},
		{"the adapter said so before", []ledger.Run{said, child, child}, 0},
		{"the adapter said so, and it ran twice", []ledger.Run{said, child, run(4, 1, "i")}, 1},
		{"side by side", []ledger.Run{outer, run(4, 1, "i")}, 1},
	} {
		t.Run(c.what, func(t *testing.T) {
			l := ledger.New(10, time.Minute, skew)
			l.Judged(key, turn(ledger.Released, "i"))
			got := 0
			for _, r := range c.runs {
				got += len(l.Ran(key, r).Findings)
			}
			if got != c.want {
				t.Errorf("%d findings, want %d", got, c.want)
			}
		})
	}
}

// Where every turn of a trace numbers its calls anew, a run is one of the turn that
// began last before it.
func TestTurnsWithTheSameID(t *testing.T) {
	later := func(span byte, s ledger.Standing, begins time.Duration) ledger.Turn {
		return ledger.Turn{Span: [8]byte{span}, Standing: s, Started: ended + begins.Nanoseconds(), Ended: ended + begins.Nanoseconds() + ended, Instance: "i"}
	}
	const second = time.Second
	one, two := later(1, ledger.Released, 0), later(2, ledger.Released, 10*second)
	first, next, early := run(11, 5*second, "i"), run(12, 15*second, "i"), run(13, 10*second+1, "i")
	for _, c := range []struct {
		what   string
		events []any
		want   []finding.ID
	}{
		{"as they happen", []any{one, first, two, next}, nil},
		{"runs before their turns", []any{first, one, two, next}, nil},
		{"turns first", []any{one, two, first, next}, nil},
		{"turns first, the second before", []any{two, one, next, first}, nil},
		{"the second turn runs early", []any{one, first, two, early}, []finding.ID{finding.ExecutedBeforeTerminal}},
		{"the second turn is blocked", []any{one, first, later(2, ledger.Blocked, 10*second), next}, []finding.ID{finding.ExecutedDespiteBlock}},
		{"the first turn is blocked", []any{later(1, ledger.Blocked, 0), two, next, first}, []finding.ID{finding.ExecutedDespiteBlock}},
		{"the second runs twice", []any{one, first, two, next, run(14, 16*second, "i")}, []finding.ID{finding.ExecutedTwice}},
	} {
		t.Run(c.what, func(t *testing.T) {
			l := ledger.New(10, time.Minute, skew)
			var got []finding.ID
			for _, e := range c.events {
				switch e := e.(type) {
				case ledger.Turn:
					for _, o := range l.Judged(key, e) {
						got = append(got, o.Findings...)
					}
				case ledger.Run:
					got = append(got, l.Ran(key, e).Findings...)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOtherTracesAndCallsAreOthers(t *testing.T) {
	l := ledger.New(10, time.Minute, skew)
	l.Judged(key, turn(ledger.Blocked, "i"))
	for _, other := range []ledger.Key{{Trace: [16]byte{2}, Call: "a"}, {Trace: [16]byte{1}, Call: "b"}} {
		if o := l.Ran(other, run(2, 0, "i")); o.Known || o.FailOpen {
			t.Errorf("%v: %+v", other, o)
		}
	}
}

func TestCallsAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := ledger.New(2, time.Minute, skew)
		l.Start()
		l.Start()
		for _, call := range []string{"a", "b", "c"} {
			l.Judged(ledger.Key{Call: call}, turn(ledger.Blocked, "i"))
		}
		if l.Len() != 2 || l.Capacity() != 2 || l.Evicted() != 1 || l.Expired() != 0 {
			t.Errorf("%d of %d, %d evicted, %d expired", l.Len(), l.Capacity(), l.Evicted(), l.Expired())
		}
		if o := l.Ran(ledger.Key{Call: "a"}, run(2, 0, "i")); o.Known {
			t.Error("the oldest is still known")
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if l.Len() != 0 || l.Expired() != 2 {
			t.Errorf("%d left, %d expired", l.Len(), l.Expired())
		}
		l.Stop()
		l.Stop()
	})
	ledger.New(1, time.Minute, skew).Stop()
}

// BenchmarkMemory reports what one remembered call costs.
func BenchmarkMemory(b *testing.B) {
	const calls = 100_000
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		l := ledger.New(calls, time.Hour, skew)
		for i := range calls {
			k := ledger.Key{Trace: [16]byte{byte(i), byte(i >> 8), byte(i >> 16)}, Call: fmt.Sprintf("call_%020d", i)}
			l.Judged(k, turn(ledger.Released, "i"))
			l.Ran(k, run(2, 0, "i"))
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/calls, "B/call")
		runtime.KeepAlive(l)
	}
}

// Who sends spans chooses how long ids are. Long ones are told apart all the same.
func TestLongTextsTakeLittleMemory(t *testing.T) {
	const calls = 2000
	long := strings.Repeat("x", 100_000)
	l := ledger.New(calls, time.Hour, skew)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range calls {
		id := fmt.Sprint(long, i)
		l.Ran(ledger.Key{Call: id}, ledger.Run{Span: [8]byte{1}, Instance: id})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > calls*2000 {
		t.Errorf("%d calls take %d bytes", calls, grown)
	}
	if got := l.Judged(ledger.Key{Call: fmt.Sprint(long, 7)}, turn(ledger.Blocked, "")); len(got) != 1 || !got[0].FailOpen {
		t.Errorf("a run under a long id means %+v", got)
	}
	if got := l.Judged(ledger.Key{Call: long}, turn(ledger.Blocked, "")); got != nil {
		t.Errorf("a call that was not run: %+v", got)
	}
}
