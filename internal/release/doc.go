// Package release holds the tests that keep one release of the collector
// everywhere: in go.mod, in the manifest, and in the tools.
package release
