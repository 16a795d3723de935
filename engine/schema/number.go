package schema

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolverdict/toolverdict/engine/strictjson"
)

// numberFormats are OpenAPI's, which JSON Schema leaves to others.
var numberFormats = []*jsonschema.Format{
	{Name: "int32", Validate: integerFormat(32)},
	{Name: "int64", Validate: integerFormat(64)},
	{Name: "float", Validate: floatFormat(math.MaxFloat32)},
	{Name: "double", Validate: floatFormat(math.MaxFloat64)},
}

var errRange = errors.New("out of range")

// integerFormat accepts whole numbers of that many bits, however written.
func integerFormat(bits int) func(any) error {
	return func(v any) error {
		n, ok := v.(json.Number)
		if !ok {
			return nil // formats say nothing about other types
		}
		r := strictjson.Exact(n)
		if r == nil || !r.IsInt() {
			return errRange
		}
		if _, err := strconv.ParseInt(r.Num().String(), 10, bits); err != nil {
			return errRange
		}
		return nil
	}
}

func floatFormat(limit float64) func(any) error {
	return func(v any) error {
		n, ok := v.(json.Number)
		if !ok {
			return nil
		}
		if f, err := n.Float64(); err != nil || math.Abs(f) > limit {
			return errRange
		}
		return nil
	}
}
