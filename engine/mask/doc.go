// Package mask knows what stands in place of a value that was masked.
//
// Whoever redacts arguments leaves a placeholder where a string was, the same
// one everywhere or, as package redact does, with a number for each different
// value: "[redacted]", "[redacted]#3". A masked number or boolean looks like any
// other, so that one has to be told of those.
//
// The verdict must not take a placeholder for what the model wrote: what depends
// on it is unknown, neither right nor wrong.
package mask
