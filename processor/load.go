package processor

import (
	"context"
	"runtime"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"golang.org/x/sync/semaphore"
)

// What is made of a payload may take thirty times its size, while it is judged:
// arguments can be a list of digits. So large spans wait for one another, and small
// ones never.
const (
	// small is how many bytes of payload a span may have that does not wait.
	small = 64 << 10
	// roomPerCPU is how many bytes of payload of large spans are judged at a time,
	// for each CPU.
	roomPerCPU = 1 << 20
)

// A load is what is being judged.
type load struct {
	room int64 // bytes of payload
	held *semaphore.Weighted
}

// newLoad makes one that has room for the largest turn at least, of that many
// bytes.
func newLoad(largest int) *load {
	room := int64(max(largest, runtime.GOMAXPROCS(0)*roomPerCPU))
	return &load{room, semaphore.NewWeighted(room)}
}

// A share is what one span has of a load: nothing, until it turns out to be large.
type share struct {
	load   *load
	events ptrace.SpanEventSlice
	read   int   // bytes of payload so far
	weight int64 // that it holds
}

// add notes that n more bytes are about to be read. A span that just became large
// waits for room for all of it, also where its request was given up: what is ahead
// of it never takes long.
func (s *share) add(ctx context.Context, n int) {
	if s.read += n; s.read <= small || s.weight > 0 {
		return
	}
	s.weight = min(textBytes(s.events), s.load.room)
	if !s.load.held.TryAcquire(s.weight) {
		_ = s.load.held.Acquire(context.WithoutCancel(ctx), s.weight) // fails if the context ends only
	}
}

// give gives the share back.
func (s *share) give() { s.load.held.Release(s.weight) }

// textBytes is how much text events carry. Structured values take more memory
// already than what is made of them.
func textBytes(events ptrace.SpanEventSlice) (n int64) {
	for _, e := range events.All() {
		for _, v := range e.Attributes().All() {
			switch v.Type() {
			case pcommon.ValueTypeStr:
				n += int64(len(v.Str()))
			case pcommon.ValueTypeBytes:
				n += int64(v.Bytes().Len())
			}
		}
	}
	return max(1, n)
}
