package strictjson

// A shape remembers where members were found. It is what [Value.Get] asks first:
// as long as only values of the document are replaced by others of their kind,
// its members stay where they are.
type shape struct {
	number uint32 // of the arrangement of nodes, counting up
	found  [64]lookup
}

// A lookup is one question and its answer.
type lookup struct {
	name  string
	shape uint32
	of    int32 // the object
	at    int32 // its member, 0 if it has none of that name
}

// change forgets everything. The numbers start anew after 2^32 shapes; then all
// answers are dropped, since some may be that old.
func (s *shape) change() {
	if s.number++; s.number == 0 {
		*s = shape{number: 1}
	}
}

// lookup is the place of the answer about one name in one object.
func (s *shape) lookup(of int32, name string) *lookup {
	h := uint32(of)*31 + uint32(len(name))*7
	if len(name) > 0 {
		h += uint32(name[0]) + uint32(name[len(name)-1])*3
	}
	return &s.found[h%uint32(len(s.found))]
}
