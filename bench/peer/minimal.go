package peer

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/toolverdict/toolverdict/internal/streams"
)

// minimal is encoding/json with a struct that has only what a merge needs: what a
// program would do that knows what it is after.
type minimal struct {
	calls map[int]*piecemeal
	add   func(m *minimal, delta []byte) error
}

type piecemeal struct {
	id, name  string
	arguments []byte
}

func openMinimal(s *streams.Stream) (Reader, error) {
	add := (*minimal).addChunk
	if s.Format == anthropic {
		add = (*minimal).addEvent
	}
	return &minimal{add: add}, nil
}

// Read implements [Reader].
func (m *minimal) Read(deltas [][]byte) error {
	m.calls = map[int]*piecemeal{}
	for _, d := range deltas {
		if err := m.add(m, d); err != nil {
			return err
		}
	}
	return nil
}

// Calls implements [Merger].
func (m *minimal) Calls() []Call {
	var calls []Call
	for _, index := range slices.Sorted(maps.Keys(m.calls)) {
		c := m.calls[index]
		calls = append(calls, Call{c.id, c.name, string(c.arguments)})
	}
	return calls
}

func (m *minimal) grow(index int, id, name, arguments string) {
	c := m.calls[index]
	if c == nil {
		c = &piecemeal{}
		m.calls[index] = c
	}
	if id != "" {
		c.id = id
	}
	if name != "" {
		c.name = name
	}
	c.arguments = append(c.arguments, arguments...)
}

// addChunk adds a chunk in OpenAI's format.
func (m *minimal) addChunk(delta []byte) error {
	var chunk struct {
		Choices []struct {
			Delta struct {
				ToolCalls []struct {
					Index    int    `json:"index"`
					ID       string `json:"id"`
					Function struct {
						Name      string `json:"name"`
						Arguments string `json:"arguments"`
					} `json:"function"`
				} `json:"tool_calls"`
			} `json:"delta"`
			FinishReason string `json:"finish_reason"`
		} `json:"choices"`
	}
	if err := json.Unmarshal(delta, &chunk); err != nil {
		return err
	}
	for _, choice := range chunk.Choices {
		for _, c := range choice.Delta.ToolCalls {
			m.grow(c.Index, c.ID, c.Function.Name, c.Function.Arguments)
		}
	}
	return nil
}

// addEvent adds an event in Anthropic's format.
func (m *minimal) addEvent(delta []byte) error {
	var event struct {
		Type         string `json:"type"`
		Index        int    `json:"index"`
		ContentBlock struct {
			Type string `json:"type"`
			ID   string `json:"id"`
			Name string `json:"name"`
		} `json:"content_block"`
		Delta struct {
			Type        string `json:"type"`
			PartialJSON string `json:"partial_json"`
			StopReason  string `json:"stop_reason"`
		} `json:"delta"`
	}
	if err := json.Unmarshal(delta, &event); err != nil {
		return err
	}
	switch {
	case event.ContentBlock.Type == "tool_use":
		m.grow(event.Index, event.ContentBlock.ID, event.ContentBlock.Name, "")
	case event.Delta.Type == "input_json_delta":
		m.grow(event.Index, "", "", event.Delta.PartialJSON)
	}
	return nil
}
