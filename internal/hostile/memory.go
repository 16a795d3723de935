package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// maxRSS is how much memory the process may have, in bytes.
const maxRSS = 512 << 20

// A process is looked at from outside, as Linux shows it.
type process string

func processOf(pid int) process { return process(filepath.Join("/proc", strconv.Itoa(pid))) }

// forgetPeak makes the peak start anew.
func (p process) forgetPeak() error {
	return os.WriteFile(filepath.Join(string(p), "clear_refs"), []byte("5"), 0o200)
}

// peak is the most memory that the process had since, in bytes.
func (p process) peak() (int64, error) {
	file, err := os.Open(filepath.Join(string(p), "status"))
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			kib, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(value, "kB")), 10, 64)
			return kib << 10, err
		}
	}
	return 0, fmt.Errorf("%s says nothing of a peak", file.Name())
}
