package strictjson

// A shape remembers where members were found. It is what [Value.Get] asks first:
// as long as only values of the document are replaced by others of their kind,
// its members stay where they are. A reader asks one text after the other the
// same questions in the same order, so that the next answer is a likely one.
type shape struct {
	answers []answer // in the order of the questions
	next    int      // the answer to the next question, if the order is kept
	number  uint64   // counts the shapes of a document
}

// An answer says where the member of a value is.
type answer struct {
	name   string
	of     int32
	member Value
}

// maxAnswers is how many are remembered.
const maxAnswers = 64

// change forgets everything: nodes have come or gone.
func (s *shape) change() {
	s.answers, s.next = s.answers[:0], 0
	s.number++
}

// note keeps an answer where it was expected.
func (s *shape) note(a answer) {
	if s.next < maxAnswers {
		s.answers = append(s.answers[:s.next], a)
		s.next++
	}
}
