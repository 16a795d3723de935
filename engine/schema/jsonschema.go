package schema

import (
	"errors"
	"fmt"
	"maps"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolverdict/toolverdict/engine/finding"
)

// location names the schema document; it is never fetched.
const location = "urn:toolverdict:tool-schema"

// A jsonSchema is a schema of the json_schema dialect.
type jsonSchema struct {
	compiled *jsonschema.Schema
	declared map[string]bool // property names that paths may show
}

func compileJSONSchema(root map[string]any) *Schema {
	s := survey{declared: map[string]bool{}}
	s.schema(root, "")
	out := &Schema{problems: tidy(s.problems)}
	if len(out.problems) > 0 {
		return out
	}
	compiled, err := build(root)
	if err != nil {
		out.problems = []Violation{{ID: finding.InvalidSchema}}
		return out
	}
	out.check = &jsonSchema{compiled, s.declared}
	return out
}

// build compiles with a library that is not ours to trust with hostile input:
// a panic in it is an invalid schema.
func build(root map[string]any) (compiled *jsonschema.Schema, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("the schema can't be compiled")
		}
	}()
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.AssertContent()
	for _, f := range numberFormats {
		c.RegisterFormat(f)
	}
	if err := c.AddResource(location, withoutAnnotations(root)); err != nil {
		return nil, err
	}
	return c.Compile(location)
}

// withoutAnnotations drops keys that OpenAPI allows and JSON Schema would read
// as something else; none is left that promises anything.
func withoutAnnotations(root map[string]any) map[string]any {
	clean := maps.Clone(root)
	delete(clean, "example")
	return clean
}

// noLoader refuses every document but the schema itself.
type noLoader struct{}

func (noLoader) Load(string) (any, error) {
	return nil, errors.New("references to other documents are not followed")
}

func (j *jsonSchema) validate(value any) (out []Violation) {
	defer func() {
		if recover() != nil { // the library is not ours to trust with hostile input
			out = []Violation{{ID: finding.InvalidSchema}}
		}
	}()
	err := j.compiled.Validate(value)
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		j.collect(invalid, value, &out)
	} else if err != nil {
		out = append(out, Violation{ID: finding.InvalidSchema})
	}
	return out
}

// collect walks to the errors that say what is wrong. Alternatives are reported
// as one violation: which branch was meant is not known.
func (j *jsonSchema) collect(e *jsonschema.ValidationError, root any, out *[]Violation) {
	at := j.path(e.InstanceLocation, root)
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		for _, cause := range e.Causes {
			j.collect(cause, root, out)
		}
	case *kind.Required:
		for _, name := range k.Missing {
			*out = append(*out, Violation{finding.SchemaRequired, at + j.token(name)})
		}
	case *kind.AdditionalProperties:
		*out = append(*out, Violation{finding.SchemaAdditional, at + "/*"})
	case *kind.PropertyNames, *kind.ContentSchema:
		// The library gives these a location that later siblings overwrite.
		*out = append(*out, Violation{ID: rule(e.ErrorKind)})
	default:
		*out = append(*out, Violation{rule(e.ErrorKind), at})
	}
}

// rule names what a keyword's violation is called.
func rule(k jsonschema.ErrorKind) finding.ID {
	switch k.(type) {
	case *kind.Type:
		return finding.SchemaType
	case *kind.Enum:
		return finding.SchemaEnum
	case *kind.MinItems:
		return finding.SchemaMinItems
	case *kind.MaxItems:
		return finding.SchemaMaxItems
	case *kind.Minimum:
		return finding.SchemaMinimum
	case *kind.Maximum:
		return finding.SchemaMaximum
	case *kind.Not:
		return finding.Join(string(finding.SchemaViolation), "not")
	case *kind.FalseSchema:
		return finding.Join(string(finding.SchemaViolation), "false")
	}
	if path := k.KeywordPath(); len(path) > 0 {
		return finding.Join(string(finding.SchemaViolation), path[0])
	}
	return finding.SchemaViolation
}

// path turns a location into a pointer that shows declared names only.
func (j *jsonSchema) path(tokens []string, value any) string {
	path := ""
	for _, token := range tokens {
		if list, ok := value.([]any); ok {
			var i int
			if _, err := fmt.Sscanf(token, "%d", &i); err == nil && i < len(list) {
				path, value = path+"/"+token, list[i]
				continue
			}
		}
		path += j.token(token)
		object, _ := value.(map[string]any)
		value = object[token]
	}
	return path
}

func (j *jsonSchema) token(name string) string { return declaredToken(j.declared, name) }
