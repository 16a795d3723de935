package cli

import (
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/toolverdict/toolverdict/engine"
)

// A document is the report on several files.
type document struct {
	Reports []entry        `json:"reports"`
	Summary map[string]int `json:"summary"`
}

// An entry is the report on one of them.
type entry struct {
	File string `json:"file"`
	*engine.Report
	Error string `json:"error,omitzero"`
}

// writeJSON writes one report for a single file, else all with a summary that
// counts them by status; "error" counts files that could not be read.
func writeJSON(w io.Writer, results []result, s style) error {
	if s.single {
		return writeIndented(w, results[0].report)
	}
	d := document{Reports: make([]entry, 0, len(results)), Summary: map[string]int{"files": len(results)}}
	for _, v := range engine.Verdicts() {
		d.Summary[v.String()] = 0
	}
	for i := range results {
		e := entry{File: results[i].file}
		if err := results[i].err; err != nil {
			e.Error = err.Error()
			d.Summary["error"]++
		} else {
			e.Report = &results[i].report
			d.Summary[e.Status.String()]++
		}
		d.Reports = append(d.Reports, e)
	}
	return writeIndented(w, d)
}

// writeIndented writes JSON. The names of files may be no UTF-8; what a stream
// brings always is.
func writeIndented(w io.Writer, v any) error {
	text, err := json.Marshal(v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}
