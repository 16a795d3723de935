package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/toolverdict/toolverdict/internal/shipping/archive"
	"github.com/toolverdict/toolverdict/internal/shipping/sbom"
)

// A release is one that is being built.
type release struct {
	// root is the folder of the repository, out that of what is built.
	root, out string
	version   string
	// time is what every file in it and every document says it is of.
	time      time.Time
	platforms []platform
}

func main() {
	root := flag.String("root", ".", "the folder of the repository")
	version := flag.String("version", "", "the version, such as v0.1.0")
	epoch := flag.Int64("epoch", 0, "seconds since 1970 that every file is dated to")
	list := flag.String("platforms", "", "some of the platforms, such as linux/amd64; all if empty")
	flag.Parse()
	r := release{root: *root, out: filepath.Join(*root, "build", "release"), version: *version, time: time.Unix(*epoch, 0)}
	err := r.check()
	if err == nil {
		r.platforms, err = chosen(*list)
	}
	if err == nil {
		err = r.build(products)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// check wants a version that file names and manifests can hold, and a date that
// archives can.
func (r *release) check() error {
	if !regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.-]*$`).MatchString(r.version) {
		return fmt.Errorf("version %q: set VERSION to one such as v0.1.0", r.version)
	}
	if r.time.Year() < 1980 {
		return errors.New("the epoch is before 1980, which a zip archive can't say: set SOURCE_DATE_EPOCH")
	}
	return nil
}

// build builds the products for every platform.
func (r *release) build(products []product) error {
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil { //nolint:gosec // it is published
		return err
	}
	folders := make([]string, len(products)) // all of them first: a version may not fit
	for i, p := range products {
		var err error
		if folders[i], err = p.source(r); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	for i, p := range products {
		for _, target := range r.platforms {
			if err := r.pack(p, folders[i], target); err != nil {
				return fmt.Errorf("%s for %s: %w", p.name, target, err)
			}
		}
	}
	if err := os.RemoveAll(filepath.Join(r.out, work)); err != nil {
		return err
	}
	return archive.WriteChecksums(r.out)
}

// pack builds a binary and writes its archive and its list of modules.
func (r *release) pack(p product, folder string, target platform) error {
	binary := filepath.Join(r.out, work, target.system+"_"+target.architecture, target.file(p.name))
	if err := p.compile(r, folder, binary, target); err != nil {
		return err
	}
	base := filepath.Join(r.out, fmt.Sprintf("%s_%s_%s_%s", p.name, r.version, target.system, target.architecture))
	return r.publish(p, binary, base, target)
}

// publish writes the archive and the list of modules of a binary.
func (r *release) publish(p product, binary, base string, target platform) (err error) {
	members := []archive.Member{{Name: target.file(p.name), Source: binary, Executable: true}}
	for _, file := range append([]string{"LICENSE", "README.md"}, p.files...) {
		members = append(members, archive.Member{Name: filepath.Base(file), Source: filepath.Join(r.root, file)})
	}
	file := target.archive(base)
	if err := archive.Write(file, members, r.time); err != nil {
		return err
	}
	list, err := os.Create(base + ".cdx.json") //nolint:gosec // a folder of our own
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, list.Close()) }()
	fmt.Println(file)
	return sbom.Write(list, sbom.Binary{Path: binary, Version: r.version, Source: own, Time: r.time})
}
