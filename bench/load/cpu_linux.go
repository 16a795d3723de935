package load

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of times in /proc, the same on every architecture that Go has.
const tick = 10 * time.Millisecond

// cpu is the CPU time that a process took so far.
func cpu(pid int) (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	return parse(string(stat))
}

// parse adds the user and the system time. The name of the command is in front of
// them, in parentheses, and may hold anything.
func parse(stat string) (time.Duration, error) {
	const user, system = 11, 12 // fields after the name
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) <= system {
		return 0, fmt.Errorf("a process has only %d fields after its name", len(fields))
	}
	var sum time.Duration
	for _, field := range fields[user : system+1] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		sum += time.Duration(n) * tick
	}
	return sum, nil
}
