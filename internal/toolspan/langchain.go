package toolspan

import (
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolverdict/toolverdict/engine/strictjson"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// keyOutputValue is where OpenInference puts what a tool returned.
const keyOutputValue = "output.value"

// maxDepth is how deep it may be nested.
const maxDepth = 128

// answeredCall returns the id of the call that the output of a tool answers, "" if it
// is not known. OpenInference's spans of LangChain's tools show it nowhere else:
// LangChain makes a tool message of what a tool returned, and that names its call.
func answeredCall(attributes pcommon.Map, most int) string {
	v, ok := attributes.Get(keyOutputValue)
	if !ok {
		return ""
	}
	var d strictjson.Document
	message := recording.AppendPayload(nil, v, most)
	if len(message) > most || d.Parse(message, maxDepth) != nil {
		return ""
	}
	output := d.Root().Get("output")
	if serialised := output.Get("kwargs"); serialised.Exists() {
		output = serialised // the constructor and its arguments
	}
	return output.Get("tool_call_id").Text()
}
