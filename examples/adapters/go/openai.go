package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// openaiAccumulator runs the calls of the message that the accumulator returns.
func openaiAccumulator(ctx context.Context, c *cell) error {
	client := openai.NewClient(option.WithAPIKey("none"), option.WithBaseURL(c.url()),
		option.WithMaxRetries(0), option.WithHTTPClient(recording(c)))
	params := openai.ChatCompletionNewParams{
		Model:    c.Stream,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(prompt)},
		Tools: []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{
			Name: toolName, Description: openai.String(description),
			Parameters: openai.FunctionParameters{"type": "object", "properties": properties, "required": required, "additionalProperties": false},
		})},
	}
	for {
		message, err := chat(ctx, c, client, params)
		if err != nil || len(message.ToolCalls) == 0 {
			return err
		}
		params.Messages = append(params.Messages, message.ToParam())
		for _, call := range message.ToolCalls {
			var arguments map[string]any
			if err := json.Unmarshal([]byte(call.Function.Arguments), &arguments); err != nil {
				return err
			}
			result, err := c.executeTool(ctx, call.ID, call.Function.Name, arguments)
			if err != nil {
				return err
			}
			params.Messages = append(params.Messages, openai.ToolMessage(result, call.ID))
		}
	}
}

// chat streams one turn and returns its message.
func chat(ctx context.Context, c *cell, client openai.Client, params openai.ChatCompletionNewParams) (openai.ChatCompletionMessage, error) {
	ctx, span := startChat(ctx, "openai", c.Stream)
	defer span.End()
	stream := client.Chat.Completions.NewStreaming(ctx, params)
	defer func() { _ = stream.Close() }()
	var acc openai.ChatCompletionAccumulator
	for stream.Next() {
		if !acc.AddChunk(stream.Current()) {
			return openai.ChatCompletionMessage{}, errors.New("the accumulator does not take a chunk")
		}
	}
	if err := stream.Err(); err != nil {
		return openai.ChatCompletionMessage{}, err
	}
	message := acc.Choices[0].Message
	var parts []part
	for _, call := range message.ToolCalls {
		c.handOver(call.ID, call.Function.Name)
		parts = append(parts, part{"tool_call", call.ID, call.Function.Name, call.Function.Arguments})
	}
	return message, showCalls(span, parts)
}
