// Package wire knows the wire formats: how each provider streams a tool call.
//
// # One row, one file
//
// Every format is one row of the table in table.go and one file. The row says
// how the format is recognised and in what it differs from the others; the file
// has a reader that tells an [assembly.Assembly] what each delta means. What
// contradicts what is decided there, once for all formats.
//
// # Terms
//
// A delta is one event of a provider's stream, as JSON. Its terminal evidence
// is what the provider itself sends to say that a call, or the turn, is
// complete. Neither the end of the stream nor "[DONE]" nor arguments that parse
// are terminal evidence in any format.
//
// # Sources
//
// The grammars follow the providers' published types and recorded streams:
//
//   - openai: Chat Completions chunks, and what compatible servers make of them
//   - mistral: the same, with calls that may come without an index
//   - anthropic: Messages events
//   - openai_responses: Responses events
//   - bedrock_converse: ConverseStream events, each named by its only member
//   - gemini: generateContent chunks, with Vertex partial arguments
//   - cohere: chat events, version 2
//   - ollama: lines of /api/chat
package wire
