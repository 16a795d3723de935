package redact

import "github.com/toolverdict/toolverdict/engine/strictjson"

// A number is one that is being read.
type number struct {
	part numberPart
	text []byte // if it is to be masked
}

// A numberPart is where in its grammar a number is.
type numberPart uint8

const (
	before   numberPart = iota
	sign                // behind -
	zero                // behind a leading 0
	integer             // in the digits
	point               // behind .
	fraction            // in its digits
	exponent            // behind e
	expSign             // behind its sign
	power               // in its digits
)

// whole reports whether a number may end here.
func (p numberPart) whole() bool {
	return p == zero || p == integer || p == fraction || p == power
}

// after returns where a number is with one more byte; ok is false if the byte is no
// part of it.
func (p numberPart) after(c byte) (next numberPart, ok bool) {
	switch {
	case isDigit(c):
		return p.digit(c)
	case c == '-' && p == before:
		return sign, true
	case c == '.' && (p == zero || p == integer):
		return point, true
	case (c == 'e' || c == 'E') && (p == zero || p == integer || p == fraction):
		return exponent, true
	case (c == '+' || c == '-') && p == exponent:
		return expSign, true
	}
	return p, false
}

func (p numberPart) digit(c byte) (next numberPart, ok bool) {
	switch p {
	case before, sign:
		if c == '0' {
			return zero, true
		}
		return integer, true
	case integer:
		return integer, true
	case point, fraction:
		return fraction, true
	case exponent, expSign, power:
		return power, true
	}
	return p, false // a digit behind a leading 0
}

// numberText is how much of a number is kept. One with more digits is out of range.
const numberText = 2048

// outOfRange stands for a number that is.
const outOfRange = "1e999"

// inNumber goes on with a number and reports whether the byte is part of it. One
// that is masked is written when it is over, for only then it is known. Of one that
// is all that there is, or that is out of place, the shape is shown at once: nothing
// may follow.
func (l *lexer) inNumber(c byte) bool {
	next, ok := l.number.part.after(c)
	if !ok {
		l.endNumber()
		return false
	}
	changed := next != l.number.part
	l.number.part = next
	switch {
	case l.stray || l.numbers && len(l.open) == 0:
		if changed {
			l.out = append(l.out, shape[next])
		}
	case !l.numbers:
		l.out = append(l.out, c)
	case len(l.number.text) < numberText:
		l.number.text = append(l.number.text, c)
	}
	return true
}

// shape shows in which part a number is.
var shape = [...]byte{sign: '-', zero: '1', integer: '1', point: '.', fraction: '1', exponent: 'e', expSign: '+', power: '1'}

// endNumber ends a number in front of a byte that is no part of it.
func (l *lexer) endNumber() {
	if !l.number.part.whole() {
		l.fail(badSyntax)
		return
	}
	if l.numbers && len(l.open) > 0 && !l.stray {
		if text := l.number.text; strictjson.InRange(text) {
			l.out = l.values.number(l.out, string(text))
		} else {
			l.out = append(l.out, outOfRange...)
		}
	}
	l.ended()
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
