package recording

import (
	"math"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/pcommon"
)

func TestPayloadsAsJSON(t *testing.T) {
	for name, test := range map[string]struct {
		set  func(pcommon.Value)
		want string
	}{
		"text is left as it is":  {func(v pcommon.Value) { v.SetStr(`{"a": 1,}`) }, `{"a": 1,}`},
		"bytes are left as well": {func(v pcommon.Value) { v.SetEmptyBytes().FromRaw([]byte("{\xff}")) }, "{\xff}"},
		"a map": {func(v pcommon.Value) {
			m := v.SetEmptyMap()
			m.PutStr("text", "<\"\n>")
			m.PutInt("large", math.MaxInt64)
			m.PutDouble("whole", 1_000_000)
			m.PutDouble("part", -0.5)
			m.PutBool("flag", true)
			m.PutEmpty("nothing")
			m.PutEmptyBytes("bytes").FromRaw([]byte("hi"))
			m.PutEmptySlice("list").AppendEmpty().SetInt(1)
			m.PutEmptyMap("map")
		}, `{"text":"<\"\n>","large":9223372036854775807,"whole":1000000,"part":-0.5,"flag":true,"nothing":null,"bytes":"aGk=","list":[1],"map":{}}`},
		"maps too deep end it": {func(v pcommon.Value) {
			for range MaxNesting + 5 {
				v = v.SetEmptyMap().PutEmpty("")
			}
		}, strings.Repeat(`{"":`, MaxNesting) + "{"},
		"a list":                {func(v pcommon.Value) { s := v.SetEmptySlice(); s.AppendEmpty().SetInt(1); s.AppendEmpty().SetStr("b") }, `[1,"b"]`},
		"no number ends it":     {func(v pcommon.Value) { v.SetEmptyMap().PutDouble("x", math.NaN()) }, `{"x":`},
		"infinity ends it":      {func(v pcommon.Value) { v.SetEmptySlice().AppendEmpty().SetDouble(math.Inf(-1)) }, `[`},
		"no UTF-8 ends it":      {func(v pcommon.Value) { v.SetEmptyMap().PutStr("x", "\xff") }, `{"x":`},
		"a key of none as well": {func(v pcommon.Value) { v.SetEmptyMap().PutStr("\xff", "x") }, `{`},
	} {
		t.Run(name, func(t *testing.T) {
			v := pcommon.NewValueEmpty()
			test.set(v)
			if got := string(AppendPayload(nil, v, 1<<20)); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestWhatLooksCut(t *testing.T) {
	for _, c := range []struct {
		payload string
		want    bool
	}{
		{"", false},
		{`{"a":"` + strings.Repeat("x", 26), true},               // 32 bytes
		{`{"a":"` + strings.Repeat("x", 27), false},              // 33
		{`{"a":"` + strings.Repeat("é", 94), true},               // 100 characters
		{`{"a":"` + strings.Repeat("x", 2994), true},             // 3000
		{`{"a":"` + strings.Repeat("x", 92) + `"}`, false},       // whole
		{`{"a":1,"a":"` + strings.Repeat("x", 86) + `"}`, false}, // whole, though not strict
	} {
		if got := LooksCut([]byte(c.payload)); got != c.want {
			t.Errorf("%d bytes %.12s…: cut %v", len(c.payload), c.payload, got)
		}
	}
}
