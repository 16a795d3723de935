package cli

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/toolverdict/toolverdict/engine"
)

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string     `xml:"classname,attr"`
	Name    string     `xml:"name,attr"`
	Failure *junitNote `xml:"failure,omitempty"`
	Error   *junitNote `xml:"error,omitempty"`
	Skipped *junitNote `xml:"skipped,omitempty"`
}

type junitNote struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes one test case for each file: blocked streams fail, files
// without a readable stream are errors, streams without calls are skipped.
func writeJUnit(w io.Writer, results []result, _ style) error {
	suite := junitSuite{Name: "toolverdict", Tests: len(results)}
	for _, r := range results {
		c := junitCase{Class: "toolverdict." + orUnknown(r.report.Format), Name: printable(r.file)}
		switch {
		case r.err != nil:
			c.Error = &junitNote{Message: safe(r.err)}
			suite.Errors++
		case r.report.Status == engine.Invalid:
			c.Error = junitFindings(&r.report)
			suite.Errors++
		case r.report.Status == engine.NotApplicable:
			c.Skipped = &junitNote{Message: "no tool calls"}
			suite.Skipped++
		case r.report.Status != engine.Pass:
			c.Failure = junitFindings(&r.report)
			suite.Failures++
		}
		suite.Cases = append(suite.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// junitFindings lists the findings, one a line. The paths are safe for XML:
// names in them are printable.
func junitFindings(r *engine.Report) *junitNote {
	note := &junitNote{Message: r.Status.String()}
	if p := r.Primary(); p != nil {
		note.Message += ": " + string(p.ID())
	}
	var lines []string
	for _, f := range r.Findings {
		lines = append(lines, fmt.Sprintf("%s %s (%s): %s %s", f.Level, f.ID(), f.Fault, f.Message, printable(f.Path)))
	}
	note.Text = strings.Join(lines, "\n")
	return note
}

func orUnknown(format string) string {
	if format == "" {
		return "unknown"
	}
	return format
}
