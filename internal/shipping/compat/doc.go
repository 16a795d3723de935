// Command compat holds the component and the collector against newer releases of the
// OpenTelemetry Collector, in a copy of the repository: the component against the
// newest, the collector against the newest of which the module proxy serves all that
// the distribution is made of. It prints which versions it took.
package main
