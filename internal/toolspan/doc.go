// Package toolspan knows the spans that frameworks make of the tools that they run:
// which spans they are, which call was run, and which of them are no evidence that
// anything ran.
package toolspan
