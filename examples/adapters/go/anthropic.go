package main

import (
	"context"
	"encoding/json"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/anthropics/anthropic-sdk-go/toolrunner"
)

func anthropicClient(c *cell) anthropic.Client {
	return anthropic.NewClient(option.WithAPIKey("none"), option.WithBaseURL(c.url()),
		option.WithMaxRetries(0), option.WithHTTPClient(recording(c)),
		option.WithOpenTelemetryTracesContentMode(option.OpenTelemetryContentModeContent))
}

// anthropicAccumulate runs the calls of the message that it accumulates.
func anthropicAccumulate(ctx context.Context, c *cell) error {
	client := anthropicClient(c)
	params := anthropic.MessageNewParams{
		Model: c.Stream, MaxTokens: 1000,
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(prompt))},
		Tools: []anthropic.ToolUnionParam{{OfTool: &anthropic.ToolParam{
			Name: toolName, Description: anthropic.String(description),
			InputSchema: anthropic.ToolInputSchemaParam{Properties: properties, Required: required},
		}}},
	}
	for {
		message, err := accumulate(ctx, client, params)
		if err != nil {
			return err
		}
		results, err := runTools(ctx, c, message)
		if err != nil || len(results) == 0 {
			return err
		}
		params.Messages = append(params.Messages, message.ToParam(), anthropic.NewUserMessage(results...))
	}
}

// accumulate streams one turn and returns its message.
func accumulate(ctx context.Context, client anthropic.Client, params anthropic.MessageNewParams) (message anthropic.Message, err error) {
	stream := client.Messages.NewStreaming(ctx, params)
	defer func() { _ = stream.Close() }()
	for stream.Next() {
		if err := message.Accumulate(stream.Current()); err != nil {
			return message, err
		}
	}
	return message, stream.Err()
}

// runTools runs the calls of a message, one after the other.
func runTools(ctx context.Context, c *cell, message anthropic.Message) (results []anthropic.ContentBlockParamUnion, err error) {
	for _, block := range message.Content {
		call, ok := block.AsAny().(anthropic.ToolUseBlock)
		if !ok {
			continue
		}
		c.handOver(call.ID, call.Name)
		var arguments map[string]any
		if err := json.Unmarshal(call.Input, &arguments); err != nil {
			return nil, err
		}
		result, err := c.executeTool(ctx, call.ID, call.Name, arguments)
		if err != nil {
			return nil, err
		}
		results = append(results, anthropic.NewToolResultBlock(call.ID, result, false))
	}
	return results, nil
}

// transferInput is what the tool takes, for the SDK to read and to make a schema of.
type transferInput struct {
	To     string `json:"to" jsonschema:"required"`
	Amount int    `json:"amount" jsonschema:"required,minimum=1"`
}

// anthropicToolRunner lets the SDK run the tool.
func anthropicToolRunner(ctx context.Context, c *cell) error {
	tool, err := toolrunner.NewBetaToolFromJSONSchema(toolName, description,
		func(ctx context.Context, input transferInput) (anthropic.BetaToolResultBlockParamContentUnion, error) {
			result, err := c.transfer(ctx, input)
			return anthropic.BetaToolResultBlockParamContentUnion{OfText: &anthropic.BetaTextBlockParam{Text: result}}, err
		})
	if err != nil {
		return err
	}
	client := anthropicClient(c)
	runner := client.Beta.Messages.NewToolRunnerStreaming([]anthropic.BetaTool{tool}, anthropic.BetaToolRunnerParams{
		BetaMessageNewParams: anthropic.BetaMessageNewParams{
			Model: c.Stream, MaxTokens: 1000,
			Messages: []anthropic.BetaMessageParam{anthropic.NewBetaUserMessage(anthropic.NewBetaTextBlock(prompt))},
		},
	})
	for events, err := range runner.AllStreaming(ctx) {
		if err != nil {
			return err
		}
		for _, err := range events {
			if err != nil {
				return err
			}
		}
		if message := runner.LastMessage(); message != nil {
			handOverBlocks(c, message)
		}
	}
	return runner.Err()
}

func handOverBlocks(c *cell, message *anthropic.BetaMessage) {
	for _, block := range message.Content {
		if call, ok := block.AsAny().(anthropic.BetaToolUseBlock); ok {
			c.handOver(call.ID, call.Name)
		}
	}
}
