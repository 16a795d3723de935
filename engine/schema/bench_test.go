package schema_test

import (
	"strings"
	"testing"

	"github.com/toolverdict/toolverdict/engine/schema"
	"github.com/toolverdict/toolverdict/engine/strictjson"
)

const orderSchema = `{"type":"object","properties":{
	"customer":{"type":"string","pattern":"^[a-z0-9-]+$"},
	"priority":{"enum":["low","normal","high"]},
	"express":{"type":"boolean"},
	"note":{"type":["string","null"]},
	"total":{"type":"number","minimum":0},
	"address":{"type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}},"required":["city"],"additionalProperties":false},
	"lines":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/line"}}
},"required":["customer","lines"],"additionalProperties":false,
"$defs":{"line":{"type":"object","properties":{"sku":{"type":"string"},"count":{"type":"integer","minimum":1}},"required":["sku"]}}}`

const orderSchemaConservative = `{"type":"object","properties":{
	"customer":{"type":"string"},
	"priority":{"enum":["low","normal","high"]},
	"express":{"type":"boolean"},
	"note":{"type":"string"},
	"total":{"type":"number","minimum":0},
	"address":{"type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}},"required":["city"]},
	"lines":{"type":"array","minItems":1,"items":{"type":"object","properties":{"sku":{"type":"string"},"count":{"type":"integer","minimum":1}},"required":["sku"]}}
},"required":["customer","lines"]}`

// order is an order with that many lines: 1 for about 200 bytes, 60 for 2 KB.
func order(lines int) string {
	return `{"customer":"c-4711","priority":"high","express":true,"note":"ring twice","total":99.5,` +
		`"address":{"street":"Main Street 1","city":"Springfield"},` +
		`"lines":[` + strings.Repeat(`{"sku":"a-1234","count":2},`, lines-1) + `{"sku":"b-5678","count":1}]}`
}

func BenchmarkValidate(b *testing.B) {
	for _, dialect := range []struct {
		is   schema.Dialect
		text string
	}{{schema.JSONSchema, orderSchema}, {schema.Conservative, orderSchemaConservative}} {
		set, violations := schema.Compile(dialect.is, map[string][]byte{"order": []byte(dialect.text)})
		if len(violations) > 0 {
			b.Fatal(violations)
		}
		for _, size := range []struct {
			name  string
			lines int
		}{{"200B", 1}, {"2KB", 68}} {
			b.Run(dialect.is.String()+"/"+size.name, func(b *testing.B) {
				text := order(size.lines)
				value, err := strictjson.Decode([]byte(text), 10)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					if v := set.Lookup("order").Validate(value, nil); len(v) > 0 {
						b.Fatal(v)
					}
				}
			})
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		schema.Compile(schema.JSONSchema, map[string][]byte{"order": []byte(orderSchema)})
	}
}
