package processor

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolverdict/toolverdict/engine/handover"
	"github.com/toolverdict/toolverdict/engine/strictjson"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// Where others record the calls that an adapter handed over.
const (
	keyOutputMessages  = "gen_ai.output.messages"
	keyVercelCalls     = "ai.response.toolCalls"
	openInferencePath  = "llm.output_messages."
	openInferenceCalls = ".message.tool_calls."
)

// handedOver reads the calls that the adapter handed over, from the first place
// that shows any. A span that shows none proves nothing: most instrumentation
// leaves them out. So does one that shows too many. flat says that each call is spread
// over attributes, of which the SDK may have dropped some.
func handedOver(attributes pcommon.Map, maxBytes int) (calls []handover.Call, flat bool) {
	if calls = listedHanded(attributes, maxBytes); len(calls) == 0 {
		calls, flat = openInference(attributes, maxBytes), true
	}
	if len(calls) > maxHanded {
		return nil, false
	}
	return calls, flat
}

// listedHanded reads the attributes that hold all calls at once.
func listedHanded(attributes pcommon.Map, maxBytes int) []handover.Call {
	for _, read := range []struct {
		key   string
		calls func(strictjson.Value) []handover.Call
	}{{keyOutputMessages, outputMessages}, {keyVercelCalls, vercelCalls}} {
		v, ok := attributes.Get(read.key)
		if !ok {
			continue
		}
		var d strictjson.Document
		text := recording.AppendPayload(nil, v, maxBytes)
		if len(text) > maxBytes || d.Parse(text, handedDepth) != nil {
			continue
		}
		if calls := read.calls(d.Root()); len(calls) > 0 {
			return calls
		}
	}
	return nil
}

// outputMessages reads the parts of the semantic conventions' messages.
func outputMessages(messages strictjson.Value) (calls []handover.Call) {
	for m := messages.First(); m.Exists(); m = messages.After(m) {
		parts := m.Get("parts")
		for part := parts.First(); part.Exists(); part = parts.After(part) {
			if part.Get("type").Is("tool_call") {
				calls = append(calls, handover.Call{
					ID: part.Get("id").Text(), Name: part.Get("name").Text(), Nameless: !part.Get("name").Exists(), Arguments: recorded(part.Get("arguments")),
				})
			}
		}
	}
	return calls
}

// vercelCalls reads the list of Vercel's AI SDK. Calls that the provider ran are in it
// too.
func vercelCalls(list strictjson.Value) (calls []handover.Call) {
	for v := list.First(); v.Exists(); v = list.After(v) {
		if v.Get("providerExecuted").Kind() == strictjson.True {
			continue
		}
		input := v.Get("input")
		if !input.Exists() {
			input = v.Get("args")
		}
		calls = append(calls, handover.Call{
			ID: v.Get("toolCallId").Text(), Name: v.Get("toolName").Text(), Nameless: !v.Get("toolName").Exists(), Arguments: recorded(input),
		})
	}
	return calls
}

// recorded is the JSON text of recorded arguments, nil if there is none, or it was
// masked or cut.
func recorded(v strictjson.Value) []byte {
	switch v.Kind() {
	case strictjson.Missing, strictjson.Null:
		return nil
	case strictjson.String:
		return whole(v.AppendText([]byte{}))
	}
	return slices.Clone(v.Raw())
}

// masks matches what stands in place of arguments that were not to be recorded.
var masks = regexp.MustCompile(`(?i)^[\[<({*]*\s*(redacted|masked|filtered|omitted|removed|hidden|\*+)[\w\s]*[\])>}*]*$`)

// shortened matches text that its recorder has cut and says so.
var shortened = regexp.MustCompile(`(?i)(\.{3}|…|\btruncated\W*)$`)

// whole returns arguments as they were recorded, nil if they were masked or cut: that
// they differ from the wire is then the recorder's doing.
func whole(text []byte) []byte {
	if masks.Match(text) || wasCut(text) {
		return nil
	}
	return text
}

// wasCut reports whether arguments look as if their recorder had cut them. An adapter
// that puts them together wrongly leaves more behind than the beginning of a value.
func wasCut(text []byte) bool {
	if !recording.LooksCut(text) && !shortened.Match(text) {
		return false
	}
	_, err := strictjson.Decode(text, handedDepth)
	var defect *strictjson.Error
	return errors.As(err, &defect) && defect.Reason == strictjson.Truncated
}

// openInference reads calls that OpenInference flattens into attributes.
func openInference(attributes pcommon.Map, maxBytes int) []handover.Call {
	type place struct{ message, call int }
	found := map[place]*handover.Call{}
	var order []place
	for key, value := range attributes.All() {
		rest, ok := strings.CutPrefix(key, openInferencePath)
		if !ok {
			continue
		}
		message, rest, ok := strings.Cut(rest, openInferenceCalls)
		call, field, ok2 := strings.Cut(rest, ".tool_call.")
		m, err := strconv.Atoi(message)
		c, err2 := strconv.Atoi(call)
		if !ok || !ok2 || err != nil || err2 != nil {
			continue
		}
		at := place{m, c}
		if found[at] == nil {
			if len(order) > maxHanded {
				break
			}
			found[at] = &handover.Call{Nameless: true}
			order = append(order, at)
		}
		setField(found[at], field, recording.AppendPayload(nil, value, maxBytes), maxBytes)
	}
	slices.SortFunc(order, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.message, b.message), cmp.Compare(a.call, b.call))
	})
	var calls []handover.Call
	for _, at := range order {
		calls = append(calls, *found[at])
	}
	return calls
}

// setField sets one field; arguments that are too long count as not recorded.
func setField(c *handover.Call, field string, value []byte, maxBytes int) {
	switch {
	case field == "id":
		c.ID = string(value)
	case field == "function.name":
		c.Name, c.Nameless = string(value), false
	case field == "function.arguments" && len(value) <= maxBytes:
		c.Arguments = whole(value)
	}
}
