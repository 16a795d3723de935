package report

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// maxLine is the size in bytes of the largest request that is read.
const maxLine = 256 << 20

// Read reads requests of traces in OTLP/JSON, one on each line, as the file exporter
// writes them, and hands over one after the other. name is what errors call the
// input; they say in which line it can't be read.
func Read(in io.Reader, name string, each func(ptrace.Traces)) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	n := 0
	for lines.Scan() {
		n++
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		td, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(line)
		if err != nil {
			return fmt.Errorf("%s, line %d: no traces in OTLP/JSON: export them with the file exporter's format json, without compression", name, n)
		}
		each(td)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%s, line %d: longer than %d bytes: export smaller batches", name, n+1, maxLine)
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
