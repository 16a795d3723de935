package collector

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// pollEvery is how often a state is asked for while it is waited for.
const pollEvery = 50 * time.Millisecond

// A Process is a running collector.
type Process struct {
	// HTTP and GRPC are the addresses of its OTLP receiver, Metrics that of its
	// own metrics, Health that of its health check, each as host:port.
	HTTP, GRPC, Metrics, Health string
	// Others are the addresses that Options.Others asked for, by variable.
	Others map[string]string

	cmd  *exec.Cmd
	done chan struct{} // closed when the process has ended
	err  error         // how it ended; valid once done is closed
}

// Options say how a collector is started.
type Options struct {
	// Binary is the path of the collector.
	Binary string
	// Config is the path of its configuration, or a URI of it. It takes its addresses from the
	// environment: OTLP_HTTP, OTLP_GRPC, METRICS_HOST, METRICS_PORT, HEALTH.
	Config string
	// Others names variables of the environment, beside those, that the
	// configuration takes an address from. Each gets a free one.
	Others []string
	// Env is added to the environment, as KEY=value.
	Env []string
	// Log gets what the collector prints.
	Log io.Writer
}

// Start starts a collector on free ports and waits until it is healthy. The
// caller must Stop it.
func Start(ctx context.Context, o Options) (*Process, error) {
	ports, err := freePorts(4 + len(o.Others))
	if err != nil {
		return nil, err
	}
	address := func(i int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(ports[i])) }
	p := &Process{
		HTTP: address(0), GRPC: address(1), Metrics: address(2), Health: address(3),
		Others: map[string]string{}, done: make(chan struct{}),
	}
	p.cmd = exec.Command(o.Binary, "--config", o.Config) //nolint:gosec // the caller names the binary
	p.cmd.Env = append(append(os.Environ(),
		"OTLP_HTTP="+p.HTTP, "OTLP_GRPC="+p.GRPC, "HEALTH="+p.Health,
		"METRICS_HOST=127.0.0.1", "METRICS_PORT="+strconv.Itoa(ports[2])), o.Env...)
	for i, name := range o.Others {
		p.Others[name] = address(4 + i)
		p.cmd.Env = append(p.cmd.Env, name+"="+address(4+i))
	}
	p.cmd.Stdout, p.cmd.Stderr = o.Log, o.Log
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", o.Binary, err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	if err := p.waitHealthy(ctx); err != nil {
		return nil, errors.Join(err, p.Stop(ctx))
	}
	return p, nil
}

// freePorts asks the system for n ports that nobody uses now.
func freePorts(n int) ([]int, error) {
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer func() { _ = l.Close() }() // only at the end, so that no port is given twice
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}

// PID is the id of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

func (p *Process) waitHealthy(ctx context.Context) error {
	return p.Wait(ctx, "the collector to be healthy", func() bool {
		_, err := Get(ctx, "http://"+p.Health)
		return err == nil
	})
}

// Wait waits until the state holds. The error says what was waited for, and that
// the context or the collector ended first.
func (p *Process) Wait(ctx context.Context, what string, state func() bool) error {
	return wait(ctx, p, what, state)
}

// Wait waits until a state of several collectors holds. The error says what was
// waited for when the context ended.
func Wait(ctx context.Context, what string, state func() bool) error {
	return wait(ctx, &Process{}, what, state)
}

// wait asks for a state until it holds, the context ends, or the process does; one
// that was never started does not.
func wait(ctx context.Context, p *Process, what string, state func() bool) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for !state() {
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s: %w", what, ctx.Err())
		case <-p.done:
			return fmt.Errorf("waiting for %s: the collector ended: %w", what, p.err)
		case <-tick.C:
		}
	}
	return nil
}

// Stop asks the collector to end, waits for it, and kills it if the context ends
// first. The error is how it ended, if not well.
func (p *Process) Stop(ctx context.Context) error {
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // it may have ended by itself
	select {
	case <-p.done:
	case <-ctx.Done():
		_ = p.cmd.Process.Kill()
		<-p.done
		return fmt.Errorf("the collector had to be killed: %w", ctx.Err())
	}
	return p.err
}

// Get reads a page. Any status but 200 is an error.
func Get(ctx context.Context, url string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, err
	}
	return do(request)
}

func do(request *http.Request) ([]byte, error) {
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s", request.Method, request.URL, response.Status)
	}
	return body, err
}
