package canary

import (
	"bytes"
	"regexp"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Word is what is planted.
const Word = "c4n4ry"

// A Mode says where it is planted in arguments.
type Mode uint8

// The modes. In other content it is planted in all of them.
const (
	// Values plants it in the strings that are values.
	Values Mode = iota
	// Keys plants it in keys too, so that no key is one that the schema declares.
	Keys
)

// steering are the members of deltas whose strings are no content.
var steering = []string{
	"type", "role", "id", "call_id", "item_id", "tool_call_id", "toolUseId", "responseId", "name", "object", "status",
	"finish_reason", "finishReason", "stop_reason", "stopReason", "done_reason", "blockReason", "execution", "nullValue",
}

// fragments are the members whose strings are pieces of the JSON text of arguments.
var fragments = []string{"arguments", "partial_json", "input", "delta"}

// A zone is a part of a document with rules of its own.
type zone uint8

const (
	outside   zone = iota // the envelope
	delta                 // what the provider sent, or the adapter handed over
	arguments             // structured ones
	schema                // of a tool
	names                 // an object in a schema whose names are properties
)

// Document plants the word in a recorded stream, the JSON text of a fixture.
func Document(text []byte, m Mode) ([]byte, error) { return plant(text, outside, m) }

// Delta plants it in one delta.
func Delta(text []byte, m Mode) ([]byte, error) { return plant(text, delta, m) }

// Schema plants it in the schema of a tool.
func Schema(text []byte) ([]byte, error) { return plant(text, schema, Values) }

func plant(text []byte, z zone, m Mode) ([]byte, error) {
	var out bytes.Buffer
	p := planter{
		mode: m,
		in:   jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true)),
		out:  jsontext.NewEncoder(&out, jsontext.AllowDuplicateNames(true)),
	}
	if err := p.value(z, ""); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(out.Bytes()), nil
}

type planter struct {
	mode Mode
	in   *jsontext.Decoder
	out  *jsontext.Encoder
}

// value copies a value that is the member of that name.
func (p *planter) value(z zone, name string) error {
	switch p.in.PeekKind() {
	case '{':
		return p.object(z)
	case '[':
		return p.array(z, name)
	case '"':
		text, err := p.in.ReadToken()
		if err != nil {
			return err
		}
		return p.out.WriteToken(jsontext.String(p.text(z, name, text.String())))
	}
	value, err := p.in.ReadValue()
	if err != nil {
		return err
	}
	return p.out.WriteValue(value)
}

func (p *planter) array(z zone, name string) error {
	if err := p.copy(); err != nil {
		return err
	}
	for p.in.PeekKind() != ']' {
		if err := p.value(z, name); err != nil {
			return err
		}
	}
	return p.copy()
}

func (p *planter) object(z zone) error {
	if err := p.copy(); err != nil {
		return err
	}
	for p.in.PeekKind() != '}' {
		name, err := p.in.ReadToken()
		if err != nil {
			return err
		}
		text := name.String()
		if z == arguments && p.mode == Keys {
			text += Word
		}
		if err := p.out.WriteToken(jsontext.String(text)); err != nil {
			return err
		}
		if err := p.value(z.below(text, p.in.PeekKind()), text); err != nil {
			return err
		}
	}
	if err := p.more(z); err != nil {
		return err
	}
	return p.copy()
}

// more adds members that nobody knows.
func (p *planter) more(z zone) error {
	members := map[zone]string{
		delta:  `{"a":["` + Word + `"],"` + Word + `":{}}`,
		schema: `"` + Word + `"`,
	}
	value, ok := members[z]
	if !ok {
		return nil
	}
	if err := p.out.WriteToken(jsontext.String("x-" + Word)); err != nil {
		return err
	}
	return p.out.WriteValue(jsontext.Value(value))
}

// copy copies a token.
func (p *planter) copy() error {
	token, err := p.in.ReadToken()
	if err != nil {
		return err
	}
	return p.out.WriteToken(token)
}

// below is the zone of a member's value.
func (z zone) below(name string, kind jsontext.Kind) zone {
	switch {
	case z == outside && name == "tool_schemas":
		return names
	case z == outside && slices.Contains([]string{"chunks", "events", "adapter_emitted"}, name):
		return delta
	case z == delta && kind == '{' && slices.Contains([]string{"arguments", "args", "input"}, name):
		return arguments
	case z == names:
		return schema
	case z == schema && name == "properties":
		return names
	}
	return z
}

// text is what becomes of a string.
func (p *planter) text(z zone, name, text string) string {
	switch {
	case z == outside, z == delta && (slices.Contains(steering, name) || text == "[DONE]"):
		return text
	case z == schema && !slices.Contains([]string{"description", "title", "default", "enum", "const", "examples"}, name):
		return text
	case z == delta && slices.Contains(fragments, name):
		return p.fragment(text)
	case z == delta && name == "jsonPath":
		if p.mode == Keys {
			return text + Word
		}
		return text
	}
	return text + Word
}

var (
	stringValue = regexp.MustCompile(`(:\s*"[^"\\]*)(")`)
	letters     = regexp.MustCompile(`[A-Za-z]{3,}`)
)

// fragment plants it in a piece of JSON text: behind the strings that are values, or
// in all words. Those that are JSON's own are left alone.
func (p *planter) fragment(text string) string {
	if p.mode == Values {
		return stringValue.ReplaceAllString(text, "${1}"+Word+"${2}")
	}
	return letters.ReplaceAllStringFunc(text, func(word string) string {
		if slices.Contains([]string{"true", "false", "null"}, word) {
			return word
		}
		return word + Word
	})
}
