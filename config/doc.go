// Package config holds the configuration of the toolverdict processor: its keys,
// their defaults, and what is checked before the collector starts.
//
// Every mistake that can be seen in a configuration stops the start, with an
// error that names the key. [Config.Load] compiles what the processor needs.
package config
