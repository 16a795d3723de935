package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// post returns what a request is answered with; of a transfer that breaks, what came.
func post(t *testing.T, url, body string) (answer string, broken bool) {
	t.Helper()
	response, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	return string(text), err != nil
}

func served(t *testing.T, streams ...*Stream) (*Provider, string) {
	t.Helper()
	p := NewProvider(streams)
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	return p, server.URL
}

func TestProviderServesAStreamAndThenAnAnswer(t *testing.T) {
	chunk := []json.RawMessage{json.RawMessage(`{"a":1}`)}
	event := []json.RawMessage{json.RawMessage(`{"type":"ping"}`)}
	_, url := served(t,
		&Stream{Format: "openai", Name: "whole", Ends: endsWhole, Chunks: chunk},
		&Stream{Format: "openai", Name: "closed", Ends: endsClosed, Chunks: chunk},
		&Stream{Format: "openai", Name: "broken", Ends: endsBroken, Chunks: chunk},
		&Stream{Format: "anthropic", Name: "whole", Ends: endsWhole, Chunks: event},
		&Stream{Format: "openai_responses", Name: "whole", Ends: endsWhole, Chunks: event})
	for _, c := range []struct {
		path, want string
		broken     bool
	}{
		{"/a/whole/chat/completions", "data: {\"a\":1}\n\ndata: [DONE]\n\n", false},
		{"/a/closed/chat/completions", "data: {\"a\":1}\n\n", false},
		{"/a/broken/chat/completions", "data: {\"a\":1}\n\n", true},
		{"/b/whole/v1/messages", "event: ping\ndata: {\"type\":\"ping\"}\n\n", false},
		{"/c/whole/messages", "event: ping\ndata: {\"type\":\"ping\"}\n\n", false},
		{"/d/whole/responses", "event: ping\ndata: {\"type\":\"ping\"}\n\n", false},
		{"/e/other/responses", "no stream other of format openai_responses\n", false},
	} {
		if got, broken := post(t, url+c.path, "{}"); got != c.want || broken != c.broken {
			t.Errorf("%s: %q, broken %v; want %q, %v", c.path, got, broken, c.want, c.broken)
		}
	}
	got, _ := post(t, url+"/a/whole/chat/completions", "{}")
	if want := "data: " + string(answers()["openai"][0]) + "\n\ndata: " + string(answers()["openai"][1]) + "\n\ndata: [DONE]\n\n"; got != want {
		t.Errorf("the second turn of a cell: %q, want %q", got, want)
	}
}

func TestProviderKeepsAccountOfTools(t *testing.T) {
	p, url := served(t)
	for path, want := range map[string]string{
		"/a/s/tools/transfer?delivered=7": "done",
		"/a/s/tools/transfer":             "strconv.Atoi: parsing \"\": invalid syntax\n",
	} {
		if got, _ := post(t, url+path, `{"to":"x"}`); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	want := []Run{{Arguments: map[string]any{"to": "x"}, Delivered: 7}}
	if diff := cmp.Diff(want, p.Runs(Cell{"a", "s"})); diff != "" {
		t.Error(diff)
	}
	if got := p.Runs(Cell{"b", "s"}); got != nil {
		t.Errorf("another cell: %v", got)
	}
}
