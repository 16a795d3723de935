package report_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/internal/recording"
	"github.com/toolverdict/toolverdict/internal/report"
)

// Whatever is read as spans, the report is the same each time, fit for a terminal, and
// has no tags but its own.
func FuzzReport(f *testing.F) {
	sources, err := recording.Compile(config.Default().Sources)
	if err != nil {
		f.Fatal(err)
	}
	for _, turn := range day() {
		for _, td := range judged(f, config.Keep, sent(f, false, turn)...) {
			text, err := (&ptrace.JSONMarshaler{}).MarshalTraces(td)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var pages, texts [2][]byte
		for i := range pages {
			d := report.NewDigest(30, sources)
			if _, err := report.Read(bytes.NewReader(text), "f", d.AddRuns); err != nil {
				return
			}
			if _, err := report.Read(bytes.NewReader(text), "f", d.AddTurns); err != nil {
				t.Fatal(err)
			}
			pages[i], texts[i] = page(t, d), summary(t, d)
		}
		if !bytes.Equal(pages[0], pages[1]) || !bytes.Equal(texts[0], texts[1]) {
			t.Error("the report differs from one time to the next")
		}
		if i := bytes.IndexFunc(texts[0], func(r rune) bool { return r != '\n' && !strconv.IsPrint(r) }); i >= 0 {
			t.Errorf("the text has %q", texts[0][i:])
		}
		for _, tag := range []string{"<script", "<img", "<iframe", "<a href=\"j"} {
			if strings.Contains(string(pages[0]), tag) {
				t.Errorf("the page has %s", tag)
			}
		}
	})
}
