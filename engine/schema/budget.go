package schema

// What validating may take, in the steps of [cost]. Ordinary arguments take
// hundreds. A schema in which references multiply, or that is large itself and
// gets a large value, could take any number.
const (
	// maxWork bounds one value.
	maxWork = 1 << 19
	// baseWork is what all values of a budget may take together, whatever their size.
	baseWork = 1 << 16
	// workPerByte is what a byte of a value adds to that, so that what is sent is in
	// proportion to the time that it takes.
	workPerByte = 32
)

// A Budget bounds the work of validating several values: those of one span. It is
// not safe for concurrent use.
type Budget struct{ left int64 }

// NewBudget returns one of which nothing was spent.
func NewBudget() *Budget { return &Budget{left: baseWork} }

// allow adds what a value brings with it, and returns the steps it may take.
func (b *Budget) allow(v bulk) int64 {
	b.left += min(workPerByte*int64(v.nodes+v.bytes), maxWork)
	return max(0, min(b.left, maxWork))
}

// take spends steps, and reports whether there were as many.
func (b *Budget) take(steps int64) bool {
	b.left -= steps
	return b.left >= 0
}
