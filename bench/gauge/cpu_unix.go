//go:build unix

package gauge

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpu is the CPU time that this process took so far.
func cpu() (time.Duration, error) {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		return 0, err
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()), nil
}
