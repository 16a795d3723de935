package processor

import "github.com/toolverdict/toolverdict/engine/schema"

// What one span may bring, besides what can be configured.
const (
	// maxText is how long a text from a stream may be in an annotation, in bytes.
	maxText = 256
	// maxExecuted is how many ids of run calls are read from a span.
	maxExecuted = 1024
	// maxHanded is how many calls of a span are compared with those of its stream. Of
	// more none is: they would be compared with half of the evidence.
	maxHanded = 1024
	// handedDepth is how deep recorded messages may be nested.
	handedDepth = 128
	// maxDefinitions is how many bytes of tool definitions are read.
	maxDefinitions = schema.MaxDefinitions
)
