// Package cli is the toolverdict command: it reads files, gives them to the
// engine, and shows the reports.
//
// Each command is a file; each form of output is a file (human.go, json.go,
// junit.go). Rendering is a pure function of the results, so that tests compare
// whole outputs.
package cli
