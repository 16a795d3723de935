package recording

// What a payload may bring, besides what can be configured.
const (
	// maxScalar is how much is read of a text that is no payload, in bytes.
	maxScalar = 64 << 10

	// MaxNesting is how deep a structured value is followed: as deep as the JSON
	// library reads. Protobuf brings far more, and every level takes stack, of which
	// a process does not survive running out.
	MaxNesting = 10_000
)
