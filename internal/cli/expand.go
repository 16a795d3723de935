package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// expand turns arguments into files: a directory into all *.json files below
// it, in lexical order. single reports whether the user named just one file.
func expand(args []string) (files []string, single bool, err error) {
	single = len(args) == 1
	for _, arg := range args {
		info, err := os.Stat(arg)
		if arg == "-" || err != nil || !info.IsDir() {
			files = append(files, arg) // that it can't be read is said later, with all others
			continue
		}
		single = false
		below, err := jsonFiles(arg)
		if err != nil {
			return nil, false, err
		}
		if len(below) == 0 {
			return nil, false, fmt.Errorf("%s: no *.json files below this directory", arg)
		}
		files = append(files, below...)
	}
	return files, single, nil
}

func jsonFiles(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".json") {
			files = append(files, path)
		}
		return err
	})
	return files, err
}
