package canary

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A Stream is a recorded stream with the word in it.
type Stream struct {
	// Path is the file that it was read from.
	Path string
	// Document is the JSON text of the fixture.
	Document []byte
}

// Streams plants the word in all recorded streams below a folder.
func Streams(folder string, m Mode) (all []Stream, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path) //nolint:gosec // the test names the folder
		if err != nil {
			return err
		}
		document, err := Document(text, m)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, Stream{path, document})
		return nil
	})
	return all, err
}
