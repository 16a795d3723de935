package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Checksums is the file that lists the others of its folder, as sha256sum --check
// reads it.
const Checksums = "checksums.txt"

// WriteChecksums lists the files of a folder in Checksums, by name. Folders in it
// are passed over.
func WriteChecksums(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var lines []string
	for _, entry := range entries {
		if entry.IsDir() || entry.Name() == Checksums {
			continue
		}
		hash := sha256.New()
		if err := copyFile(hash, filepath.Join(folder, entry.Name())); err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%s  %s\n", hex.EncodeToString(hash.Sum(nil)), entry.Name()))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	return os.WriteFile(filepath.Join(folder, Checksums), []byte(strings.Join(lines, "")), 0o644) //nolint:gosec // it is published
}
