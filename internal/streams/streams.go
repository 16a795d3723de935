// Package streams makes the five streams that performance is measured on, in the
// shape and size of real traffic: full envelopes, small fragments, padding.
//
//	a  openai, 1 call, 200 chunks, 2 KB of arguments
//	b  openai, 4 calls interleaved, 400 chunks
//	c  anthropic, text and 2 calls, 330 events
//	d  openai, 1 call, 4,000 chunks, 64 KiB of arguments
//	e  openai, text only, 300 chunks
//
// They are the same in every run: the generator is seeded.
package streams

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// A Stream is one stream for measurements.
type Stream struct {
	// Name is its letter and what it is.
	Name string
	// Format is its wire format.
	Format string
	// Deltas are its deltas, as JSON text.
	Deltas [][]byte
	// Schemas are the schemas of the tools that it calls, by name.
	Schemas map[string][]byte
}

// Bytes is the size of all deltas.
func (s *Stream) Bytes() (n int64) {
	for _, d := range s.Deltas {
		n += int64(len(d))
	}
	return n
}

// All returns the five streams.
func All() []Stream { return Seeded(1) }

// Seeded returns the five streams with other content: other arguments, cut elsewhere.
// Those of seed 1 are [All].
func Seeded(seed uint64) []Stream {
	return []Stream{
		openAI(seed, "a_openai_1call", 1, 200, 10),
		openAI(seed, "b_openai_4calls", 4, 400, 10),
		anthropic(seed, "c_anthropic_2calls", 2, 300),
		openAI(seed, "d_openai_64KiB", 1, 4000, 16),
		text(seed, "e_text", 300),
	}
}

// schema fits the arguments that are made here.
var schema = []byte(`{"type":"object","properties":{"path":{"type":"string"},"items":{"type":"array","items":{"type":"object",` +
	`"properties":{"id":{"type":"integer","minimum":0},"kind":{"type":"string","enum":["alpha","beta","gamma"]},"note":{"type":"string"}},` +
	`"required":["id","kind"],"additionalProperties":false}}},"required":["path","items"],"additionalProperties":false}`)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 2)) } //nolint:gosec // the same numbers each time are wanted

// arguments makes a JSON object of about that many bytes.
func arguments(r *rand.Rand, size int) string {
	var b strings.Builder
	b.WriteString(`{"path":"/srv/data/report.txt","items":[`)
	for i := 0; b.Len() < size-2; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		kind := []string{"alpha", "beta", "gamma"}[r.IntN(3)]
		fmt.Fprintf(&b, `{"id":%d,"kind":%q,"note":"line %d\n\"quoted\" caf\u00e9"}`, r.IntN(100_000), kind, i)
	}
	b.WriteString(`]}`)
	return b.String()
}

// fragments cuts text into n pieces of about the same size, as tokens are: none is
// empty if they are of three bytes or more.
func fragments(r *rand.Rand, text string, n int) []string {
	n = max(1, n)
	pieces := make([]string, 0, n)
	from := 0
	for i := range n {
		to := len(text)
		if i < n-1 {
			jitter := len(text) / n / 3
			to = (i+1)*len(text)/n + r.IntN(2*jitter+1) - jitter
		}
		pieces = append(pieces, text[from:to])
		from = to
	}
	return pieces
}

// word is one of some words, so that a text is not the same delta again and again.
func word(r *rand.Rand) string {
	words := strings.Fields("The report is written to disk and I will now check whether every item has an identifier before going on")
	return " " + words[r.IntN(len(words))]
}

func quote(text string) string {
	q, _ := json.Marshal(text) // a string can always be written
	return string(q)
}

func chunk(r *rand.Rand, choice, usage string) []byte {
	return []byte(`{"id":"chatcmpl-B9MHDbslfkBeAs8l4bebGdFOJ6PeG","object":"chat.completion.chunk","created":1741570283,` +
		`"model":"gpt-4o-2024-08-06","service_tier":"default","system_fingerprint":"fp_fc9f1d7035","choices":[` + choice + `],` +
		`"usage":` + usage + `,"obfuscation":"` + strconv.FormatUint(r.Uint64(), 36) + `"}`)
}

