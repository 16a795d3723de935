package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// A Deed is what an adapter's process says of a cell.
type Deed struct {
	Cell
	// Trace is the trace of the cell, in hex.
	Trace string `json:"trace"`
	// Handed lists the calls that were handed over as good ones.
	Handed []HandedCall `json:"handed"`
	// Error is the type of what the adapter threw or returned, "" if nothing.
	Error string `json:"error"`
}

// A HandedCall is a call as an adapter handed it over.
type HandedCall struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// command is the process of a language's adapters, in the folder that has them.
func command(ctx context.Context, language, folder string) (*exec.Cmd, error) {
	var cmd *exec.Cmd
	switch language {
	case "go":
		cmd = exec.CommandContext(ctx, "go", "run", ".")
	default:
		node, err := nodeBinary(filepath.Join(folder, language))
		if err != nil {
			return nil, err
		}
		cmd = exec.CommandContext(ctx, node, "main.js") //nolint:gosec // what npm ci installed
	}
	cmd.Dir = filepath.Join(folder, language)
	return cmd, nil
}

// nodeBinary is the Node.js that the lock file names: the SDKs want one that not
// every machine has, and the table is of one version.
func nodeBinary(folder string) (string, error) {
	found, err := filepath.Glob(filepath.Join(folder, "node_modules", "node-*", "bin", "node"))
	if err != nil || len(found) == 0 {
		return "", errors.Join(err, fmt.Errorf("%s: no Node.js among its modules; run npm ci there", folder))
	}
	return filepath.Abs(found[0])
}

// noTelemetry keeps SDKs from sending anything to their makers.
var noTelemetry = []string{"LANGSMITH_TRACING=false", "LANGCHAIN_TRACING_V2=false"}

// perform has a language's adapters read the streams of the cells, one after the other.
func (l *Laboratory) perform(ctx context.Context, language string, cells []Cell, env ...string) (deeds []Deed, err error) {
	cmd, err := command(ctx, language, l.Adapters)
	if err != nil {
		return nil, err
	}
	cmd.Env = append(append(os.Environ(), noTelemetry...), env...)
	cmd.Stderr = l.Log
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	deeds, err = converse(in, out, cells)
	if ended := cmd.Wait(); ended != nil {
		err = errors.Join(err, fmt.Errorf("the adapters in %s: %w", language, ended))
	}
	return deeds, err
}

// converse asks for one cell after the other and reads what came of each.
func converse(in io.WriteCloser, out io.Reader, cells []Cell) (deeds []Deed, err error) {
	defer func() { err = errors.Join(err, in.Close()) }()
	ask, answers := json.NewEncoder(in), bufio.NewScanner(out)
	for _, cell := range cells {
		if err := ask.Encode(cell); err != nil {
			return deeds, err
		}
		if !answers.Scan() {
			return deeds, fmt.Errorf("%s, %s: no answer: %w", cell.Adapter, cell.Stream, errors.Join(answers.Err(), io.ErrUnexpectedEOF))
		}
		var deed Deed
		if err := json.Unmarshal(answers.Bytes(), &deed); err != nil {
			return deeds, fmt.Errorf("%s, %s: %w in %q", cell.Adapter, cell.Stream, err, answers.Text())
		}
		deeds = append(deeds, deed)
	}
	return deeds, nil
}
