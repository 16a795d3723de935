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
// input; they say which line can't be read. cut says that the last line is not whole
// and was left out: the collector is still writing it.
func Read(in io.Reader, name string, each func(ptrace.Traces)) (cut bool, err error) {
	return read(in, name, maxLine, each)
}

func read(in io.Reader, name string, most int, each func(ptrace.Traces)) (cut bool, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, min(most, 64<<10)), most)
	lines.Split(withEnds)
	n := 0
	for lines.Scan() {
		n++
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		td, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(line)
		if err != nil && n > 1 && !bytes.HasSuffix(lines.Bytes(), []byte("\n")) {
			return true, nil
		}
		if err != nil { // which may quote content
			return false, fmt.Errorf("%s, line %d: %s", name, n, unreadable(line, n == 1))
		}
		each(td)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return false, fmt.Errorf("%s, line %d: longer than %d bytes: let the collector export smaller batches (send_batch_max_size of the batch processor)", name, n+1, most)
	case err != nil:
		return false, fmt.Errorf("%s: %w", name, err)
	}
	return false, nil
}

// withEnds splits into lines that keep their ends.
func withEnds(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i+1], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// The first bytes of compressed data. The file exporter writes the length of each
// request in front of it, in four bytes, unless its format is JSON without compression.
const (
	gzipMagic  = "\x1f\x8b"
	zstdMagic  = "\x28\xb5\x2f\xfd"
	lengthSize = 4
)

// unreadable says why a line can't be read, and what to do.
func unreadable(line []byte, first bool) string {
	if first {
		switch begin := string(line[:min(len(line), lengthSize+len(zstdMagic))]); {
		case len(begin) >= 2 && begin[:2] == gzipMagic:
			return "compressed with gzip: use gzip -dc FILE | toolverdict report --from -"
		case len(begin) >= len(zstdMagic) && begin[:len(zstdMagic)] == zstdMagic:
			return "compressed with zstd: use zstd -dc FILE | toolverdict report --from -"
		case line[0] != '{':
			return "not what the file exporter writes as JSON: set its format to json, and no compression"
		}
	}
	return "no request of traces in OTLP/JSON: each line must be one, as the file exporter writes with format json"
}