// OpenAI makes a stream of interleaved calls in that many chunks, with fragments
// of about size bytes.
func OpenAI(name string, calls, chunks, size int) Stream {
	return openAI(1, name, calls, chunks, size)
}

func openAI(seed uint64, name string, calls, chunks, size int) Stream {
	r := seeded(seed)
	s := Stream{Name: name, Format: "openai", Schemas: map[string][]byte{}}
	pieces := make([][]string, calls)
	for c := range calls {
		tool := "write_file_" + strconv.Itoa(c)
		s.Schemas[tool] = schema
		s.Deltas = append(s.Deltas, chunk(r, `{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":`+strconv.Itoa(c)+
			`,"id":"call_`+strconv.Itoa(c)+`","type":"function","function":{"name":"`+tool+`","arguments":""}}]},"logprobs":null,"finish_reason":null}`, "null"))
		n := (chunks - 2 - calls) / calls
		pieces[c] = fragments(r, arguments(r, n*size), n)
	}
	for i := range pieces[0] {
		for c := range calls {
			s.Deltas = append(s.Deltas, chunk(r, `{"index":0,"delta":{"tool_calls":[{"index":`+strconv.Itoa(c)+
				`,"function":{"arguments":`+quote(pieces[c][i])+`}}]},"logprobs":null,"finish_reason":null}`, "null"))
		}
	}
	s.Deltas = append(s.Deltas, chunk(r, `{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}`, "null"),
		chunk(r, ``, `{"prompt_tokens":120,"completion_tokens":800,"total_tokens":920}`))
	return s
}

// Anthropic makes a stream of text and then calls, in about that many events.
func Anthropic(name string, calls, events int) Stream { return anthropic(1, name, calls, events) }

func anthropic(seed uint64, name string, calls, events int) Stream {
	r := seeded(seed)
	s := Stream{Name: name, Format: "anthropic", Schemas: map[string][]byte{}}
	add := func(event string) { s.Deltas = append(s.Deltas, []byte(event)) }
	add(`{"type":"message_start","message":{"id":"msg_014p7gG3wDgGV9EUtLvnow3U","type":"message","role":"assistant","model":"claude-sonnet","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":472,"output_tokens":2}}}`)
	add(`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`)
	for range events / 10 {
		add(`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":` + quote(word(r)+word(r)) + `}}`)
	}
	add(`{"type":"content_block_stop","index":0}`)
	for c := range calls {
		index, tool := strconv.Itoa(c+1), "write_file_"+strconv.Itoa(c)
		s.Schemas[tool] = schema
		add(`{"type":"content_block_start","index":` + index + `,"content_block":{"type":"tool_use","id":"toolu_` + index + `","name":"` + tool + `","input":{}}}`)
		n := events / calls
		for _, piece := range fragments(r, arguments(r, n*9), n) {
			add(`{"type":"content_block_delta","index":` + index + `,"delta":{"type":"input_json_delta","partial_json":` + quote(piece) + `}}`)
		}
		add(`{"type":"content_block_stop","index":` + index + `}`)
	}
	add(`{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":89}}`)
	add(`{"type":"message_stop"}`)
	return s
}

// Text makes a stream without calls.
func Text(name string, chunks int) Stream { return text(1, name, chunks) }

func text(seed uint64, name string, chunks int) Stream {
	r := seeded(seed)
	s := Stream{Name: name, Format: "openai"}
	for range chunks - 1 {
		s.Deltas = append(s.Deltas, chunk(r, `{"index":0,"delta":{"content":`+quote(word(r))+`},"logprobs":null,"finish_reason":null}`, "null"))
	}
	s.Deltas = append(s.Deltas, chunk(r, `{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}`, "null"))
	return s
}
