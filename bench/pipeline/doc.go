// Package pipeline runs single steps of a collector on a batch of spans: the
// toolverdict processor, and what it is held against. That is reading and writing
// the batch as OTLP, which every collector does; compressing it, which exporters do
// unless told otherwise; and looking into the deltas with OTTL's ParseJSON, which
// is how a collector without this processor gets at what they say.
package pipeline
