package schema

import (
	"errors"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolverdict/toolverdict/engine/mask"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// location names the schema document; it is never fetched.
const location = "urn:toolverdict:tool-schema"

// A jsonSchema is a schema of the json_schema dialect.
type jsonSchema struct {
	compiled *jsonschema.Schema
	graph    *graph
	acceptor *acceptor
	declared map[string]bool // property names that paths may show
}

// compileJSONSchema compiles even if keywords are not enforced: a configuration
// may accept that, and then wants the rest checked.
func compileJSONSchema(root map[string]any, room int) *Schema {
	s := newSurvey(root)
	if len(s.schemas) > maxSchemas || s.weight() > room {
		s.invalid("")
	}
	out := &Schema{}
	if s.usable() {
		out.weight = s.weight()
		check, err := s.build(root)
		if err != nil {
			s.invalid(defectOf(err))
		} else {
			out.check = check
		}
	}
	out.problems = tidy(s.problems)
	return out
}

// build compiles with a library that is not ours to trust with hostile input:
// a panic in it is an invalid schema.
func (s *survey) build(root map[string]any) (check *jsonSchema, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("the schema can't be compiled")
		}
	}()
	c := newCompiler()
	if err := c.AddResource(location, root); err != nil {
		return nil, err
	}
	compiled, err := c.Compile(location)
	if err != nil {
		return nil, err
	}
	dynamic := make([]*jsonschema.Schema, len(s.dynamic))
	for i, pointer := range s.dynamic {
		if dynamic[i], err = c.Compile(location + "#" + escapeFragment(pointer)); err != nil {
			return nil, err
		}
	}
	g, err := newGraph(compiled, dynamic, s.schemas)
	if err != nil {
		return nil, err
	}
	g.mend()
	return &jsonSchema{compiled, g, acceptors{}.of(compiled), s.declared}, nil
}

func newCompiler() *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.UseRegexpEngine(compilePattern)
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.AssertContent()
	c.RegisterContentMediaType(strictMedia)
	for _, f := range numberFormats {
		c.RegisterFormat(f)
	}
	return c
}

// noLoader refuses every document but the schema itself.
type noLoader struct{}

func (noLoader) Load(string) (any, error) {
	return nil, errors.New("references to other documents are not followed")
}

// mend replaces what the library does in ways that don't suit: locations that
// change, and patterns that were reported and are to be ignored.
func (g *graph) mend() {
	for i := range g.nodes {
		s := g.nodes[i].schema
		if _, ignored := s.Pattern.(ignoredPattern); ignored {
			s.Pattern = nil
		}
		for re := range s.PatternProperties {
			if _, ignored := re.(ignoredPattern); ignored {
				delete(s.PatternProperties, re)
			}
		}
		if s.Format != nil && s.Format.Name == patternFormat.Name {
			s.Format = patternFormat
		}
		if s.PropertyNames != nil {
			s.Extensions = append(s.Extensions, propertyNames{s.PropertyNames})
			s.PropertyNames = nil
		}
		if s.ContentSchema != nil {
			s.Extensions = append(s.Extensions, contentSchema{s.ContentEncoding, s.ContentSchema})
			s.ContentSchema = nil
		}
	}
}

func (j *jsonSchema) accepts(v strictjson.Value) bool {
	e := acceptance{acceptSteps * (fewNodes + v.Size())}
	return e.value(j.acceptor, v)
}

func (j *jsonSchema) validate(value any, m *mask.Masks, b *Budget) (out violations) {
	defer func() {
		if recover() != nil { // the library is not ours to trust with hostile input
			out = tooMuch()
		}
	}()
	if !j.graph.affordable(value, b) {
		return tooMuch()
	}
	if m.In(value) {
		return j.validateMasked(value, m)
	}
	err := j.compiled.Validate(value)
	if err == nil {
		return nil
	}
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		j.collect(invalid, value, &out)
	}
	if len(out) == 0 {
		return tooMuch()
	}
	return out
}
