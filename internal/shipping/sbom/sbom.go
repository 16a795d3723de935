package sbom

import (
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/uuid"
	packageurl "github.com/package-url/packageurl-go"
)

// Spec is the version of CycloneDX that documents follow.
const Spec = cyclonedx.SpecVersion1_6

// Names of the properties that CycloneDX has no place for.
const (
	// Sum is the toolchain's hash of a module, as in go.sum.
	Sum = "toolverdict:go:sum"
	// Replaces is the module that this one was taken for.
	Replaces = "toolverdict:go:replaces"
)

// A Binary is what a document is about.
type Binary struct {
	// Path is where the binary is.
	Path string
	// Version is what it was released as, with the v in front.
	Version string
	// Source is the path of the module that it is released from. The toolchain knows
	// no version of it if the binary's own module took it from a folder.
	Source string
	// Time is what the document says it was made at.
	Time time.Time
}

// Write writes the document of a binary.
func Write(w io.Writer, b Binary) error {
	info, err := buildinfo.ReadFile(b.Path)
	if err != nil {
		return fmt.Errorf("%s: %w", b.Path, err)
	}
	content, err := os.ReadFile(b.Path)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	return cyclonedx.NewBOMEncoder(w, cyclonedx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(document(info, b, sum[:]), Spec)
}

// document is about a binary with that SHA-256.
func document(info *debug.BuildInfo, b Binary, sum []byte) *cyclonedx.BOM {
	subject := component(cyclonedx.ComponentTypeApplication, module{path: info.Main.Path, version: b.Version})
	subject.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}
	subject.Licenses = &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "Apache-2.0"}}}
	subject.Properties = settings(info)

	var components []cyclonedx.Component
	var refs []string
	for _, m := range modules(info, b) {
		c := component(cyclonedx.ComponentTypeLibrary, m)
		components = append(components, c)
		refs = append(refs, c.BOMRef)
	}
	bom := cyclonedx.NewBOM()
	// The same binary has the same document.
	bom.SerialNumber = uuid.NewSHA1(uuid.NameSpaceOID, sum).URN()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: b.Time.UTC().Format(time.RFC3339), Component: &subject}
	bom.Components = &components
	// Which module needs which is not in a binary: all are told of the whole.
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: subject.BOMRef, Dependencies: &refs}}
	return bom
}

// A module is one that is in a binary.
type module struct{ path, version, sum, replaces string }

// modules lists what is in the binary, besides its own module, by path: the
// standard library too, for it has vulnerabilities of its own.
func modules(info *debug.BuildInfo, b Binary) []module {
	release, _, _ := strings.Cut(strings.TrimPrefix(info.GoVersion, "go"), " ") // experiments follow
	list := []module{{path: "std", version: release}}
	for _, dep := range info.Deps {
		list = append(list, taken(dep, b))
	}
	slices.SortFunc(list, func(a, b module) int { return cmp.Compare(a.path, b.path) })
	return list
}

// taken is the module that stands in a binary for what was asked for.
func taken(dep *debug.Module, b Binary) module {
	switch by := dep.Replace; {
	case dep.Path == b.Source:
		return module{path: dep.Path, version: b.Version}
	case by == nil:
		return module{path: dep.Path, version: dep.Version, sum: dep.Sum}
	default:
		return module{path: by.Path, version: by.Version, sum: by.Sum, replaces: dep.Path + "@" + dep.Version}
	}
}

func component(kind cyclonedx.ComponentType, m module) cyclonedx.Component {
	namespace, name := "", m.path
	if i := strings.LastIndexByte(m.path, '/'); i >= 0 {
		namespace, name = m.path[:i], m.path[i+1:]
	}
	c := cyclonedx.Component{
		BOMRef: m.path + "@" + m.version, Type: kind, Name: m.path, Version: m.version,
		PackageURL: packageurl.NewPackageURL(packageurl.TypeGolang, namespace, name, m.version, nil, "").ToString(),
	}
	var properties []cyclonedx.Property
	if m.sum != "" {
		properties = append(properties, cyclonedx.Property{Name: Sum, Value: m.sum})
	}
	if m.replaces != "" {
		properties = append(properties, cyclonedx.Property{Name: Replaces, Value: m.replaces})
	}
	if properties != nil {
		c.Properties = &properties
	}
	return c
}

// settings are those that the binary was built with.
func settings(info *debug.BuildInfo) *[]cyclonedx.Property {
	var properties []cyclonedx.Property
	for _, s := range info.Settings {
		properties = append(properties, cyclonedx.Property{Name: "toolverdict:go:build:" + s.Key, Value: s.Value})
	}
	return &properties
}
