package schema

import (
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// MaxDefinitions is how long the text of tool definitions may be, in bytes.
const MaxDefinitions = 1 << 20

// CompileDefinitions compiles the tool definitions that telemetry records, a
// JSON list of tools in any of the usual shapes:
//
//	{"type": "function", "name": …, "parameters": {…}}
//	{"type": "function", "function": {"name": …, "parameters": {…}}}
//	{"name": …, "input_schema": {…}}
//
// A tool without a schema takes any object. Entries that are no functions of the
// client's are left out. Text that is no such list, or longer than [MaxDefinitions], gives
// an empty set and one violation.
func CompileDefinitions(dialect Dialect, text []byte) (*Set, []Violation) {
	var d strictjson.Document
	if len(text) > MaxDefinitions {
		return &Set{unreadable: true}, []Violation{{ID: finding.InvalidToolSchemas}}
	}
	if err := d.Parse(text, maxDepth); err != nil || d.Root().Kind() != strictjson.Array {
		return &Set{unreadable: true}, []Violation{{ID: finding.InvalidToolSchemas}}
	}
	schemas := map[string][]byte{}
	for entry := d.Root().First(); entry.Exists(); entry = d.Root().After(entry) {
		tool := entry
		if function := tool.Get("function"); function.Kind() == strictjson.Object {
			tool = function
		}
		if name := tool.Get("name"); name.Kind() == strictjson.String && !name.Is("") {
			schemas[name.Text()] = parameters(tool)
		}
	}
	return compileSet(dialect, schemas, maxSetWeight)
}

// parameters returns the schema of a tool's input.
func parameters(tool strictjson.Value) []byte {
	for _, member := range []string{"parameters", "input_schema", "inputSchema"} {
		if p := tool.Get(member); p.Given() {
			return p.Raw()
		}
	}
	return []byte(`{"type":"object","additionalProperties":true}`)
}
