package deltas

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/toolverdict/toolverdict/engine"
)

// portable is the table without the formats that only the engine can mask.
func portable(t *testing.T) string {
	t.Helper()
	var rows map[string]json.RawMessage
	if err := json.Unmarshal(table, &rows); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		if formats[name].Shape == nil {
			continue
		}
		var row bytes.Buffer
		if err := json.Indent(&row, rows[name], "  ", "  "); err != nil {
			t.Fatal(err)
		}
		out.WriteString(`  "` + name + `": ` + row.String() + ",\n")
	}
	return out.String()
}

// mark is what stands in front of a table.
const mark = "ormats = {\n"

// The tables of the other languages are copies, so that each folder can be taken by
// itself.
func TestTablesAreTheSame(t *testing.T) {
	for _, file := range []string{"../typescript/src/formats.ts", "../python/toolverdict_deltas_formats.py"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, begins := strings.Cut(string(text), mark)
		_, after, ends := strings.Cut(rest, "\n}")
		if !begins || !ends {
			t.Fatalf("%s has no table", file)
		}
		want := before + mark + portable(t) + "}" + after
		if flag.Lookup("update").Value.String() == "true" {
			if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(want, string(text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

// A row for a format that the engine does not know would be of no use.
func TestRowsAreOfFormatsOfTheEngine(t *testing.T) {
	for name := range formats {
		if !slices.Contains(engine.Formats(), name) {
			t.Errorf("nobody knows the format %s", name)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	_, err := New(noop.Span{}, Options{Format: "opnai"})
	want := `toolverdict: unknown format "opnai": use one of openai, mistral, anthropic, openai_responses, bedrock_converse, gemini, cohere, ollama`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
