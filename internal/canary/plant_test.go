package canary_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/internal/canary"
)

func TestWhereTheWordIsPlanted(t *testing.T) {
	const document = `{"profile":"openai","tool_schemas":{"f":{"type":"object","properties":{"city":{"type":"string","enum":["Oslo"]}}}},` +
		`"chunks":[{"id":"r","choices":[{"index":0,"delta":{"content":"hi","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"city\":\"Oslo\",\"ok\":true"}}]}}]},"[DONE]"],` +
		`"adapter_emitted":[{"id":"a","name":"f","arguments":{"city":"Oslo"}}]}`
	const schema = `"tool_schemas":{"f":{"type":"object","properties":{"city":{"type":"string","enum":["Osloc4n4ry"],"x-c4n4ry":"c4n4ry"}},"x-c4n4ry":"c4n4ry"}}`
	const more = `"x-c4n4ry":{"a":["c4n4ry"],"c4n4ry":{}}`
	for mode, want := range map[canary.Mode]string{
		canary.Values: `{"profile":"openai",` + schema + `,"chunks":[{"id":"r","choices":[{"index":0,"delta":{"content":"hic4n4ry","tool_calls":[{"id":"a","function":` +
			`{"name":"f","arguments":"{\"city\":\"Osloc4n4ry\",\"ok\":true",` + more + `},` + more + `}],` + more + `},` + more + `}],` + more + `},"[DONE]"],` +
			`"adapter_emitted":[{"id":"a","name":"f","arguments":{"city":"Osloc4n4ry"},` + more + `}]}`,
		canary.Keys: `{"profile":"openai",` + schema + `,"chunks":[{"id":"r","choices":[{"index":0,"delta":{"content":"hic4n4ry","tool_calls":[{"id":"a","function":` +
			`{"name":"f","arguments":"{\"cityc4n4ry\":\"Osloc4n4ry\",\"ok\":true",` + more + `},` + more + `}],` + more + `},` + more + `}],` + more + `},"[DONE]"],` +
			`"adapter_emitted":[{"id":"a","name":"f","arguments":{"cityc4n4ry":"Osloc4n4ry"},` + more + `}]}`,
	} {
		got, err := canary.Document([]byte(document), mode)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("mode %d:\n%s", mode, diff)
		}
	}
}
