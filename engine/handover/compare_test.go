package handover_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/handover"
	"github.com/toolverdict/toolverdict/engine/mask"
)

func wire(id, name, arguments string) handover.Wire {
	return handover.Wire{ID: id, Name: name, Arguments: arguments}
}

func as(s handover.Standing, w handover.Wire) handover.Wire {
	w.Standing = s
	return w
}

func handed(id, name, arguments string) handover.Call {
	return handover.Call{ID: id, Name: name, Arguments: []byte(arguments)}
}

func TestCompare(t *testing.T) {
	const same = finding.ID("")
	masks, err := mask.Rules{}.Compile()
	if err != nil {
		t.Fatal(err)
	}
	a, b := wire("a", "f", `{"x":1}`), wire("b", "g", `{}`)
	for _, c := range []struct {
		what   string
		wire   []handover.Wire
		handed []handover.Call
		want   []handover.Pair
	}{
		{"nothing", nil, nil, nil},
		{"the same, in another order and form", []handover.Wire{a, b}, []handover.Call{handed("b", "g", ""), handed("a", "f", `{ "x": 1.0 }`)}, []handover.Pair{{1, 0, same}, {0, 1, same}}},
		{"numbers are exact", []handover.Wire{wire("a", "f", `{"x":9007199254740993}`)}, []handover.Call{handed("a", "f", `{"x":9007199254740992}`)}, []handover.Pair{{0, 0, finding.EmittedArgumentsDiffer}}},
		{"keys in another order", []handover.Wire{wire("a", "f", `{"x":[1,{"y":null}],"z":true}`)}, []handover.Call{handed("a", "f", `{"z":true,"x":[1,{"y":null}]}`)}, []handover.Pair{{0, 0, same}}},
		{"no JSON is equal to nothing", []handover.Wire{a}, []handover.Call{handed("a", "f", `{"x":1}{"x":1}`)}, []handover.Pair{{0, 0, finding.EmittedArgumentsDiffer}}},
		{"arguments not recorded", []handover.Wire{a}, []handover.Call{{ID: "a", Name: "f"}}, []handover.Pair{{0, 0, same}}},
		{"masked on the wire", []handover.Wire{wire("a", "f", `{"x":"[redacted]#1","y":1}`)}, []handover.Call{handed("a", "f", `{"x":"z","y":1}`)}, []handover.Pair{{0, 0, same}}},
		{"masked by the adapter, as a whole", []handover.Wire{a}, []handover.Call{handed("a", "f", `[redacted]`)}, []handover.Pair{{0, 0, same}}},
		{"masked, and another beside it", []handover.Wire{wire("a", "f", `{"x":"[redacted]","y":1}`)}, []handover.Call{handed("a", "f", `{"x":"z","y":2}`)}, []handover.Pair{{0, 0, finding.EmittedArgumentsDiffer}}},
		{"masked on both sides, but not the same", []handover.Wire{wire("a", "f", `{"x":"[redacted]#1"}`)}, []handover.Call{handed("a", "f", `{"x":"[redacted]#2"}`)}, []handover.Pair{{0, 0, finding.EmittedArgumentsDiffer}}},
		{"name grown", []handover.Wire{a}, []handover.Call{handed("a", "ff", `{"x":1}`)}, []handover.Pair{{0, 0, finding.EmittedIdentityDiffers}}},
		{"name lost", []handover.Wire{a}, []handover.Call{handed("a", "", `{"x":1}`)}, []handover.Pair{{0, 0, finding.EmittedIdentityDiffers}}},
		{"name not recorded", []handover.Wire{a}, []handover.Call{{ID: "a", Nameless: true, Arguments: []byte(`{"x":1}`)}}, []handover.Pair{{0, 0, same}}},
		{"name not recorded, another id", []handover.Wire{a}, []handover.Call{{ID: "m", Nameless: true}}, []handover.Pair{{0, 0, finding.EmittedIdentityDiffers}}},
		{"the provider's own beside it", []handover.Wire{a}, []handover.Call{{ID: "p", Name: "f", ByProvider: true}, handed("a", "f", `{"x":1}`)}, []handover.Pair{{0, 1, same}}},
		{"the provider's own alone", []handover.Wire{a}, []handover.Call{{ID: "p", Name: "f", ByProvider: true}}, []handover.Pair{{0, -1, finding.EmittedCallMissing}}},
		{"type grown", []handover.Wire{a}, []handover.Call{{ID: "a", Name: "f", Type: "functionfunction"}}, []handover.Pair{{0, 0, finding.EmittedIdentityDiffers}}},
		{"id minted", []handover.Wire{a}, []handover.Call{handed("m", "f", `{"x":1}`)}, []handover.Pair{{0, 0, finding.EmittedIdentityDiffers}}},
		{"id lost", []handover.Wire{a}, []handover.Call{{Anonymous: true, Name: "f", Arguments: []byte(`{"x":1}`)}}, []handover.Pair{{0, 0, finding.EmittedIdentityDiffers}}},
		{"no id on either side", []handover.Wire{wire("", "f", `{}`)}, []handover.Call{{Anonymous: true, Name: "f"}}, []handover.Pair{{0, 0, same}}},
		{"id not recorded", []handover.Wire{a, b}, []handover.Call{handed("", "g", `{}`), handed("", "f", `{"x":1}`)}, []handover.Pair{{1, 0, same}, {0, 1, same}}},
		{"id minted where the wire has none", []handover.Wire{wire("", "f", `{}`), wire("", "f", `{"x":2}`)}, []handover.Call{handed("0", "f", `{}`), handed("1", "f", `{"x":2}`)}, []handover.Pair{{0, 0, same}, {1, 1, same}}},
		{"one lost", []handover.Wire{a, b}, []handover.Call{handed("b", "g", `{}`)}, []handover.Pair{{1, 0, same}, {0, -1, finding.EmittedCallMissing}}},
		{"one too many", []handover.Wire{a}, []handover.Call{handed("a", "f", `{"x":1}`), handed("a", "f", `{"x":1}`)}, []handover.Pair{{0, 0, same}, {-1, 1, finding.EmittedCallExtra}}},
		{"handed over of nothing", nil, []handover.Call{handed("a", "f", `{}`)}, []handover.Pair{{-1, 0, finding.EmittedCallExtra}}},
		{"blocked and refused", []handover.Wire{as(handover.Blocked, a)}, nil, nil},
		{"blocked and handed over", []handover.Wire{as(handover.Blocked, a)}, []handover.Call{handed("a", "f", `{"x":1}`), handed("b", "f", `{}`)}, []handover.Pair{{0, 0, finding.EmittedDespiteBlock}, {-1, 1, finding.EmittedDespiteBlock}}},
		{"a retry after a blocked turn", []handover.Wire{as(handover.Blocked, a), b}, []handover.Call{handed("b", "g", `{}`)}, []handover.Pair{{1, 0, same}}},
		{"evidence is missing", []handover.Wire{as(handover.Unknown, a)}, []handover.Call{handed("a", "h", `{"y":1}`), handed("z", "f", `{}`)}, []handover.Pair{{0, 0, same}}},
	} {
		t.Run(c.what, func(t *testing.T) {
			if diff := cmp.Diff(c.want, handover.Compare(c.wire, c.handed, 100, masks)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
