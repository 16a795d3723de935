// Package container checks what is in examples/compose without a container engine:
// the Dockerfile with the parser and the linter of BuildKit, compose.yaml with the
// library of Compose, and that what both name is there.
package container
