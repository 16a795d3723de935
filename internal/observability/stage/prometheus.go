package stage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/toolverdict/toolverdict/internal/collector"
)

// A Prometheus is a running server that scrapes a stage.
type Prometheus struct {
	// Address is that of its API, as host:port.
	Address string
	cmd     *exec.Cmd
}

// Every is how often the server of a stage scrapes and evaluates its rules: more
// often than usual, for runs are short.
const Every = "5s"

// Prometheus starts a server with the configuration and the rules of
// examples/observability, on the targets of the stage. It keeps its data in a folder,
// which must be there. The caller must stop it.
func (s *Stage) Prometheus(ctx context.Context, binary, root, folder string, log io.Writer) (*Prometheus, error) {
	config, err := s.configuration(filepath.Join(root, "examples", "observability", "prometheus"))
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder, "prometheus.yml")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		return nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	p := &Prometheus{Address: address}
	p.cmd = exec.Command(binary, "--config.file="+path, "--storage.tsdb.path="+filepath.Join(folder, "data"), //nolint:gosec // the caller names the binary
		"--web.listen-address="+address, "--enable-feature=exemplar-storage", "--log.level=warn")
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", binary, err)
	}
	err = collector.Wait(ctx, "Prometheus to be ready", func() bool {
		_, err := collector.Get(ctx, "http://"+address+"/-/ready")
		return err == nil
	})
	if err != nil {
		return nil, errors.Join(err, p.Stop())
	}
	return p, nil
}

// configuration is that of the example, with the stage for targets. The error says
// what of the example was not found.
func (s *Stage) configuration(folder string) (string, error) {
	text, err := os.ReadFile(filepath.Join(folder, "prometheus.yml")) //nolint:gosec // the caller names the folder
	if err != nil {
		return "", err
	}
	rules, err := filepath.Abs(filepath.Join(folder, "rules.yml"))
	if err != nil {
		return "", err
	}
	config := string(text)
	for _, change := range [][2]string{
		{"[127.0.0.1:8888]", target(s.Collector.Metrics)},
		{"[127.0.0.1:9464]", target(s.Services)},
		{"- rules.yml", "- " + rules},
		{"scrape_interval: 15s", "scrape_interval: " + Every},
		{"evaluation_interval: 15s", "evaluation_interval: " + Every},
	} {
		if !strings.Contains(config, change[0]) {
			return "", fmt.Errorf("prometheus.yml has no %q", change[0])
		}
		config = strings.ReplaceAll(config, change[0], change[1])
	}
	return config, nil
}

// target is one with a name that is the same in every run.
func target(address string) string {
	return "[" + address + "]\n        labels: {instance: collector}"
}

// freeAddress returns an address on this host that nobody uses now.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// Stop asks the server to end, and waits for it.
func (p *Prometheus) Stop() error {
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // it may have ended by itself
	return p.cmd.Wait()
}
