package schema

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// collect walks to the errors that say what is wrong. Alternatives are reported
// as one violation: which branch was meant is not known.
func (j *jsonSchema) collect(e *jsonschema.ValidationError, root any, out *violations) {
	at := j.path(e.InstanceLocation, root)
	switch k := e.ErrorKind.(type) {
	case nil: // an error of a branch that was only asked whether it matches
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		for _, cause := range e.Causes {
			j.collect(cause, root, out)
		}
	case *kind.Required:
		for _, name := range k.Missing {
			out.add(finding.SchemaRequired, below(at, j.token(name)))
		}
	case *kind.AdditionalProperties:
		out.add(finding.SchemaAdditional, below(at, "/*"))
	default:
		out.add(rule(e.ErrorKind), at)
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
	case *kind.RefCycle, *kind.InvalidJsonValue:
		return finding.InvalidSchema
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
			if i, err := strconv.Atoi(token); err == nil && i < len(list) {
				path = below(path, "/"+token)
				value = list[i]
				continue
			}
		}
		path = below(path, j.token(token))
		object, _ := value.(map[string]any)
		value = object[token]
	}
	return path
}

func (j *jsonSchema) token(name string) string { return declaredToken(j.declared, name) }

// defectOf returns the pointer to what makes a schema no schema, the root where
// that is not known.
func defectOf(err error) string {
	var invalid *jsonschema.SchemaValidationError
	if !errors.As(err, &invalid) {
		return ""
	}
	cause, ok := errors.AsType[*jsonschema.ValidationError](invalid.Err)
	if !ok {
		return ""
	}
	_, fragment, _ := strings.Cut(invalid.URL, "#")
	base, err := url.PathUnescape(fragment)
	if err != nil {
		return ""
	}
	return base + deepest(cause)
}

// deepest returns the deepest pointer of an error and its causes, the first of
// those that are equally deep, so that it is the same every time.
func deepest(e *jsonschema.ValidationError) string {
	best, depth := pointer(e.InstanceLocation), len(e.InstanceLocation)
	for _, cause := range e.Causes {
		found := deepest(cause)
		if n := strings.Count(found, "/"); n > depth || n == depth && found < best {
			best, depth = found, n
		}
	}
	return best
}

func pointer(tokens []string) string {
	var path strings.Builder
	for _, token := range tokens {
		path.WriteString("/" + strictjson.EscapePointer(token))
	}
	return path.String()
}

// escapeFragment writes a pointer so that it may stand behind the # of a URL.
func escapeFragment(pointer string) string {
	tokens := strings.Split(pointer, "/")
	for i, token := range tokens {
		tokens[i] = url.PathEscape(token)
	}
	return strings.Join(tokens, "/")
}
