package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func load(t *testing.T, name string) []advisory {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	list, err := read(file)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestVulnerabilitiesOfDependenciesAreFatal(t *testing.T) {
	for name, want := range map[string]struct{ out, err string }{
		"none.json":   {"", ""},
		"stdlib.json": {"warning  GO-2026-0001  stdlib v1.26.8, fixed in v1.99.0: Sorting is slow\n", ""},
		"both.json": {
			"warning  GO-2026-0001  stdlib v1.26.8, fixed in v1.99.0: Sorting is slow\n" +
				"error    GO-2026-0002  example.com/schemas v6.0.3, no version without it: Schemas compile\n",
			"1 known vulnerabilities in modules that we depend on: update them",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			got := ""
			if err := judge(load(t, name), &out); err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(want.out, out.String()); diff != "" {
				t.Error(diff)
			}
			if got != want.err {
				t.Errorf("error %q, want %q", got, want.err)
			}
		})
	}
}

func TestAnUnreachableDatabaseIsSaidAndNotFatal(t *testing.T) {
	var out strings.Builder
	complaint := `govulncheck: fetching vulnerabilities: Get "https://db.example/index/modules.json.gz": dial tcp: lookup db.example: no such host` + "\n"
	if err := explain(errors.New("exit status 1"), complaint, &out); err != nil {
		t.Error(err)
	}
	if want := "NOT CHECKED for known vulnerabilities: Go's vulnerability database can't be reached from here.\n"; out.String() != want {
		t.Errorf("output %q", out.String())
	}
}

func TestOtherFailuresAreFatal(t *testing.T) {
	var out strings.Builder
	err := explain(errors.New("exit status 1"), "govulncheck: loading packages: x.go:1:1: expected 'package'\n", &out)
	if want := "govulncheck: exit status 1: govulncheck: loading packages: x.go:1:1: expected 'package'"; err == nil || err.Error() != want || out.Len() > 0 {
		t.Errorf("error %v, output %q", err, out.String())
	}
	if _, err := read(strings.NewReader(`{"osv":`)); err == nil {
		t.Error("cut output is accepted")
	}
}
