package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
)

// A Cell is one adapter reading one stream.
type Cell struct {
	Adapter string `json:"adapter"`
	Stream  string `json:"stream"`
}

// A Run is one time that a tool did its work.
type Run struct {
	// Arguments are what the tool was given.
	Arguments any
	// Delivered is how many deltas of the turn the adapter had been given when the
	// tool began.
	Delivered int
}

// A Provider serves streams over server-sent events, each under the URL of its cell,
// and is the world that the tools act on: it knows what they really did.
type Provider struct {
	streams map[string]*Stream // by format and name
	answers map[string][]json.RawMessage

	mu       sync.Mutex
	requests map[Cell]int
	runs     map[Cell][]Run
}

// NewProvider returns a provider of these streams.
func NewProvider(streams []*Stream) *Provider {
	p := &Provider{streams: map[string]*Stream{}, answers: answers(), requests: map[Cell]int{}, runs: map[Cell][]Run{}}
	for _, s := range streams {
		p.streams[s.Format+"/"+s.Name] = s
	}
	return p
}

// Runs returns what tools did in a cell, and Requests how often the provider was asked.
func (p *Provider) Runs(c Cell) []Run {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.runs[c]
}

// Requests returns how many turns were asked for in a cell.
func (p *Provider) Requests(c Cell) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.requests[c]
}

// ServeHTTP serves the three APIs, and the tool, under /ADAPTER/STREAM/.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	mux := http.NewServeMux()
	for path, format := range map[string]string{
		"chat/completions": "openai", "v1/messages": "anthropic", "messages": "anthropic", "responses": "openai_responses",
	} {
		mux.HandleFunc("POST /{adapter}/{stream}/"+path, func(w http.ResponseWriter, r *http.Request) { p.turn(w, r, format) })
	}
	mux.HandleFunc("POST /{adapter}/{stream}/tools/transfer", p.tool)
	mux.ServeHTTP(w, r)
}

// stream is the one that a cell reads.
func (p *Provider) stream(c Cell) *Stream {
	for _, a := range adapters {
		if a.Name == c.Adapter {
			return p.streams[a.Format+"/"+c.Stream]
		}
	}
	return nil
}

func cellOf(r *http.Request) Cell {
	return Cell{Adapter: r.PathValue("adapter"), Stream: r.PathValue("stream")}
}

// tool notes what the tool of the cell was made to do.
func (p *Provider) tool(w http.ResponseWriter, r *http.Request) {
	var run Run
	delivered, err := strconv.Atoi(r.URL.Query().Get("delivered"))
	if err == nil {
		err = json.NewDecoder(r.Body).Decode(&run.Arguments)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	run.Delivered = delivered
	p.mu.Lock()
	defer p.mu.Unlock()
	p.runs[cellOf(r)] = append(p.runs[cellOf(r)], run)
	_, _ = io.WriteString(w, "done")
}

// turn serves the cell's stream to its first request, and an answer without calls to
// all that follow.
func (p *Provider) turn(w http.ResponseWriter, r *http.Request, format string) {
	cell := cellOf(r)
	s := p.streams[format+"/"+cell.Stream]
	if s == nil {
		http.Error(w, fmt.Sprintf("no stream %s of format %s", cell.Stream, format), http.StatusNotFound)
		return
	}
	_, _ = io.Copy(io.Discard, r.Body)
	p.mu.Lock()
	p.requests[cell]++
	first := p.requests[cell] == 1
	p.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	if !first {
		send(w, format, p.answers[format], endsWhole)
		return
	}
	send(w, format, s.Chunks, s.Ends)
}

// send writes deltas as server-sent events, as the format does, and ends as it is told to.
func send(w http.ResponseWriter, format string, chunks []json.RawMessage, ends string) {
	for _, chunk := range chunks {
		var typed struct{ Type string }
		if err := json.Unmarshal(chunk, &typed); err == nil && typed.Type != "" {
			_, _ = fmt.Fprintf(w, "event: %s\n", typed.Type)
		}
		_, _ = fmt.Fprintf(w, "data: %s\n\n", chunk)
		_ = http.NewResponseController(w).Flush() // what fails here, the adapter sees
	}
	if ends == endsBroken {
		panic(http.ErrAbortHandler)
	}
	if format == "openai" && ends == endsWhole {
		_, _ = io.WriteString(w, "data: [DONE]\n\n")
	}
}

// answers are turns without calls, by format.
func answers() map[string][]json.RawMessage {
	raw := func(deltas ...string) (list []json.RawMessage) {
		for _, d := range deltas {
			list = append(list, json.RawMessage(d))
		}
		return list
	}
	const item = `{"id":"item_2","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Done.","annotations":[]}]}`
	const response = `{"id":"resp_2","object":"response","created_at":1764547201,"status":%q,"error":null,"incomplete_details":null,"instructions":null,` +
		`"metadata":{},"model":"mock","output":[%s],"parallel_tool_calls":true,"temperature":1,"tool_choice":"auto","tools":[],"top_p":1,` +
		`"usage":{"input_tokens":1,"input_tokens_details":{"cached_tokens":0},"output_tokens":1,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":2}}`
	return map[string][]json.RawMessage{
		"openai": raw(
			`{"id":"chatcmpl-2","object":"chat.completion.chunk","created":1764547201,"model":"mock","choices":[{"index":0,"delta":{"role":"assistant","content":"Done."},"finish_reason":null}]}`,
			`{"id":"chatcmpl-2","object":"chat.completion.chunk","created":1764547201,"model":"mock","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`),
		"anthropic": raw(
			`{"type":"message_start","message":{"id":"msg_2","type":"message","role":"assistant","model":"mock","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}`,
			`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Done."}}`,
			`{"type":"content_block_stop","index":0}`,
			`{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":2}}`,
			`{"type":"message_stop"}`),
		"openai_responses": raw(
			`{"type":"response.created","sequence_number":0,"response":`+fmt.Sprintf(response, "in_progress", "")+`}`,
			`{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"item_2","type":"message","status":"in_progress","role":"assistant","content":[]}}`,
			`{"type":"response.content_part.added","sequence_number":2,"output_index":0,"item_id":"item_2","content_index":0,"part":{"type":"output_text","text":"","annotations":[]}}`,
			`{"type":"response.output_text.delta","sequence_number":3,"output_index":0,"item_id":"item_2","content_index":0,"delta":"Done."}`,
			`{"type":"response.output_text.done","sequence_number":4,"output_index":0,"item_id":"item_2","content_index":0,"text":"Done."}`,
			`{"type":"response.content_part.done","sequence_number":5,"output_index":0,"item_id":"item_2","content_index":0,"part":{"type":"output_text","text":"Done.","annotations":[]}}`,
			`{"type":"response.output_item.done","sequence_number":6,"output_index":0,"item":`+item+`}`,
			`{"type":"response.completed","sequence_number":7,"response":`+fmt.Sprintf(response, "completed", item)+`}`),
	}
}
