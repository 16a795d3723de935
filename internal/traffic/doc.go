// Package traffic makes what agents send: spans of streamed turns, with the deltas
// of recorded streams as their events, and spans of the tools that ran. It feeds
// collectors in tests of dashboards and alerts, and where pictures are made.
//
// A Turn says what happened, a Share how often and when in a run. Which turns a
// run draws depends on its seed and not on the clock.
package traffic
