package ledger

import (
	"sync"
	"time"

	"github.com/jellydator/ttlcache/v3"

	"github.com/toolverdict/toolverdict/engine/finding"
)

// A Ledger remembers calls. It is safe for concurrent use.
type Ledger struct {
	mu       sync.Mutex
	calls    *ttlcache.Cache[Key, *entry]
	capacity int
	skew     time.Duration
	ttl      time.Duration
	evicted  int64
	done     chan struct{}  // closed to stop forgetting
	forgets  sync.WaitGroup // the goroutine that forgets
}

// New makes a ledger of that many calls, each of which is forgotten after ttl.
// skew is by how much the clocks of two hosts may differ.
func New(capacity int, ttl, skew time.Duration) *Ledger {
	return &Ledger{
		capacity: capacity,
		skew:     skew,
		ttl:      ttl,
		calls: ttlcache.New(
			ttlcache.WithCapacity[Key, *entry](uint64(capacity)),
			ttlcache.WithTTL[Key, *entry](ttl),
			ttlcache.WithDisableTouchOnHit[Key, *entry](),
		),
	}
}

// Start begins to forget what is too old.
func (l *Ledger) Start() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done == nil {
		l.done = make(chan struct{})
		done := l.done
		l.forgets.Go(func() { l.forget(done) })
	}
}

// forget drops old calls now and then until done.
func (l *Ledger) forget(done <-chan struct{}) {
	tick := time.NewTicker(max(l.ttl/4, time.Second))
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			l.calls.DeleteExpired()
		}
	}
}

// Stop ends that, and returns when it has ended. It may be called without Start,
// and twice.
func (l *Ledger) Stop() {
	l.mu.Lock()
	if l.done != nil {
		close(l.done)
		l.done = nil
	}
	l.mu.Unlock()
	l.forgets.Wait()
}

// Judged notes the turn of a call, and returns what it means for runs that came
// before.
func (l *Ledger) Judged(key Key, turn Turn) []Outcome {
	turn.Instance = short(turn.Instance)
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.entry(key)
	e.judge(turn)
	var outcomes []Outcome
	for i, run := range e.runs {
		if e.turnOf(run).Span != turn.Span {
			continue
		}
		o := e.first(together(turn, run, l.skew))
		if e.ran(turn, e.runs[:i]) {
			o.Findings = append(o.Findings, finding.ExecutedTwice)
		}
		outcomes = append(outcomes, o)
	}
	return outcomes
}

// Ran notes a run of a call, and returns what it means if the turn, or another
// run, came before.
func (l *Ledger) Ran(key Key, run Run) Outcome {
	run.Instance = short(run.Instance)
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.entry(key)
	var o Outcome
	turn := e.turnOf(run)
	before := e.ran(turn, e.runs)
	again := !e.note(run, turn)
	if e.judged {
		o = e.first(together(turn, run, l.skew))
		if before && !again {
			o.Findings = append(o.Findings, finding.ExecutedTwice)
		}
	}
	o.Run = run
	return o
}

// entry finds the entry of a call, or makes one.
func (l *Ledger) entry(key Key) *entry {
	key.Call = short(key.Call)
	if item := l.calls.Get(key); item != nil {
		return item.Value()
	}
	if l.calls.Len() >= l.capacity {
		l.evicted++
	}
	return l.calls.Set(key, new(entry), ttlcache.DefaultTTL).Value()
}

// Len returns how many calls are remembered.
func (l *Ledger) Len() int { return l.calls.Len() }

// Capacity returns how many may be.
func (l *Ledger) Capacity() int { return l.capacity }

// Evicted returns how many were forgotten for want of room.
func (l *Ledger) Evicted() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.evicted
}

// Expired returns how many were forgotten because they were too old.
func (l *Ledger) Expired() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(0, int64(l.calls.Metrics().Evictions)-l.evicted)
}
