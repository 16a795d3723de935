// Package sbom lists the modules that a Go binary was built from, as the toolchain
// recorded them in it, as a CycloneDX document.
package sbom
