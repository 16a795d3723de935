package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/toolverdict/toolverdict/internal/collector"
)

// An attack is one kind of hostile input.
type attack struct {
	name string
	// over are the protocols that it is sent over.
	over []protocol
	// body makes the request.
	body func() []byte
	// atOnce is how many of the same are sent at the same time; 0 is one.
	atOnce int
	// memory says that the receiver takes more memory than there is to be, before
	// anybody else sees the request.
	memory bool
	// want is the outcome.
	want string
}

// tries is how often an attack is made while the memory limiter refuses it: garbage
// of earlier ones counts.
const tries = 20

// A field is where attacks are made.
type field struct {
	process *collector.Process
	sender  *sender
	sink    *sink
	memory  process
	out     io.Writer
	only    string
}

// fight makes all attacks, and fails after the last if any had another outcome.
func (f *field) fight() (err error) {
	if f.sender, err = newSender(f.process.GRPC, f.process.HTTP); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.sender.close()) }()
	_, _ = fmt.Fprintf(f.out, "%-44s %-5s %9s  %s\n", "ATTACK", "OVER", "PEAK RSS", "WHAT IT GOT")
	var errs []error
	for _, a := range attacks() {
		if !strings.Contains(a.name, f.only) {
			continue
		}
		for _, over := range a.over {
			if err := f.make(a, over); err != nil {
				errs = append(errs, fmt.Errorf("%s over %s: %w", a.name, over, err))
			}
			if err := f.recover(); err != nil {
				return errors.Join(append(errs, fmt.Errorf("after %s over %s: %w", a.name, over, err))...)
			}
		}
	}
	return errors.Join(errs...)
}

// make makes one attack, and prints what it got.
func (f *field) make(a attack, over protocol) error {
	if err := f.memory.forgetPeak(); err != nil {
		return err
	}
	got, err := f.try(a, over)
	if err != nil {
		return err
	}
	peak, err := f.memory.peak()
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(f.out, "%-44s %-5s %5d MiB  %s\n", a.name, over, peak>>20, got)
	if got.what != a.want {
		err = fmt.Errorf("it got %q, want %q", got.what, a.want)
	}
	if peak > maxRSS && !a.memory {
		err = errors.Join(err, fmt.Errorf("the collector had %d MiB of memory", peak>>20))
	}
	return errors.Join(err, unclean(got.spans))
}

// An outcome is what an attack got.
type outcome struct {
	what   string // accepted, and the verdicts; or refused, and by whom
	answer string // that refuses it
	spans  []collector.Span
}

func (o outcome) String() string {
	if o.answer != "" {
		return o.what + ": " + o.answer
	}
	return o.what
}

// try makes an attack until the memory limiter lets it in, or has refused it often
// enough.
func (f *field) try(a attack, over protocol) (got outcome, err error) {
	body := a.body()
	for range tries {
		f.sink.take()
		err := f.send(over, body, max(1, a.atOnce))
		spans := f.sink.take()
		var no refusal
		switch {
		case err == nil:
			return outcome{what: "accepted: " + verdicts(spans), spans: spans}, nil
		case !errors.As(err, &no):
			return got, err
		}
		got = outcome{what: "refused by " + no.by, answer: no.answer}
		if no.by != limiter {
			return got, nil
		}
		if err := f.recover(); err != nil {
			return got, err
		}
	}
	return got, nil
}

// send sends a request n times at once, and returns the first error.
func (f *field) send(over protocol, body []byte, n int) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	errs := make([]error, n)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { errs[i] = f.sender.send(ctx, over, body) })
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// recover sends a healthy turn, again and again while the memory limiter refuses
// it, and wants it to pass.
func (f *field) recover() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	body := request(healthy())
	var last error
	err := f.process.Wait(ctx, "a healthy turn to be accepted", func() bool {
		f.sink.take()
		last = f.sender.send(ctx, overGRPC, body)
		return last == nil
	})
	if err != nil {
		return errors.Join(err, last)
	}
	if got := verdicts(f.sink.take()); got != "pass" {
		return fmt.Errorf("a healthy turn got %q", got)
	}
	return nil
}

// outside looks at what else the collector tells: its log and its metrics must show
// nothing of what was sent, and no control characters.
func (f *field) outside(log string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	metrics, err := collector.Get(ctx, "http://"+f.process.Metrics+"/metrics")
	if err != nil {
		return err
	}
	lines, err := os.ReadFile(log) //nolint:gosec // our own file
	if err != nil {
		return err
	}
	for what, text := range map[string][]byte{"metrics": metrics, "log": lines} {
		for _, secret := range []string{marker, "\x1b", "\x00", "\u202e", "panic"} {
			if bytes.Contains(text, []byte(secret)) {
				err = errors.Join(err, fmt.Errorf("the %s of the collector hold %q", what, secret))
			}
		}
	}
	return err
}
