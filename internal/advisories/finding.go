package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// standardLibrary is what govulncheck calls its module.
const standardLibrary = "stdlib"

// An advisory is a known vulnerability of a function that our code calls.
type advisory struct {
	ID, Summary     string
	Module, Version string
	Fixed           string // the first version without it, "" if there is none
}

// A message is one of those that govulncheck writes; others have neither part.
type message struct {
	OSV *struct {
		ID      string `json:"id"`
		Summary string `json:"summary"`
	} `json:"osv"`
	Finding *struct {
		OSV          string `json:"osv"`
		FixedVersion string `json:"fixed_version"`
		Trace        []struct {
			Module   string `json:"module"`
			Version  string `json:"version"`
			Function string `json:"function"`
		} `json:"trace"`
	} `json:"finding"`
}

// read reads what govulncheck found, sorted and each once. Findings without a
// function are about packages of which nothing vulnerable is called.
func read(in io.Reader) ([]advisory, error) {
	summaries := map[string]string{}
	var list []advisory
	for d := json.NewDecoder(in); ; {
		var m message
		err := d.Decode(&m)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("the output of govulncheck: %w", err)
		}
		if m.OSV != nil {
			summaries[m.OSV.ID] = m.OSV.Summary
		}
		if f := m.Finding; f != nil && len(f.Trace) > 0 && f.Trace[0].Function != "" {
			list = append(list, advisory{ID: f.OSV, Module: f.Trace[0].Module, Version: f.Trace[0].Version, Fixed: f.FixedVersion})
		}
	}
	for i := range list {
		list[i].Summary = summaries[list[i].ID]
	}
	slices.SortFunc(list, func(a, b advisory) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Module, b.Module)) })
	return slices.Compact(list), nil
}

// judge lists advisories, and fails if one of them is in a dependency.
func judge(list []advisory, out io.Writer) error {
	fatal := 0
	for _, a := range list {
		what := "error  "
		if a.Module == standardLibrary {
			what = "warning"
		} else {
			fatal++
		}
		fixed := "no version without it"
		if a.Fixed != "" {
			fixed = "fixed in " + a.Fixed
		}
		if _, err := fmt.Fprintf(out, "%s  %s  %s %s, %s: %s\n", what, a.ID, a.Module, a.Version, fixed, a.Summary); err != nil {
			return err
		}
	}
	if fatal > 0 {
		return fmt.Errorf("%d known vulnerabilities in modules that we depend on: update them", fatal)
	}
	return nil
}
