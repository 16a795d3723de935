package peer

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// tokens reads every token of every delta with the strict parser, and keeps none.
type tokens struct {
	decoder *jsontext.Decoder
	buffer  *bytes.Buffer
}

// newTokens takes a bytes.Buffer, whose bytes the decoder reads in place.
func newTokens() *tokens {
	b := &bytes.Buffer{}
	return &tokens{jsontext.NewDecoder(b), b}
}

// Read implements [Reader].
func (t *tokens) Read(deltas [][]byte) error {
	for _, d := range deltas {
		*t.buffer = *bytes.NewBuffer(d)
		t.decoder.Reset(t.buffer)
		for {
			_, err := t.decoder.ReadToken()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// validity only asks whether a delta is JSON.
type validity func(delta []byte) bool

func strictlyValid(delta []byte) bool { return jsontext.Value(delta).IsValid() }
func valid(delta []byte) bool         { return json.Valid(delta) }

// Read implements [Reader].
func (v validity) Read(deltas [][]byte) error {
	for _, d := range deltas {
		if !v(d) {
			return errors.New("a delta is no JSON")
		}
	}
	return nil
}
