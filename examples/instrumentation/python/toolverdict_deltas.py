"""Records the deltas of an LLM stream on an OpenTelemetry span, so that toolverdict can judge the tool calls in it.

    for chunk in record_deltas(span, stream, "openai"):
        ...

Recorded are the deltas of calls and those that begin or end something, in their wire shape, without text, and with the
values of arguments masked. Fragments of one call that follow each other are joined, so that a span stays under the 128
events that SDKs keep. The span must not end before the stream does.

Needs nothing but this file, toolverdict_deltas_formats.py and toolverdict_deltas_lexer.py: a span is anything that has
add_event(name, attributes, timestamp), as those of opentelemetry-api do.
"""

import json
import time

from toolverdict_deltas_formats import formats
from toolverdict_deltas_lexer import Lexer, Values

# SDKs keep 128 events of a span; one is the end's.
MAX_EVENTS = 126


def record_deltas(span, stream, format_name, **options):
    """Passes a stream on and records its deltas. Takes an iterable of objects, of dicts or of JSON text.

    If a variable holds the generator, close it before the span ends: contextlib.closing.
    """
    recorder = DeltaRecorder(span, format_name, **options)
    try:
        for delta in stream:
            recorder.observe(delta)
            yield delta
    except GeneratorExit:
        recorder.abandon()
        raise
    finally:
        recorder.end()  # a stream that broke ends where it broke


async def record_deltas_async(span, stream, format_name, **options):
    """Passes an asynchronous stream on and records its deltas.

    If the loop may be left early, use it in contextlib.aclosing: Python closes the generator too late otherwise, when the
    span has ended.
    """
    import asyncio

    recorder = DeltaRecorder(span, format_name, **options)
    try:
        async for delta in stream:
            recorder.observe(delta)
            yield delta
    except (GeneratorExit, asyncio.CancelledError):
        recorder.abandon()
        raise
    finally:
        recorder.end()


class DeltaRecorder:
    """Records one stream. It is for one thread."""

    def __init__(self, span, format_name, max_events=MAX_EVENTS, turn_id=None):
        # Mistral's deltas have the shape of OpenAI's.
        self._format = formats.get("openai" if format_name == "mistral" else format_name)
        if self._format is None:
            raise ValueError(f"toolverdict: unknown format {format_name!r}: use one of mistral, {', '.join(formats)}")
        self._span = span
        self._projector = _Projector()
        self._max = max_events
        self._turn = {} if turn_id is None else {"toolverdict.turn.id": turn_id}
        self._held = None  # a delta that the next one may be joined with
        self._said = set()  # deltas without a fragment that need not be recorded again
        self._id = None
        self._ended = False
        self._count = 0
        self._done = False

    def observe(self, delta):
        """Observes the next delta: a dict, a pydantic model as SDKs give it, or JSON text. It is not changed.

        Never raises: a delta that can't be recorded is only counted, and the end says that one is missing.
        """
        if self._done:
            return
        try:
            self._observe(delta)
        except Exception:  # nested too deep, or of kinds that JSON does not have
            self._count += 1

    def _observe(self, delta):
        value = "[DONE]" if delta in ("[DONE]", b"[DONE]") else _parsed(delta)
        if not isinstance(value, dict):
            self._flush()
            # No format has a list here: it is as unreadable as what came.
            self._record(value if value == "[DONE]" else "[]")
            return
        if self._begins(value):
            self._projector.turn()
        projection = self._projector.project(value, self._format["shape"])
        ends = _meets(value, self._format["ends"])
        self._ended = self._ended or ends
        if projection.odd or self._wanted(value):
            self._add(projection, not ends and _meets(value, self._format["joins"]))

    def end(self):
        """Ends the recording: the provider's stream is over, whether it said so or just stopped."""
        self._finish(0)

    def abandon(self):
        """Ends the recording of a stream that is read no further: what would have followed is not known."""
        self._finish(1)

    def _begins(self, delta):
        by_id = self._format["begins"][:1] == ["id"]
        name = delta.get("id")
        if by_id:
            other = isinstance(name, str) and name != "" and name != self._id
            if self._id is None or (other and self._ended):
                self._id = name
        else:
            other = _meets(delta, self._format["begins"])
        if not other or not self._ended:
            return False
        self._ended = False
        return True

    def _wanted(self, delta):
        needs = self._format.get("needs")
        if needs is not None and not isinstance(delta.get(needs), (str, list, dict)):
            return True
        records = self._format.get("records")
        return (records is None or _meets(delta, records)) and not _meets(delta, self._format.get("skips", []))

    def _add(self, projection, joins):
        fragments = projection.fragments
        if not joins or projection.odd or len(fragments) > 1:
            self._flush()
            self._said.clear()
            self._record(_text(projection.value))
        elif not fragments:
            self._once(_text(projection.value))
        else:
            self._join(projection.value, fragments[0])

    def _once(self, payload):
        if payload in self._said:
            return
        self._flush()
        self._said.add(payload)
        self._record(payload)

    def _join(self, value, fragment):
        slot, parent, member = fragment
        added, parent[member] = parent[member], ""
        frame = _text(value)
        held = self._held
        if held is not None and held["slot"] == slot and held["frame"] == frame:
            held["parent"][member] += added
            held["time"] = time.time_ns()
            return
        self._flush()
        parent[member] = added
        self._held = {"value": value, "frame": frame, "slot": slot, "parent": parent, "time": time.time_ns()}

    def _finish(self, missing):
        if self._done:
            return
        self._flush()
        self._done = True
        self._span.add_event("toolverdict.stream.end", {**self._turn, "toolverdict.delta.count": self._count + missing})

    def _flush(self):
        held, self._held = self._held, None
        if held is not None:
            self._record(_text(held["value"]), held["time"])

    def _record(self, payload, timestamp=None):
        """Records a delta, or only counts it: then the end says that some are missing."""
        self._count += 1
        if self._count > self._max:
            return
        attributes = {**self._turn, "toolverdict.delta.sequence": self._count - 1, "toolverdict.delta.payload": payload}
        self._span.add_event("toolverdict.delta", attributes, timestamp)


