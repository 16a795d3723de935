package schema

import (
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolverdict/toolverdict/engine/strictjson"
)

const jsonMedia = "application/json"

// strictMedia reads embedded JSON as strictly as the arguments themselves.
var strictMedia = &jsonschema.MediaType{
	Name:          jsonMedia,
	Validate:      func(text []byte) error { _, err := strictjson.Decode(text, maxDepth); return err },
	UnmarshalJSON: func(text []byte) (any, error) { return strictjson.Decode(text, maxDepth) },
}

// propertyNames checks the names of an object's members. The library does so
// too, but gives the violation a location that later siblings overwrite.
type propertyNames struct{ names *jsonschema.Schema }

// Validate reports the object if any of its names is wrong.
func (p propertyNames) Validate(ctx *jsonschema.ValidatorContext, v any) {
	object, _ := v.(map[string]any)
	for name := range object {
		if ctx.Validate(p.names, name, []string{name}) != nil {
			ctx.AddError(&kind.PropertyNames{})
			return
		}
	}
}

// contentSchema checks the JSON that a string holds; it stands in for the
// library's for the same reason as [propertyNames].
type contentSchema struct {
	decoder *jsonschema.Decoder // nil: the text is not encoded
	content *jsonschema.Schema
}

// Validate reports the string if what it holds is wrong. That it holds no JSON
// at all is for contentMediaType to say.
func (c contentSchema) Validate(ctx *jsonschema.ValidatorContext, v any) {
	value, ok := c.decode(v)
	if ok && ctx.Validate(c.content, value, []string{""}) != nil {
		ctx.AddError(&kind.ContentSchema{})
	}
}

func (c contentSchema) decode(v any) (any, bool) {
	s, ok := v.(string)
	if !ok {
		return nil, false
	}
	content := []byte(s)
	if c.decoder != nil {
		decoded, err := c.decoder.Decode(s)
		if err != nil {
			return nil, false
		}
		content = decoded
	}
	value, err := strictjson.Decode(content, maxDepth)
	return value, err == nil
}
