package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var moment = time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)

// member writes a file to pack.
func member(t *testing.T, name, text string, executable bool) Member {
	t.Helper()
	path := filepath.Join(t.TempDir(), "source")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Member{Name: name, Source: path, Executable: executable}
}

func TestArchives(t *testing.T) {
	packed := []Member{member(t, "tool", "a binary", true), member(t, "README.md", "read me\n", false)}
	want := []string{`-rwxr-xr-x 2026-12-01T10:00:00Z tool_v1/tool "a binary"`, `-rw-r--r-- 2026-12-01T10:00:00Z tool_v1/README.md "read me\n"`}
	for name, list := range map[string]func(*testing.T, []byte) []string{"tool_v1.tar.gz": listTar, "tool_v1.zip": listZip} {
		t.Run(name, func(t *testing.T) {
			var archives [2][]byte
			for i := range archives {
				file := filepath.Join(t.TempDir(), name)
				if err := Write(file, packed, moment.In(time.FixedZone("", 3600))); err != nil {
					t.Fatal(err)
				}
				archives[i] = read(t, file)
				later := time.Now().Add(time.Hour)
				if err := os.Chtimes(packed[0].Source, later, later); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(want, list(t, archives[0])); diff != "" {
				t.Errorf("members (-want +got):\n%s", diff)
			}
			if !bytes.Equal(archives[0], archives[1]) {
				t.Error("two archives of the same files differ")
			}
		})
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func line(t *testing.T, mode fs.FileMode, modified time.Time, name string, r io.Reader) string {
	t.Helper()
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%v %s %s %q", mode, modified.UTC().Format(time.RFC3339), name, content)
}

func listTar(t *testing.T, archive []byte) []string {
	t.Helper()
	zipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for r := tar.NewReader(zipped); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" {
			t.Errorf("%s is owned by %d %q, %d %q", h.Name, h.Uid, h.Uname, h.Gid, h.Gname)
		}
		lines = append(lines, line(t, h.FileInfo().Mode(), h.ModTime, h.Name, r))
	}
}

func listZip(t *testing.T, archive []byte) []string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range r.File {
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line(t, f.Mode(), f.Modified, f.Name, content))
	}
	return lines
}

func TestMistakes(t *testing.T) {
	folder := t.TempDir()
	gone := []Member{{Name: "tool", Source: filepath.Join(folder, "gone")}}
	for name, want := range map[string]string{
		"tool.tar":    "tool.tar: the name of an archive ends in .tar.gz or .zip",
		"tool.tar.gz": "stat " + gone[0].Source + ": no such file or directory",
		"tool.zip":    "open " + gone[0].Source + ": no such file or directory",
	} {
		err := Write(filepath.Join(folder, name), gone, moment)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

func TestChecksums(t *testing.T) {
	folder := t.TempDir()
	files := map[string]string{"b.zip": "two", "a.tar.gz": "one"}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "work"), 0o700); err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, name := range []string{"a.tar.gz", "b.zip"} {
		fmt.Fprintf(&want, "%x  %s\n", sha256.Sum256([]byte(files[name])), name)
	}
	for range 2 { // the list is not in itself
		if err := WriteChecksums(folder); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.String(), string(read(t, filepath.Join(folder, Checksums)))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
