package peer

import (
	"encoding/json"
	"errors"

	anthropicsdk "github.com/anthropics/anthropic-sdk-go/v2"
	openaisdk "github.com/openai/openai-go/v3"
)

// openaiSDK is OpenAI's own SDK with its accumulator.
type openaiSDK struct {
	accumulator openaisdk.ChatCompletionAccumulator
}

// Read implements [Reader].
func (o *openaiSDK) Read(deltas [][]byte) error {
	o.accumulator = openaisdk.ChatCompletionAccumulator{}
	for _, d := range deltas {
		var chunk openaisdk.ChatCompletionChunk
		if err := json.Unmarshal(d, &chunk); err != nil {
			return err
		}
		if !o.accumulator.AddChunk(chunk) {
			return errors.New("the accumulator refused a chunk")
		}
	}
	return nil
}

// Calls implements [Merger].
func (o *openaiSDK) Calls() []Call {
	var calls []Call
	for _, choice := range o.accumulator.Choices {
		for _, c := range choice.Message.ToolCalls {
			calls = append(calls, Call{c.ID, c.Function.Name, c.Function.Arguments})
		}
	}
	return calls
}

// anthropicSDK is Anthropic's own SDK with its accumulator.
type anthropicSDK struct{ message anthropicsdk.Message }

// Read implements [Reader].
func (a *anthropicSDK) Read(deltas [][]byte) error {
	a.message = anthropicsdk.Message{}
	for _, d := range deltas {
		var event anthropicsdk.MessageStreamEventUnion
		if err := json.Unmarshal(d, &event); err != nil {
			return err
		}
		if err := a.message.Accumulate(event); err != nil {
			return err
		}
	}
	return nil
}

// Calls implements [Merger].
func (a *anthropicSDK) Calls() []Call {
	var calls []Call
	for _, block := range a.message.Content {
		if block.Type == "tool_use" {
			calls = append(calls, Call{block.ID, block.Name, string(block.Input)})
		}
	}
	return calls
}
