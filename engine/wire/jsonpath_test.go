package wire

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePath(t *testing.T) {
	name := func(s string) step { return step{name: s} }
	index := func(i int) step { return step{index: i, isIndex: true} }
	for path, want := range map[string][]step{
		"$.a":                                  {name("a")},
		"$.a.b":                                {name("a"), name("b")},
		"$.a_1-x.é":                            {name("a_1-x"), name("é")},
		"$['a']":                               {name("a")},
		`$["a.b"][0]`:                          {name("a.b"), index(0)},
		"$['']":                                {name("")},
		`$['say "hi"']`:                        {name(`say "hi"`)},
		"$['a]b']":                             {name("a]b")},
		"$.a[0][12].b":                         {name("a"), index(0), index(12), name("b")},
		"$[0]":                                 {index(0)},
		"$" + strings.Repeat("[0]", pathSteps): slicesOf(index(0), pathSteps),

		"": nil, "$": nil, "a": nil, ".a": nil, "@.a": nil, " $.a": nil, "$a": nil, "$.a ": nil,
		"$..a": nil, "$.*": nil, "$.a.*": nil, "$[*]": nil, "$.a.": nil, "$.": nil, "$.a b": nil,
		"$[-1]": nil, "$[01]": nil, "$[+1]": nil, "$[-0]": nil, "$[1.0]": nil, "$[]": nil, "$[0": nil, "$[": nil,
		"$[0:2]": nil, "$[0,1]": nil, "$[?@.a]": nil, "$[99999999999999999999]": nil,
		"$['a": nil, "$['a'": nil, `$['a"]`: nil, `$['a\'b']`: nil, `$["\u0061"]`: nil, "$['a','b']": nil, "$['a'].": nil,
		"$.a['b'": nil, "$.'a'": nil, "$.a'b": nil,
		"$" + strings.Repeat("[0]", pathSteps+1): nil,
	} {
		got, ok := parsePath(path)
		if ok != (want != nil) {
			t.Errorf("%s: ok is %t", path, ok)
			continue
		}
		if !ok {
			continue
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(step{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func slicesOf(s step, n int) (steps []step) {
	for range n {
		steps = append(steps, s)
	}
	return steps
}
