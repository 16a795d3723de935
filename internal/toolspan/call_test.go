package toolspan_test

import (
	"testing"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/internal/toolspan"
)

// What the call of a span is, and what its tool is called. Whole traces are in the
// cases of the processor.
func TestCallAndTool(t *testing.T) {
	type attributes map[string]any
	for _, c := range []struct {
		name       string
		attributes attributes
		call, tool string
	}{
		{"execute_tool f", attributes{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": "a", "gen_ai.tool.name": "f"}, "a", "f"},
		{"execute_tool f", attributes{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": "a"}, "a", "f"},
		{"execute_tool", attributes{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": "a"}, "a", ""},
		{"f", attributes{"openinference.span.kind": "TOOL", "tool.id": "a", "tool.name": "g"}, "a", "g"},
		{"f.tool", attributes{"traceloop.span.kind": "tool", "gen_ai.tool.call.id": "a"}, "a", "f.tool"},
		{"ai.toolCall", attributes{"ai.toolCall.id": "a", "ai.toolCall.name": "f"}, "a", "f"},
		{"f", attributes{"openinference.span.kind": "TOOL", "output.value": `{"output":{"tool_call_id":"a"}}`}, "a", "f"},
		{"chat", attributes{"gen_ai.operation.name": "chat", "gen_ai.tool.call.id": "a"}, "", "chat"},
		{"f", attributes{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": "a", "gen_ai.tool.type": "extension"}, "", "f"},
		{"f", attributes{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": "a", "pydantic_ai.tool.failure_stage": "x"}, "", "f"},
		{"anthropic.tool", attributes{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": "a", "error.type": "tool_error"}, "", "anthropic.tool"},
	} {
		span := ptrace.NewSpan()
		span.SetName(c.name)
		if err := span.Attributes().FromRaw(c.attributes); err != nil {
			t.Fatal(err)
		}
		if call, tool := toolspan.Call(span, 1024), toolspan.Tool(span); call != c.call || tool != c.tool {
			t.Errorf("%s %v: call %q of tool %q, want %q of %q", c.name, c.attributes, call, tool, c.call, c.tool)
		}
	}
}
