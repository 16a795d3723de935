package wire

import "strings"

// table has one row for each format. A format that others look like stands
// first; [disambiguate] chooses between them.
var table = []*Format{openAI, mistral, anthropic, openAIResponses, bedrockConverse, gemini, cohere, ollama}

// disambiguate tells mistral from openai, whose chunks look the same.
func disambiguate(f *Format, hint string) *Format {
	if f == openAI && strings.HasPrefix(strings.ToLower(hint), "mistral") {
		return mistral
	}
	return f
}
