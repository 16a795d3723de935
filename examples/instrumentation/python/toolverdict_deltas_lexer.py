"""Masks the text of arguments as it comes. It is part of toolverdict_deltas.py."""

import json
import re

# How deep arguments may be nested: as deep as toolverdict reads where nothing else is configured.
MAX_DEPTH = 128

_LITERALS = {"t": "true", "f": "false", "n": "null"}
# Where in its grammar a number is, by what came before, with one more character.
_NUMBER = {
    "": {"-": "sign", "0": "zero", "d": "integer"},
    "sign": {"0": "zero", "d": "integer"},
    "zero": {".": "point", "e": "exponent"},
    "integer": {"0": "integer", "d": "integer", ".": "point", "e": "exponent"},
    "point": {"0": "fraction", "d": "fraction"},
    "fraction": {"0": "fraction", "d": "fraction", "e": "exponent"},
    "exponent": {"0": "power", "d": "power", "-": "expSign", "+": "expSign"},
    "expSign": {"0": "power", "d": "power"},
    "power": {"0": "power", "d": "power"},
}
_WHOLE = ("zero", "integer", "fraction", "power")
# Shows in which part a number is, where its digits are not shown.
_SHAPE = {"sign": "-", "zero": "1", "integer": "1", "point": ".", "fraction": "1", "exponent": "e", "expSign": "+", "power": "1"}
_SURROGATE = re.compile("[\ud800-\udfff]")
_PAIR = re.compile(r"\\(u([dD]([c-fC-F][0-9a-fA-F]{0,2})?)?)?")


class Values:
    """Numbers what was masked in a stream, so that it can still be seen which values are equal."""

    def __init__(self):
        self._known = {}

    def placeholder(self, text):
        return f"[redacted]#{self._known.setdefault(text, len(self._known) + 1)}"


class Lexer:
    """Keys, structure, numbers and literals stay, a string becomes a placeholder in the fragment in which it ends. Text
    that is no strict JSON keeps its first defect, of the same kind, and nothing behind it. It is the rule of
    `toolverdict redact`."""

    def __init__(self, values):
        self._values = values
        self._step = self._between
        self._expect = "value"
        self._open = []
        self._dead = False
        self._stray = False  # the token stands where a name must: it is read before it is refused
        self._key = False
        self._escape = ""
        self._content = ""
        self._literal = ""
        self._part = ""

    def mask(self, fragment):
        """Masks what follows."""
        # Half of a surrogate pair would not survive the way: what is recorded is as unreadable as what came.
        if not self._dead and _SURROGATE.search(fragment):
            return self._fail("\ud800")
        out = []
        for c in fragment:
            if self._dead:
                break
            out.append(self._step(c))
        return "".join(out)

    def _fail(self, defect):
        self._dead = True
        return defect

    def _between(self, c):
        if c in " \t\r\n":
            return c
        expect = self._expect
        if expect == "value" or expect == "value or end" and c != "]":
            return self._begin(c)
        if expect == "value or end":
            return self._close(c)
        if expect in ("name", "name or end"):
            return self._name(c)
        if expect == "colon" and c == ":":
            self._expect = "value"
            return c
        if expect == "comma or end":
            top = self._open[-1]
            if c == ",":
                self._expect = "name" if top == "{" else "value"
                return c
            if c == ("}" if top == "{" else "]"):
                return self._close(c)
        return self._fail("!")

    def _name(self, c):
        if c == '"':
            return self._begin_string(True)
        if c == "}" and self._expect == "name or end":
            return self._close(c)
        self._stray = c in "-0123456789tfn"
        return self._begin(c) if self._stray else self._fail("!")

    def _begin(self, c):
        if c in "{[":
            self._open.append(c)
            self._expect = "name or end" if c == "{" else "value or end"
            self._dead = len(self._open) > MAX_DEPTH
            return c
        if c == '"':
            return self._begin_string(False)
        if c in _LITERALS:
            self._literal, self._step = _LITERALS[c][1:], self._in_literal
            return c
        self._part = ""
        part = self._after(c)
        if part is None:
            return self._fail("!")
        self._part, self._step = part, self._in_number
        return _SHAPE[part] if self._stray else c

    def _close(self, c):
        self._open.pop()
        return c + self._ended()

    def _ended(self):
        """Goes on behind a value."""
        self._step = self._between
        if self._stray:
            return self._fail("!")
        self._expect = "comma or end" if self._open else "nothing"
        return ""

    def _in_literal(self, c):
        if c != self._literal[0]:
            return self._fail("!")
        self._literal = self._literal[1:]
        return c if self._literal else c + self._ended()

    def _after(self, c):
        kind = "d" if c in "123456789" else "e" if c == "E" else c
        return _NUMBER[self._part].get(kind) if kind != "d" or c != "d" else None

    def _in_number(self, c):
        part = self._after(c)
        if part is not None:
            changed, self._part = part != self._part, part
            return c if not self._stray else _SHAPE[part] if changed else ""
        if self._part not in _WHOLE:
            return self._fail("!")
        defect = self._ended()
        return defect if self._dead else self._between(c)

    def _begin_string(self, key):
        self._step, self._key, self._escape, self._content = self._in_string, key, "", ""
        return '"'

    def _in_string(self, c):
        if self._escape:
            return self._in_escape(c)
        if c == '"':
            return self._end_string()
        if c == "\\":
            self._escape = c
            return ""
        if c < " ":
            return self._fail("\\!")
        self._content += c
        return c if self._key else ""

    def _end_string(self):
        if self._key:
            self._step, self._expect = self._between, "colon"
            return '"'
        placeholder = self._values.placeholder(self._content) if self._content else ""
        return placeholder + '"' + self._ended()

    def _in_escape(self, c):
        """Goes on with an escape, or with a pair of surrogates."""
        self._escape += c
        e = self._escape
        if len(e) > 6:
            return self._in_pair(e)
        if re.fullmatch(r'\\["\\/bfnrt]', e):
            return self._escaped()
        if not re.fullmatch(r"\\u[0-9a-fA-F]{0,4}", e):
            return self._fail("\\!")
        whole = len(e) == 6 and not re.match(r"\\u[dD][89a-fA-F]", e)
        return self._escaped() if whole else ""

    def _in_pair(self, e):
        """Goes on behind a surrogate: the other half must follow, and it must be the first of two."""
        if not _PAIR.fullmatch(e[6:]):
            return self._fail("\\ud800x")
        if len(e) < 12:
            return ""
        return self._escaped() if re.match(r"\\u[dD][89abAB]", e) else self._fail("\\ud800x")

    def _escaped(self):
        text, self._escape = self._escape, ""
        self._content += json.loads(f'"{text}"')
        return text if self._key else ""
