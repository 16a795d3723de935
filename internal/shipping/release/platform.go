package main

import (
	"fmt"
	"slices"
	"strings"
)

// platforms are those that a release is built for.
var platforms = []platform{
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

// A platform is a system and an architecture, in the words of Go.
type platform struct{ system, architecture string }

// chosen reads a list such as "linux/amd64 windows/arm64"; an empty one is all.
func chosen(list string) ([]platform, error) {
	if strings.TrimSpace(list) == "" {
		return platforms, nil
	}
	var some []platform
	for word := range strings.FieldsSeq(list) {
		system, architecture, _ := strings.Cut(word, "/")
		p := platform{system, architecture}
		if !slices.Contains(platforms, p) {
			return nil, fmt.Errorf("platform %q: use some of %s", word, platforms)
		}
		some = append(some, p)
	}
	return some, nil
}

// String is how a platform is written on the command line.
func (p platform) String() string { return p.system + "/" + p.architecture }

// file is what a binary is called there.
func (p platform) file(name string) string {
	if p.system == "windows" {
		return name + ".exe"
	}
	return name
}

// archive is what an archive for it is called.
func (p platform) archive(base string) string {
	if p.system == "windows" {
		return base + ".zip"
	}
	return base + ".tar.gz"
}
