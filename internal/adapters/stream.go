package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/fixture"
)

// How the connection of a stream ends.
const (
	endsWhole  = "whole"  // as the format wants it
	endsClosed = "closed" // in good order, but too early
	endsBroken = "broken" // in the middle of the transfer
)

// A Stream is one turn as a provider sends it: a fixture, with what the mock
// provider and the table need to know besides.
type Stream struct {
	// Name is the file's name, the same for the same fault in every format.
	Name string `json:"-"`
	// Format is the wire format.
	Format string `json:"profile"`
	// About says in one sentence what the stream is.
	About string `json:"about"`
	// Ends says how the connection ends: whole, closed or broken.
	Ends string `json:"ends"`
	// Calls are the arguments of the calls that the stream carries whole. Where a
	// tool runs with others, the adapter made them up.
	Calls []any `json:"calls"`
	// Chunks are the deltas.
	Chunks []json.RawMessage `json:"chunks"`

	report engine.Report
}

// Healthy says that the stream's calls may be run.
func (s *Stream) Healthy() bool { return s.report.Status == engine.Pass }

// released is how many calls the stream releases.
func (s *Stream) released() int {
	if !s.Healthy() {
		return 0
	}
	return len(s.Calls)
}

// codes lists what is wrong with the stream, each once and the most severe first.
func (s *Stream) codes() []string {
	var codes []string
	if primary := s.report.Primary(); primary != nil {
		codes = append(codes, string(primary.ID()))
	}
	for _, f := range s.report.Findings {
		if id := string(f.ID()); !slices.Contains(codes, id) {
			codes = append(codes, id)
		}
	}
	return codes
}

// loadStreams reads the streams of a folder, which has a folder for each format,
// and has the engine judge them. The healthy ones come first, of them those with a
// single call.
func loadStreams(folder string) ([]*Stream, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.json"))
	if err != nil {
		return nil, err
	}
	var streams []*Stream
	for _, file := range files {
		s, err := loadStream(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		streams = append(streams, s)
	}
	slices.SortFunc(streams, func(a, b *Stream) int {
		return cmp.Or(cmp.Compare(a.Format, b.Format), cmp.Compare(a.report.Status, b.report.Status),
			cmp.Compare(a.released(), b.released()), cmp.Compare(a.Name, b.Name))
	})
	return streams, nil
}

func loadStream(file string) (*Stream, error) {
	text, err := os.ReadFile(file) //nolint:gosec // a folder that the caller names
	if err != nil {
		return nil, err
	}
	s := &Stream{Name: name(file)}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, err
	}
	if !slices.Contains([]string{endsWhole, endsClosed, endsBroken}, s.Ends) {
		return nil, fmt.Errorf("ends: %q is none of whole, closed, broken", s.Ends)
	}
	s.report, err = fixture.Check(text, fixture.Options{})
	return s, err
}

func name(file string) string {
	base := filepath.Base(file)
	return base[:len(base)-len(filepath.Ext(base))]
}
