// Package engine reassembles streamed tool calls strictly and gives a verdict.
package engine
