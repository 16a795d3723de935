package redact

import (
	"unicode/utf16"
	"unicode/utf8"
)

// The defects that a string may have: an escape or control character that there
// is not, and half of a surrogate pair.
const (
	badEscape    = `\!`
	badSurrogate = `\ud800x`
)

// escapeBytes is how long \uXXXX is.
const escapeBytes = 6

// beginString opens a string. The name of a member stays, a value is masked where
// it ends.
func (l *lexer) beginString(name bool) {
	l.out = append(l.out, '"')
	l.token, l.name, l.filled, l.escape = inString, name, false, l.escape[:0]
	l.content.SetSeed(l.values.seed)
	l.content.Reset()
}

func (l *lexer) inString(c byte) {
	switch {
	case len(l.escape) > 0:
		l.inEscape(c)
	case c == '"':
		l.endString()
	case c == '\\':
		l.escape = append(l.escape, c)
	case c < ' ':
		l.fail(badEscape)
	case l.name:
		l.out = append(l.out, c)
	default:
		l.filled = true
		_ = l.content.WriteByte(c)
	}
}

func (l *lexer) endString() {
	if l.name {
		l.out = append(l.out, '"')
		l.token, l.expect = none, aColon
		return
	}
	if l.filled {
		l.placeholder = l.values.text(nil, l.content.Sum64())
		l.out = append(l.out, l.placeholder...)
	}
	l.out = append(l.out, '"')
	l.ended()
}

// inEscape goes on with an escape, or with a pair of them.
func (l *lexer) inEscape(c byte) {
	n := len(l.escape)
	switch {
	case n >= escapeBytes:
		l.inPair(c)
	case n == 1 && c != 'u':
		if r := unescaped[c]; r != 0 {
			l.escape = append(l.escape, c)
			l.escaped(rune(r))
			return
		}
		l.fail(badEscape)
	case n == 1 || isHex(c):
		if l.escape = append(l.escape, c); n+1 == escapeBytes {
			if r := unit(l.escape); !utf16.IsSurrogate(r) {
				l.escaped(r)
			}
		}
	default:
		l.fail(badEscape)
	}
}

// inPair goes on behind a surrogate, of which the other half must follow.
func (l *lexer) inPair(c byte) {
	fits := isHex(c)
	switch len(l.escape) - escapeBytes {
	case 0:
		fits = c == '\\'
	case 1:
		fits = c == 'u'
	case 2:
		fits = c == 'd' || c == 'D'
	case 3:
		fits = isHex(c) && c|0x20 >= 'c'
	}
	if !fits {
		l.fail(badSurrogate)
		return
	}
	if l.escape = append(l.escape, c); len(l.escape) < 2*escapeBytes {
		return
	}
	r := utf16.DecodeRune(unit(l.escape), unit(l.escape[escapeBytes:]))
	if r == utf8.RuneError {
		l.fail(badSurrogate)
		return
	}
	l.escaped(r)
}

// escaped ends an escape that stands for a character.
func (l *lexer) escaped(r rune) {
	if l.name {
		l.out = append(l.out, l.escape...)
	} else {
		l.filled = true
		_, _ = l.content.Write(utf8.AppendRune(nil, r))
	}
	l.escape = l.escape[:0]
}

// unescaped is what an escape with one letter stands for.
var unescaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// unit is the value of \uXXXX.
func unit(escape []byte) (r rune) {
	for _, c := range escape[2:escapeBytes] {
		if c > '9' {
			c = c | 0x20 - 'a' + 10 + '0'
		}
		r = r<<4 | rune(c-'0')
	}
	return r
}
