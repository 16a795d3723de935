package peer

import (
	"encoding/json"
	"strings"

	goopenai "github.com/sashabaranov/go-openai"
)

// eachCall reads deltas into the structs of go-openai, which merges nothing, and
// tells of every piece of a call.
func eachCall(deltas [][]byte, tell func(index int, c *goopenai.ToolCall)) error {
	for _, d := range deltas {
		var chunk goopenai.ChatCompletionStreamResponse
		if err := json.Unmarshal(d, &chunk); err != nil {
			return err
		}
		for _, choice := range chunk.Choices {
			for i := range choice.Delta.ToolCalls {
				if c := &choice.Delta.ToolCalls[i]; c.Index != nil {
					tell(*c.Index, c)
				}
			}
		}
	}
	return nil
}

// concatenation is the merge that most users of go-openai write.
type concatenation struct{ calls []Call }

// Read implements [Reader].
func (m *concatenation) Read(deltas [][]byte) error {
	m.calls = nil
	return eachCall(deltas, func(index int, c *goopenai.ToolCall) {
		for len(m.calls) <= index {
			m.calls = append(m.calls, Call{})
		}
		call := &m.calls[index]
		call.ID += c.ID
		call.Name += c.Function.Name
		call.Arguments += c.Function.Arguments
	})
}

// Calls implements [Merger].
func (m *concatenation) Calls() []Call { return m.calls }

// building is the same merge without copying all arguments again for each piece.
type building struct{ calls []*builtCall }

type builtCall struct {
	id, name  string
	arguments strings.Builder
}

// Read implements [Reader].
func (m *building) Read(deltas [][]byte) error {
	m.calls = nil
	return eachCall(deltas, func(index int, c *goopenai.ToolCall) {
		for len(m.calls) <= index {
			m.calls = append(m.calls, &builtCall{})
		}
		call := m.calls[index]
		call.id += c.ID
		call.name += c.Function.Name
		call.arguments.WriteString(c.Function.Arguments)
	})
}

// Calls implements [Merger].
func (m *building) Calls() []Call {
	var calls []Call
	for _, c := range m.calls {
		calls = append(calls, Call{c.id, c.name, c.arguments.String()})
	}
	return calls
}
