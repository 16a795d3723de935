package main

import "slices"

// marker stands in what is sent for content that must not come back in a log or a
// metric.
const marker = "h0st1le"

var (
	everyWay = []protocol{overGRPC, overHTTP}
	onlyGRPC = []protocol{overGRPC}
)

// attacks are all of them, in the order in which they are made.
func attacks() []attack {
	return slices.Concat(volumes(), nesting(), streams(), texts(), names(), schemas(), numbers(), evidence(), requests())
}
