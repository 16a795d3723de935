package engine

// Limits bound what one stream may cost. Passing one is a finding
// (limit_exceeded/…), never an error and never a panic. A zero field means the
// default.
type Limits struct {
	// EventBytes is the size of one delta, in bytes.
	EventBytes int
	// Deltas is the number of deltas in one stream.
	Deltas int
	// Turns is the number of turns in one stream.
	Turns int
	// Slots is the number of calls in one turn.
	Slots int
	// ArgumentBytes is the size of all arguments of one turn, in bytes.
	ArgumentBytes int
	// Depth is the nesting of a delta and of the arguments.
	Depth int
	// Findings is how many findings a report lists. Others are counted; one of
	// each code is always listed.
	Findings int
}

// DefaultLimits returns the limits that apply where none are set.
func DefaultLimits() Limits {
	return Limits{
		EventBytes:    1 << 20,
		Deltas:        65_536,
		Turns:         256,
		Slots:         256,
		ArgumentBytes: 8 << 20,
		Depth:         128,
		Findings:      256,
	}
}

// OrDefault returns the limits with the defaults in place of zeros.
func (l Limits) OrDefault() Limits {
	d := DefaultLimits()
	for _, f := range []struct{ set, def *int }{
		{&l.EventBytes, &d.EventBytes},
		{&l.Deltas, &d.Deltas},
		{&l.Turns, &d.Turns},
		{&l.Slots, &d.Slots},
		{&l.ArgumentBytes, &d.ArgumentBytes},
		{&l.Depth, &d.Depth},
		{&l.Findings, &d.Findings},
	} {
		if *f.set == 0 {
			*f.set = *f.def
		}
	}
	return l
}
