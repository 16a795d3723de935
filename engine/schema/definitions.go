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
//	{"toolSpec": {"name": …, "inputSchema": {"json": {…}}}}
//	{"functionDeclarations": [{"name": …, "parameters": {…}}]}
//
// A schema in Gemini's words (types in capitals) is read as what it means. A tool
// without a schema takes any object. Entries that are no functions of the client's are
// left out. Text that is no such list, or longer than [MaxDefinitions], gives an empty
// set and one violation.
func CompileDefinitions(dialect Dialect, text []byte) (*Set, []Violation) {
	var d strictjson.Document
	if len(text) > MaxDefinitions {
		return &Set{unreadable: true}, []Violation{{ID: finding.InvalidToolSchemas}}
	}
	if err := d.Parse(text, maxDepth); err != nil || d.Root().Kind() != strictjson.Array {
		return &Set{unreadable: true}, []Violation{{ID: finding.InvalidToolSchemas}}
	}
	schemas := map[string][]byte{}
	add := func(tool strictjson.Value) {
		if name := tool.Get("name"); name.Kind() == strictjson.String && !name.Is("") {
			schemas[name.Text()] = parameters(tool)
		}
	}
	for entry := d.Root().First(); entry.Exists(); entry = d.Root().After(entry) {
		switch functions := declared(entry); {
		case functions.Exists():
			for f := functions.First(); f.Exists(); f = functions.After(f) {
				add(f)
			}
		case entry.Get("function").Kind() == strictjson.Object:
			add(entry.Get("function"))
		case entry.Get("toolSpec").Kind() == strictjson.Object:
			add(entry.Get("toolSpec"))
		default:
			add(entry)
		}
	}
	return compileSet(dialect, schemas, maxSetWeight)
}

// declared are the functions of an entry of Gemini's, which are a list of their own.
func declared(entry strictjson.Value) strictjson.Value {
	for _, member := range []string{"functionDeclarations", "function_declarations"} {
		if list := entry.Get(member); list.Kind() == strictjson.Array {
			return list
		}
	}
	return strictjson.Value{}
}

// parameters returns the schema of a tool's input.
func parameters(tool strictjson.Value) []byte {
	for _, member := range []string{
		"parameters", "input_schema", "inputSchema", "parametersJsonSchema", "parameters_json_schema",
	} {
		p := tool.Get(member)
		if !p.Given() {
			continue
		}
		if inside := p.Get("json"); inside.Kind() == strictjson.Object && p.Len() == 1 { // Bedrock's
			p = inside
		}
		return fromOpenAPI(p)
	}
	return []byte(`{"type":"object","additionalProperties":true}`)
}