class _Projection:
    def __init__(self):
        self.value = {}
        self.fragments = []  # (slot, the object it stands in, the member)
        self.odd = False  # something was of another kind than the format has there


class _Slot:
    """The arguments of one call so far."""

    def __init__(self, values):
        self.lexer = Lexer(values)
        self.raw = ""
        self.masked = ""


class _Projector:
    """Projects deltas on what is recorded of them, with the content masked. The words of a shape are in README.md."""

    def __init__(self):
        self._values = Values()
        self.turn()

    def turn(self):
        """Forgets the calls: another turn begins."""
        self._slots = {}
        self._ids = {}

    def project(self, delta, shape):
        self._current = _Projection()
        self._current.value = self._members(delta, shape, {"": delta})
        return self._current

    def _members(self, members, shape, around):
        out = {}
        for member, of in shape.items():
            if member not in members:
                continue
            value = members[member]
            if isinstance(of, str):
                out[member] = self._leaf(value, of, out, member, around)
            elif isinstance(of, list):
                out[member] = self._list(value, member, of[0], around)
            else:
                out[member] = self._object(value, member, of, around)
        return out

    def _list(self, value, member, shape, around):
        if not isinstance(value, list):
            return self._unexpected(value)
        return [self._object(v, member, shape, {**around, "#" + member: i}) for i, v in enumerate(value)]

    def _object(self, value, member, shape, around):
        if not isinstance(value, dict):
            return self._unexpected(value)
        return self._members(value, shape, {**around, member: value})

    def _unexpected(self, value):
        self._current.odd = self._current.odd or value is not None
        return self._kind(value)

    def _leaf(self, value, what, parent, member, around):
        treatment, *names = what.split(" ")
        if treatment == "keep":
            return self._unexpected(value) if isinstance(value, (dict, list)) else value
        if treatment == "kind":
            return self._kind(value)
        if not isinstance(value, str):
            return self._kind(value) if treatment == "none" else self._masked(value)
        if treatment == "none":
            return ""
        if treatment == "fragment":
            return self._fragment(value, (_slot(names, around), parent, member))
        if treatment == "whole":
            return self._whole(value, (self._known(names, around), parent, member))
        return self._masked(value)

    def _known(self, names, around):
        """The slot of arguments that come whole: that of the call's id, if it is known."""
        slot = _slot([n for n in names if not n.startswith("@")], around)
        for name in names:
            call = _member(name[1:], around) if name.startswith("@") else None
            if isinstance(call, str):
                return self._ids.setdefault(call, slot)
        return slot

    def _fragment(self, text, fragment):
        slot = self._slots.setdefault(fragment[0], _Slot(self._values))
        masked = slot.lexer.mask(text)
        slot.raw += text
        slot.masked += masked
        self._current.fragments.append(fragment)
        return masked

    def _whole(self, text, fragment):
        """Masks arguments that may be repeated. Texts that differ must still differ."""
        slot = self._slots.setdefault(fragment[0], _Slot(self._values))
        if slot.raw == "":
            return self._fragment(text, fragment)
        masked = Lexer(self._values).mask(text)
        return masked + " " if masked == slot.masked and text != slot.raw else masked

    def _masked(self, value):
        """Masks the strings inside a value."""
        if isinstance(value, list):
            return [self._masked(v) for v in value]
        if isinstance(value, dict):
            return {name: self._masked(v) for name, v in value.items()}
        return self._kind(value) if isinstance(value, str) else value

    def _kind(self, value):
        """Keeps of a value no more than its kind."""
        if isinstance(value, str):
            return "" if value == "" else self._values.placeholder(value)
        if isinstance(value, dict):
            return {}
        if isinstance(value, list):
            return []
        return value if value is None or isinstance(value, bool) else 0


def _slot(names, around):
    """Names a call by the members that tell it from others."""
    parts = []
    for name in names:
        value = _member(name, around)
        parts.append(around.get("#" + name.split(".")[0]) if value is None else value)
    return json.dumps(parts)


def _member(name, around):
    """The member of the objects around that a name like choices.index means; index alone is one of the delta."""
    if name.startswith("#"):
        return around.get(name)
    outer, dot, inner = name.partition(".")
    return around.get(outer, {}).get(inner) if dot else around[""].get(name)


def _given(value):
    return value is not None and value is not False and value != ""


def _meets(delta, conditions):
    """Whether a delta meets one of the conditions: a path that is given, or path=value."""
    for condition in conditions:
        path, exact, wanted = condition.partition("=")
        for value in _at(delta, path.split(".")):
            if value == wanted if exact else _given(value):
                return True
    return False


def _at(value, path):
    """The values at a path of member names. What is in a list is at the path of the list."""
    if isinstance(value, list):
        return [found for element in value for found in _at(element, path)]
    if not isinstance(value, dict) or path[0] not in value:
        return []
    return [value[path[0]]] if len(path) == 1 else _at(value[path[0]], path[1:])


def _parsed(delta):
    if hasattr(delta, "model_dump"):
        return delta.model_dump(mode="json", exclude_unset=True)
    if not isinstance(delta, (str, bytes)):
        return delta
    try:
        return json.loads(delta)
    except ValueError:
        return None


def _text(value):
    return json.dumps(value, separators=(",", ":"))
