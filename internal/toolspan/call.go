package toolspan

import (
	"cmp"
	"slices"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/internal/recording"
)

// The attributes that say that a call was run.
const (
	keyOperation     = "gen_ai.operation.name"
	keyOpenInference = "openinference.span.kind"
	keyTraceloop     = "traceloop.span.kind"
	keyToolCallID    = "gen_ai.tool.call.id"
	keyToolType      = "gen_ai.tool.type"
	keyToolName      = "gen_ai.tool.name"
)

// toolSpans say how the frameworks mark the span of a tool, and where they put
// the call's id.
var toolSpans = []struct{ key, value, id string }{
	{keyOperation, "execute_tool", keyToolCallID},
	{keyOpenInference, "TOOL", "tool.id"},
	{keyTraceloop, "tool", keyToolCallID},
}

// notRun are attributes of spans that a framework makes for a call that it did
// not run: it failed validation, or waits for somebody.
var notRun = []string{"pydantic_ai.tool.failure_stage", "pydantic_ai.tool.deferral.name"}

// Call returns the id of the call that a span ran, "" if it is the span of none. A
// value of more than most bytes is not read.
func Call(span ptrace.Span, most int) string {
	attributes := span.Attributes()
	if span.Name() != aiToolCall && !marked(attributes) {
		return ""
	}
	id := ""
	for _, t := range toolSpans {
		if recording.Text(attributes, t.key) == t.value {
			id = cmp.Or(recording.Text(attributes, t.id), recording.Text(attributes, keyToolCallID))
		}
	}
	if span.Name() == aiToolCall {
		id = recording.Text(attributes, "ai.toolCall.id")
	}
	if id == "" && recording.Text(attributes, keyOpenInference) == "TOOL" {
		id = answeredCall(attributes, most)
	}
	if id == "" || id == "<not specified>" || recording.Text(attributes, keyToolType) == "extension" || recording.Text(attributes, keyToolName) == "(merged tools)" {
		return ""
	}
	if refused(span) {
		return ""
	}
	return id
}

// refused reports whether a framework made the span of a tool for a call that it did
// not run. The runners of Anthropic's SDKs check the arguments within that span, and
// mark those that they refuse as they mark a tool that fails: such a span proves
// nothing.
func refused(span ptrace.Span) bool {
	attributes := span.Attributes()
	if strings.HasPrefix(span.Name(), "anthropic.") && recording.Text(attributes, "error.type") == "tool_error" {
		return true
	}
	return slices.ContainsFunc(notRun, func(key string) bool { _, ok := attributes.Get(key); return ok })
}

// aiToolCall is the name that the Vercel AI SDK gives the spans of its tools.
const aiToolCall = "ai.toolCall"

// marked reports whether there is an attribute by which a framework may mark the
// span of a tool. Every span without deltas is asked, so that it must cost nothing.
func marked(attributes pcommon.Map) bool {
	for key := range attributes.All() {
		switch key {
		case keyOperation, keyOpenInference, keyTraceloop:
			return true
		}
	}
	return false
}

// Tool returns the name of the tool that a span is of, "" if it is not known.
func Tool(span ptrace.Span) string {
	a := span.Attributes()
	if name := cmp.Or(recording.Text(a, keyToolName), recording.Text(a, "ai.toolCall.name"), recording.Text(a, "tool.name")); name != "" {
		return name
	}
	switch operation, name, named := strings.Cut(span.Name(), " "); {
	case operation == "execute_tool" && named:
		return name
	case operation == "execute_tool", operation == aiToolCall:
		return ""
	}
	return span.Name()
}
