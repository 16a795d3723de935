package main

import (
	"fmt"
	"slices"
	"strings"
)

// blind are the cells in which the spans do not show what happened, and why. Each
// must still be so: a blind spot that has gone is to be taken off the list.
var blind = func() map[Cell]string {
	const (
		noID   = "neither the wire nor the SDK gives the call an id, so that its tool's span can't be told to be of this turn"
		noSpan = "the SDK does not end the span of a turn that breaks off with an error, so that there is none to judge"
	)
	spots := map[Cell]string{{"vercel-anthropic", "error"}: noSpan}
	for _, adapter := range []string{"go-openai", "anthropic-toolrunner", "anthropic-toolrunner-eager", "anthropic-manual", "go-anthropic-toolrunner", "go-anthropic"} {
		spots[Cell{adapter, "missing-id"}] = noID
	}
	return spots
}()

// check returns in what the collector's word on a cell differs from what happened.
// For a blind spot it says so if there is no difference.
func (r *Result) check() (differences []string) {
	differences = r.disagreements()
	why, known := blind[r.Cell]
	switch {
	case known && len(differences) == 0:
		return []string{"is no longer a blind spot: " + why}
	case known:
		return nil
	}
	return differences
}

func (r *Result) disagreements() (differences []string) {
	differ := func(what, got, want string) {
		if got != want {
			differences = append(differences, fmt.Sprintf("%s is %q, want %q", what, got, want))
		}
	}
	if r.Turn == nil {
		return []string{"no span with a verdict"}
	}
	// A tool that ran too early is found on whichever span comes second.
	if !r.Stream.Healthy() || !r.Early() {
		differ("the verdict", r.attribute("toolverdict.verdict"), r.Stream.report.Status.String())
	}
	differ("fail_open", r.failOpen(), r.wantFailOpen())
	if r.whole() {
		differ("what is wrong on the wire", strings.Join(r.wireFindings(), " "), strings.Join(sorted(r.Stream.codes()), " "))
	}
	return differences
}

// wantFailOpen is what the spans should say of what the tools did.
func (r *Result) wantFailOpen() string {
	switch {
	case len(r.Runs) == 0:
		return ""
	case r.Stream.Healthy() && !r.Early():
		return "false"
	}
	return "true"
}

// whole says that the recording of the turn is complete. It is not where an SDK ends
// its span and reads no further.
func (r *Result) whole() bool {
	for _, event := range r.Turn.Events().All() {
		if event.Name() == "toolverdict.stream.end" {
			return true
		}
	}
	return false
}

// wireFindings are the codes on the turn's span, without those of the adapter.
func (r *Result) wireFindings() []string {
	return slices.DeleteFunc(r.findings(), func(code string) bool {
		return strings.HasPrefix(code, "emitted_") || strings.HasPrefix(code, "executed_")
	})
}

func sorted(codes []string) []string {
	slices.Sort(codes)
	return codes
}
