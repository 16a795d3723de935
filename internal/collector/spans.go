package collector

import (
	"bufio"
	"errors"
	"io/fs"
	"os"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// A Span is a span as a file exporter wrote it, with the service it is of.
type Span struct {
	Service string
	ptrace.Span
}

// maxLine is how long one batch in a file may be.
const maxLine = 256 << 20

// Spans reads what a file exporter wrote so far, in its order. A file that is
// not there yet holds nothing, and a last line without its end is not read.
func Spans(path string) ([]Span, error) {
	file, err := os.Open(path) //nolint:gosec // the caller names the file
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	var spans []Span
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		td, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(lines.Bytes())
		if err != nil {
			return spans, nil //nolint:nilerr // the line is being written
		}
		spans = append(spans, Flatten(td)...)
	}
	return spans, lines.Err()
}

// Flatten lists the spans of a batch in its order.
func Flatten(td ptrace.Traces) []Span {
	var spans []Span
	for _, resource := range td.ResourceSpans().All() {
		service := ""
		if v, ok := resource.Resource().Attributes().Get("service.name"); ok {
			service = v.Str()
		}
		for _, scope := range resource.ScopeSpans().All() {
			for _, span := range scope.Spans().All() {
				spans = append(spans, Span{service, span})
			}
		}
	}
	return spans
}
