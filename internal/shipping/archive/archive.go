package archive

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// A Member is a file of an archive.
type Member struct {
	// Name is what it is called there, Source the path of the file that it is.
	Name, Source string
	// Executable says that it can be run.
	Executable bool
}

func (m Member) mode() fs.FileMode {
	if m.Executable {
		return 0o755
	}
	return 0o644
}

// Write writes an archive with a folder of its own name that holds the members.
// The name's ending says which kind: .tar.gz or .zip. Every member gets the time.
func Write(file string, members []Member, modified time.Time) (err error) {
	name := path.Base(file)
	var pack func(io.Writer, string, []Member, time.Time) error
	folder, ok := strings.CutSuffix(name, ".tar.gz")
	if pack = writeTar; !ok {
		folder, ok = strings.CutSuffix(name, ".zip")
		pack = writeZip
	}
	if !ok {
		return fmt.Errorf("%s: the name of an archive ends in .tar.gz or .zip", name)
	}
	w, err := os.Create(file) //nolint:gosec // the caller names the archive
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	return pack(w, folder, members, modified.UTC())
}

func writeTar(w io.Writer, folder string, members []Member, modified time.Time) error {
	zipped, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(zipped)
	for _, m := range members {
		info, err := os.Stat(m.Source)
		if err != nil {
			return err
		}
		// No names or ids of whoever packs it.
		header := &tar.Header{
			Typeflag: tar.TypeReg, Name: path.Join(folder, m.Name), Size: info.Size(),
			Mode: int64(m.mode()), ModTime: modified, Format: tar.FormatUSTAR,
		}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if err := copyFile(archive, m.Source); err != nil {
			return err
		}
	}
	return errors.Join(archive.Close(), zipped.Close())
}

func writeZip(w io.Writer, folder string, members []Member, modified time.Time) error {
	archive := zip.NewWriter(w)
	for _, m := range members {
		header := &zip.FileHeader{Name: path.Join(folder, m.Name), Method: zip.Deflate, Modified: modified}
		header.SetMode(m.mode())
		member, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if err := copyFile(member, m.Source); err != nil {
			return err
		}
	}
	return archive.Close()
}

func copyFile(w io.Writer, file string) error {
	r, err := os.Open(file) //nolint:gosec // the caller names the file
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	_, err = io.Copy(w, r)
	return err
}
