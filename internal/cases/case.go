package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/fixture"
)

// review is the expectation of a stream that nobody has judged.
const review = "review"

// A testCase is what a file says about itself.
type testCase struct {
	Profile string       `json:"profile"`
	Expect  *expectation `json:"expect"`
	// WithAdapter is expected once adapter_emitted is compared.
	WithAdapter *adapterExpectation `json:"expect_with_adapter"`
}

type adapterExpectation struct {
	Status       string `json:"status"`
	AdapterFault bool   `json:"adapter_fault"`
}

type expectation struct {
	Status string   `json:"status"`
	AnyOf  []string `json:"any_of"`
}

// parse reads the members that matter here. Expect is nil in files that expect
// nothing.
func parse(document []byte) (c testCase, err error) {
	err = json.Unmarshal(document, &c)
	return c, err
}

// An outcome is what a case came to.
type outcome struct {
	file, format, want, got string
	codes                   []string
	miss                    string // why it is a miss, "" if it is none
}

func (c *testCase) check(document []byte, o fixture.Options) outcome {
	out := outcome{format: c.Profile, want: c.Expect.String()}
	o.WireOnly = true
	report, err := fixture.Check(document, o)
	if err != nil {
		out.got, out.miss = "error", err.Error()
		return out
	}
	out.got = report.Status.String()
	for _, f := range report.Findings {
		out.codes = append(out.codes, string(f.ID()))
	}
	slices.Sort(out.codes)
	out.codes = slices.Compact(out.codes)
	out.miss = c.Expect.miss(&report, out.codes)
	if out.miss == "" && c.WithAdapter != nil {
		out.miss = c.WithAdapter.miss(document, o)
	}
	return out
}

// miss says in which way a report that compares the adapter is not what was
// expected.
func (e *adapterExpectation) miss(document []byte, o fixture.Options) string {
	o.WireOnly = false
	r, err := fixture.Check(document, o)
	if err != nil {
		return err.Error()
	}
	blamed := slices.ContainsFunc(r.Findings, func(f finding.Finding) bool { return f.Fault == finding.Adapter })
	switch {
	case r.Status.String() != e.Status:
		return "status with adapter: " + r.Status.String()
	case blamed != e.AdapterFault:
		return fmt.Sprintf("adapter blamed: %v", blamed)
	}
	return ""
}

// miss says in which way a report is not what was expected.
func (e *expectation) miss(r *engine.Report, codes []string) string {
	switch {
	case e.Status == review:
		return ""
	case e.Status != r.Status.String():
		return "status"
	case len(e.AnyOf) > 0 && !slices.ContainsFunc(codes, e.names):
		return "codes"
	case e.healthy() && slices.ContainsFunc(r.Findings, func(f finding.Finding) bool { return f.Level == finding.Error }):
		return "false alarm"
	}
	return ""
}

func (e *expectation) healthy() bool { return e.Status == "pass" || e.Status == "not_applicable" }

// names reports whether a code is one of those expected.
func (e *expectation) names(code string) bool {
	bare, _, _ := strings.Cut(code, "/")
	return slices.Contains(e.AnyOf, code) || slices.Contains(e.AnyOf, bare)
}

func (e *expectation) String() string {
	if len(e.AnyOf) == 0 {
		return e.Status
	}
	return fmt.Sprintf("%s with %s", e.Status, strings.Join(e.AnyOf, " or "))
}
