//go:build !linux

package load

import "time"

// cpu is the CPU time that a process took so far.
func cpu(int) (time.Duration, error) { return 0, ErrSystem }
