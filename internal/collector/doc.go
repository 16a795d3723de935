// Package collector runs a built collector as a child process, for the demo and
// for end-to-end tests: the real binary, real protocols, real signals.
//
// It waits on states and not on time: a collector is up when its health check
// says so, and done when its process has ended.
package collector
