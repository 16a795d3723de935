// Package archive packs files so that the same files always make the same bytes:
// tar.gz and zip archives, and the list of checksums beside them.
package archive
