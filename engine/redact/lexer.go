package redact

import "hash/maphash"

// A lexer masks the text of arguments as it comes. It reads as strictly as
// package strictjson, and with the first defect it writes one of the same kind and
// passes over all that follows.
type lexer struct {
	values            *values
	depth             int  // how deep arguments may be nested
	numbers, booleans bool // are masked too

	out         []byte // of the text at hand
	placeholder []byte // the last one in it, if any
	open        []byte // the containers that are open
	expect      expectation
	token       token
	dead        bool // there was a defect

	stray   bool   // the token stands where a name must: it is read before it is refused
	name    bool   // the string is the name of a member
	escape  []byte // of the string, as far as it came
	filled  bool   // the string is not empty
	content maphash.Hash
	literal string // what the literal is, and how much of it came
	matched int
	number  number
}

// An expectation says what may come where no token is open.
type expectation uint8

const (
	aValue      expectation = iota
	aValueOrEnd             // behind [
	aName                   // behind a comma
	aNameOrEnd              // behind {
	aColon                  // behind a name
	aCommaOrEnd             // behind a value
	nothing                 // behind the root
)

// A token is what the text is inside of.
type token uint8

const (
	none token = iota
	inString
	inNumber
	inLiteral
)

// badSyntax stands for what no parser accepts, outside of a string.
const badSyntax = "!"

// mask masks what follows. The result is the lexer's, until the next call.
func (l *lexer) mask(text []byte) []byte {
	l.out, l.placeholder = l.out[:0], nil
	for i := 0; i < len(text) && !l.dead; i++ {
		l.next(text[i])
	}
	return l.out
}

func (l *lexer) next(c byte) {
	switch l.token {
	case inString:
		l.inString(c)
		return
	case inLiteral:
		l.inLiteral(c)
		return
	case inNumber:
		if l.inNumber(c) || l.dead {
			return
		}
	}
	l.between(c)
}

// fail ends with a defect.
func (l *lexer) fail(defect string) {
	l.out = append(l.out, defect...)
	l.dead = true
}

// between reads a byte that is outside of strings, numbers and literals.
func (l *lexer) between(c byte) {
	switch {
	case c == ' ' || c == '\t' || c == '\r' || c == '\n':
		l.out = append(l.out, c)
	case l.expect == aValue, l.expect == aValueOrEnd && c != ']':
		l.begin(c)
	case c == '"' && (l.expect == aName || l.expect == aNameOrEnd):
		l.beginString(true)
	case c == ':' && l.expect == aColon:
		l.out = append(l.out, c)
		l.expect = aValue
	case c == ',' && l.expect == aCommaOrEnd:
		l.out = append(l.out, c)
		if l.expect = aValue; l.top() == '{' {
			l.expect = aName
		}
	case (l.expect == aName || l.expect == aNameOrEnd) && beginsToken(c):
		l.stray = true
		l.begin(c)
	case l.closes(c):
		l.out = append(l.out, c)
		l.open = l.open[:len(l.open)-1]
		l.ended()
	default:
		l.fail(badSyntax)
	}
}

func (l *lexer) top() byte { return l.open[len(l.open)-1] }

// closes reports whether a byte closes the innermost container here.
func (l *lexer) closes(c byte) bool {
	switch l.expect {
	case aCommaOrEnd:
		return c == l.top()+2 // in ASCII the closing bracket follows the next but one
	case aNameOrEnd:
		return c == '}'
	case aValueOrEnd:
		return c == ']'
	}
	return false
}

// begin begins a value.
func (l *lexer) begin(c byte) {
	switch {
	case c == '{', c == '[':
		l.enter(c)
	case c == '"':
		l.beginString(false)
	case c == 't':
		l.beginLiteral("true", c)
	case c == 'f':
		l.beginLiteral("false", c)
	case c == 'n':
		l.beginLiteral("null", c)
	case c == '-' || isDigit(c):
		l.token, l.number = inNumber, number{text: l.number.text[:0]}
		l.inNumber(c)
	default:
		l.fail(badSyntax)
	}
}

// beginsToken reports whether a byte begins a number or literal.
func beginsToken(c byte) bool { return c == '-' || isDigit(c) || c == 't' || c == 'f' || c == 'n' }

// enter opens a container. What is nested too deep ends with that.
func (l *lexer) enter(c byte) {
	l.out = append(l.out, c)
	l.dead = len(l.open) == l.depth
	l.open = append(l.open, c)
	if l.expect = aValueOrEnd; c == '{' {
		l.expect = aNameOrEnd
	}
}

// ended goes on behind a value.
func (l *lexer) ended() {
	l.token = none
	if l.stray {
		l.fail(badSyntax)
	}
	if l.expect = aCommaOrEnd; len(l.open) == 0 {
		l.expect = nothing
	}
}

// maskedBoolean is what stands for true and false.
const maskedBoolean = "false"

func (l *lexer) beginLiteral(literal string, c byte) {
	l.token, l.literal, l.matched = inLiteral, literal, 1
	if l.masksLiteral() {
		l.out = append(l.out, maskedBoolean[:len(maskedBoolean)-1]...)
	} else {
		l.out = append(l.out, c)
	}
}

func (l *lexer) masksLiteral() bool { return l.booleans && l.literal != "null" }

func (l *lexer) inLiteral(c byte) {
	if c != l.literal[l.matched] {
		l.fail(badSyntax)
		return
	}
	l.matched++
	whole := l.matched == len(l.literal)
	switch {
	case !l.masksLiteral():
		l.out = append(l.out, c)
	case whole:
		l.out = append(l.out, maskedBoolean[len(maskedBoolean)-1])
	}
	if whole {
		l.ended()
	}
}
