// Command release builds what a release consists of: archives of the command and of
// the distributions for every platform, a list of modules (SBOM) for each binary,
// and the checksums of all of these. The same commit and toolchain make the same bytes.
package main
