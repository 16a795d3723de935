package wire

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"testing"
)

func TestReadmeTableIsCurrent(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(readme, Markdown()) {
		t.Error("the README's table of formats is not what the table says: put the output of `toolverdict formats --markdown` there")
	}
}

func TestRowsAreComplete(t *testing.T) {
	for _, f := range Formats() {
		if Lookup(f.Name) != f {
			t.Errorf("%s is not found by its name", f.Name)
		}
		if f.Recognise == nil || f.Open == nil || len(f.Terminals) == 0 || f.Traits.List == "" {
			t.Errorf("%s lacks a part", f.Name)
		}
		if len(f.Shown.IDs) == 0 || !slices.Contains(f.Shown.Words, "type") {
			t.Errorf("%s does not say what stays when it is redacted; by the type of an event others tell it apart", f.Name)
		}
		for i, v := 0, reflect.ValueOf(f.Describe); i < v.NumField(); i++ {
			if v.Field(i).String() == "" {
				t.Errorf("%s: %s is not described", f.Name, v.Type().Field(i).Name)
			}
		}
	}
	if Lookup("auto") != nil {
		t.Error("auto is a format")
	}
}
