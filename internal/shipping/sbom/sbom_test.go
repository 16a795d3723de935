package sbom

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

var update = flag.Bool("update", false, "write the golden anew")

const source = "github.com/toolverdict/toolverdict"

var moment = time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)

// built is a binary in which modules of every kind are.
var built = debug.BuildInfo{
	GoVersion: "go1.26.8 X:nodwarf5",
	Main:      debug.Module{Path: "github.com/toolverdict/otelcol-toolverdict", Version: "(devel)"},
	Deps: []*debug.Module{
		{Path: "github.com/Azure/go-things", Version: "v1.2.3+incompatible", Sum: "h1:as it is="},
		{Path: "github.com/asked/for", Version: "v0.2.0", Replace: &debug.Module{Path: "github.com/taken/instead", Version: "v0.1.0", Sum: "h1:of what was taken="}},
		{Path: source, Version: "v0.1.0", Replace: &debug.Module{Path: "../..", Version: "(devel)"}},
	},
	Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "-trimpath", Value: "true"}},
}

func TestDocument(t *testing.T) {
	sum := sha256.Sum256([]byte("a binary"))
	var out bytes.Buffer
	bom := document(&built, Binary{Version: "v0.1.1", Source: source, Time: moment}, sum[:])
	if err := cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, Spec); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "document.json")
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	wantValid(t, out.Bytes())
}

func TestEveryModuleOfABinaryIsListed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "release")
	if out, err := exec.Command("go", "build", "-o", path, "../release").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out, again bytes.Buffer
	for _, w := range []*bytes.Buffer{&out, &again} {
		if err := Write(w, Binary{Path: path, Version: "v0.1.1", Source: source, Time: moment}); err != nil {
			t.Fatal(err)
		}
	}
	if out.String() != again.String() {
		t.Error("two documents of one binary differ")
	}
	wantValid(t, out.Bytes())
	var bom cyclonedx.BOM
	if err := cyclonedx.NewBOMDecoder(&out, cyclonedx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"std": "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go") + " "}
	for _, dep := range info.Deps {
		if dep.Path == source {
			dep.Version = "v0.1.1"
		}
		want[dep.Path] = "pkg:golang/" + dep.Path + "@" + dep.Version + " " + dep.Sum
	}
	got := map[string]string{}
	for _, c := range *bom.Components {
		sum := ""
		if c.Properties != nil {
			sum = (*c.Properties)[0].Value
		}
		got[c.Name] = c.PackageURL + " " + sum
	}
	if diff := cmp.Diff(want, got); diff != "" || len(got) < 4 {
		t.Errorf("%d modules (-want +got):\n%s", len(got), diff)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(content)
	if diff := cmp.Diff(hex.EncodeToString(sum[:]), (*bom.Metadata.Component.Hashes)[0].Value); diff != "" {
		t.Errorf("the binary's hash (-want +got):\n%s", diff)
	}
}

// wantValid holds a document against the schema that cyclonedx-go comes with.
func wantValid(t *testing.T, text []byte) {
	t.Helper()
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	const origin = "http://cyclonedx.org/schema/"
	compiler := jsonschema.NewCompiler()
	for id, file := range map[string]string{
		"bom-1.6.schema.json": "bom-1.6.schema.json", "spdx.schema.json": "spdx.schema.json", "jsf-0.82.schema.json": "jsf-0.82.schemax.json",
	} {
		schema, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(folder)), "schema", file))
		if err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
		if err != nil {
			t.Fatal(err)
		}
		if err := compiler.AddResource(origin+id, value); err != nil {
			t.Fatal(err)
		}
	}
	schema, err := compiler.Compile(origin + "bom-1.6.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
}

func TestNoBinary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "binary")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := Write(&bytes.Buffer{}, Binary{Path: path})
	if err == nil || !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("%v", err)
	}
}
