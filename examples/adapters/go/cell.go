package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
)

const (
	toolName    = "transfer"
	description = "Transfers an amount to somebody."
	prompt      = "Transfer the money."
)

// properties are those of what the tool takes, as JSON Schema.
var properties = map[string]any{
	"to":     map[string]any{"type": "string"},
	"amount": map[string]any{"type": "integer", "minimum": 1},
}

// required are the properties that the tool needs.
var required = []string{"to", "amount"}

// A cell is one adapter reading one stream, and what came of it.
type cell struct {
	Adapter string   `json:"adapter"`
	Stream  string   `json:"stream"`
	Trace   string   `json:"trace"`
	Handed  []handed `json:"handed"`
	Error   string   `json:"error"`

	// delivered counts the deltas of the present turn that the SDK was given.
	delivered int
}

// handed is a call that an adapter handed over as a good one.
type handed struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (c *cell) handOver(id, name string) { c.Handed = append(c.Handed, handed{id, name}) }

// url is where the mock provider serves the cell.
func (c *cell) url() string {
	return fmt.Sprintf("%s/%s/%s/", os.Getenv("PROVIDER"), c.Adapter, c.Stream)
}

// transfer is the tool. What it does is done at the provider, which keeps account.
func (c *cell) transfer(ctx context.Context, arguments any) (string, error) {
	body, err := json.Marshal(arguments)
	if err != nil {
		return "", err
	}
	url := fmt.Sprintf("%stools/%s?delivered=%d", c.url(), toolName, c.delivered)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	result, err := io.ReadAll(response.Body)
	return string(result), err
}
