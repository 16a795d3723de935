package main

// An Adapter is one way in which applications read streams and run tools.
type Adapter struct {
	// Name is how the adapter's process knows it, and part of its URL.
	Name string
	// Title is its column in the table.
	Title string
	// Format is the wire format that it reads.
	Format string
	// Language is the process that it is in: node or go.
	Language string
	// Packages are what its versions are shown of.
	Packages []string
	// Loop says who runs the tools.
	Loop string
	// Spans says where its spans come from.
	Spans string
}

// Where spans come from.
const (
	ownSpans  = "the SDK's own"
	thinSpans = "a thin wrapper of ours, by the GenAI conventions"
)

// adapters are all that are measured, in the order of the table.
var adapters = []Adapter{
	{"vercel-openai", "Vercel AI SDK", "openai", "node", []string{"ai", "@ai-sdk/openai", "@ai-sdk/otel"}, "`streamText` with `execute`", ownSpans},
	{"langchain-openai", "LangChain.js", "openai", "node", []string{"langchain", "@langchain/core", "@langchain/openai", "@arizeai/openinference-instrumentation-langchain"}, "`createAgent`", "OpenInference's instrumentation"},
	{"openai-runtools", "OpenAI Node, `runTools`", "openai", "node", []string{"openai"}, "`runTools` with `zodFunction`", thinSpans},
	{"openai-manual", "OpenAI Node, own loop", "openai", "node", []string{"openai"}, "`stream` and `finalChatCompletion`, then `JSON.parse`", thinSpans},
	{"go-openai", "OpenAI Go, own loop", "openai", "go", []string{"github.com/openai/openai-go/v3"}, "`ChatCompletionAccumulator`, then `json.Unmarshal`", thinSpans},
	{"vercel-responses", "Vercel AI SDK", "openai_responses", "node", []string{"ai", "@ai-sdk/openai", "@ai-sdk/otel"}, "`streamText` with `execute`", ownSpans},
	{"langchain-responses", "LangChain.js", "openai_responses", "node", []string{"langchain", "@langchain/core", "@langchain/openai", "@arizeai/openinference-instrumentation-langchain"}, "`createAgent`", "OpenInference's instrumentation"},
	{"openai-responses-runner", "OpenAI Node, `ResponsesToolRunner`", "openai_responses", "node", []string{"openai"}, "`ResponsesToolRunner` with `zodResponsesFunction`, streaming", thinSpans},
	{"openai-responses-runner-eager", "OpenAI Node, `ResponsesToolRunner`, eager", "openai_responses", "node", []string{"openai"}, "the same with `eager`", thinSpans},
	{"openai-responses", "OpenAI Node, own loop", "openai_responses", "node", []string{"openai"}, "`responses.stream` and `finalResponse`, then `JSON.parse`", thinSpans},
	{"vercel-anthropic", "Vercel AI SDK", "anthropic", "node", []string{"ai", "@ai-sdk/anthropic", "@ai-sdk/otel"}, "`streamText` with `execute`", ownSpans},
	{"langchain-anthropic", "LangChain.js", "anthropic", "node", []string{"langchain", "@langchain/core", "@langchain/anthropic", "@arizeai/openinference-instrumentation-langchain"}, "`createAgent`", "OpenInference's instrumentation"},
	{"anthropic-toolrunner", "Anthropic Node, `toolRunner`", "anthropic", "node", []string{"@anthropic-ai/sdk"}, "`beta.messages.toolRunner` with `betaZodTool`, streaming", ownSpans},
	{"anthropic-toolrunner-eager", "Anthropic Node, `toolRunner`, eager", "anthropic", "node", []string{"@anthropic-ai/sdk"}, "the same with `runToolsEagerly`", ownSpans},
	{"anthropic-manual", "Anthropic Node, own loop", "anthropic", "node", []string{"@anthropic-ai/sdk"}, "`messages.stream` and `finalMessage`", "the SDK's own; those of tools a thin wrapper's"},
	{"go-anthropic-toolrunner", "Anthropic Go, tool runner", "anthropic", "go", []string{"github.com/anthropics/anthropic-sdk-go"}, "`NewToolRunnerStreaming`", ownSpans},
	{"go-anthropic", "Anthropic Go, own loop", "anthropic", "go", []string{"github.com/anthropics/anthropic-sdk-go"}, "`Accumulate` and `AsAny`, then `json.Unmarshal`", "the SDK's own; those of tools a thin wrapper's"},
}
