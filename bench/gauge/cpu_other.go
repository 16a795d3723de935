//go:build !unix

package gauge

import (
	"errors"
	"time"
)

// cpu is the CPU time that this process took so far.
func cpu() (time.Duration, error) {
	return 0, errors.New("the CPU time of a process is read on Unix systems only")
}
