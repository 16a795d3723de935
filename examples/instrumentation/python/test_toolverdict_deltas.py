"""Tests of toolverdict_deltas.py: python3 -m unittest, with nothing installed."""

import asyncio
import contextlib
import json
import pathlib
import unittest

from toolverdict_deltas import DeltaRecorder, record_deltas, record_deltas_async

HERE = pathlib.Path(__file__).resolve().parent
STREAMS = HERE.parents[2] / "testdata" / "streams"


class Events:
    """A span that keeps the events it is given."""

    def __init__(self):
        self.list = []

    def add_event(self, name, attributes, timestamp=None):
        self.list.append((name, attributes, timestamp))

    def payloads(self):
        return [a["toolverdict.delta.payload"] for name, a, _ in self.list if name == "toolverdict.delta"]

    def count(self):
        return self.list[-1][1]["toolverdict.delta.count"]


def fragment(index, text):
    return {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": index, "function": {"arguments": text}}]}}]}


FINISH = {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}


def record(deltas, **options):
    span = Events()
    recorder = DeltaRecorder(span, options.pop("format_name", "openai"), **options)
    for delta in deltas:
        recorder.observe(delta)
    recorder.end()
    return span


def arguments(span):
    calls = [c for p in span.payloads() for choice in json.loads(p)["choices"] for c in choice["delta"].get("tool_calls", [])]
    return [c["function"]["arguments"] for c in calls]


class RecordedTest(unittest.TestCase):
    maxDiff = None

    def test_every_stream(self):
        """The TypeScript module records the same, and the Go module's tests want of it the verdicts of the streams."""
        lines = (HERE.parent / "testdata" / "recorded.jsonl").read_text(encoding="utf-8").splitlines()
        self.assertGreater(len(lines), 300)
        for line in lines:
            want = json.loads(line)
            with self.subTest(want["stream"]):
                stream = json.loads((STREAMS / want["stream"]).read_text(encoding="utf-8"))
                deltas = stream["chunks"] if "chunks" in stream else stream["events"]
                span = record(deltas, format_name=stream["profile"], max_events=1 << 30)
                self.assertEqual([json.loads(p) if p != "[DONE]" else p for p in want["payloads"]],
                                 [json.loads(p) if p != "[DONE]" else p for p in span.payloads()])
                self.assertEqual(want["count"], span.count())


class RecorderTest(unittest.TestCase):
    def test_fragments_are_joined(self):
        span = record([fragment(0, '{"a'), fragment(0, '":"'), fragment(1, "{"), fragment(1, "}"), fragment(0, 'x"}'), FINISH])
        self.assertEqual(['{"a":"', "{}", '[redacted]#1"}'], arguments(span))
        self.assertEqual([0, 1, 2, 3], [a["toolverdict.delta.sequence"] for _, a, _ in span.list[:-1]])

    def test_a_terminal_is_recorded_when_it_comes(self):
        span = Events()
        recorder = DeltaRecorder(span, "openai")
        recorder.observe(fragment(0, "{}"))
        self.assertEqual([], span.list)
        recorder.observe(FINISH)
        self.assertEqual(2, len(span.list))
        self.assertIsInstance(span.list[0][2], int)
        self.assertIsNone(span.list[1][2])

    def test_what_is_too_much_is_counted(self):
        span = record([fragment(i % 2, " ") for i in range(300)])
        self.assertEqual((126, 300), (len(span.payloads()), span.count()))

    def test_turns_are_told_apart(self):
        self.assertEqual("2", record([FINISH], turn_id="2").list[0][1]["toolverdict.turn.id"])

    def test_what_is_no_delta_is_recorded_as_one(self):
        payloads = record([json.dumps(FINISH), b"{broken", 5, None, [FINISH], "[DONE]"]).payloads()
        self.assertEqual(["[]", "[]", "[]", "[]", "[DONE]"], payloads[1:])

    def test_an_unknown_format_is_refused(self):
        with self.assertRaisesRegex(ValueError, "unknown format 'opnai': use one of mistral, anthropic, "):
            DeltaRecorder(Events(), "opnai")

    def test_arguments_are_masked_wherever_they_are_cut(self):
        whole = '{"k\\u00e9y": ["Zoë \\ud83d\\ude00 \\"x\\"", "", -1.5e+3, true, null, {"b":"Zoë \\uD83D\\uDE00 \\"x\\""}]}'
        masked = '{"k\\u00e9y": ["[redacted]#1", "", -1.5e+3, true, null, {"b":"[redacted]#1"}]}'
        for cut in range(len(whole) + 1):
            self.assertEqual([masked], arguments(record([fragment(0, whole[:cut]), fragment(0, whole[cut:])])))

    def test_a_defect_stays_and_nothing_behind_it(self):
        for given, kept in [
            ('{"a":"secret', '{"a":"'),
            ('{"a":"secret"} secret', '{"a":"[redacted]#1"} !'),
            ('{"a":"s\\ecret"}', '{"a":"\\!'),
            ('{"a":"s\necret"}', '{"a":"\\!'),
            ('{"a":"\\ud83dsecret"}', '{"a":"\\ud800x'),
            ('{"a":"\\udc00\\udc00"}', '{"a":"\\ud800x'),
            ("{'a':secret}", "{!"),
            ('{"a":01}', '{"a":0!'),
            ('{"a":-}', '{"a":-!'),
            ('{"a":trou}', '{"a":tr!'),
            ("{123456: secret", "{1!"),
            ("secret", "!"),
            ("{1.5e+37", "{1.1e+1"),
            ("[" * 130 + "secret", "[" * 129),
        ]:
            with self.subTest(given):
                self.assertEqual([kept], arguments(record([fragment(0, given)])))


class StreamTest(unittest.TestCase):
    def test_a_stream_that_ends(self):
        span = Events()
        self.assertEqual([fragment(0, "{}"), FINISH], list(record_deltas(span, [fragment(0, "{}"), FINISH], "openai")))
        self.assertEqual(2, span.count())

    def test_a_stream_that_breaks_ends_where_it_broke(self):
        def broken():
            yield fragment(0, "{}")
            raise ConnectionError

        span = Events()
        with self.assertRaises(ConnectionError):
            list(record_deltas(span, broken(), "openai"))
        self.assertEqual((1, 1), (len(span.payloads()), span.count()))

    def test_a_consumer_that_stops_leaves_open_what_would_have_come(self):
        span = Events()
        stream = record_deltas(span, [fragment(0, "{}"), FINISH], "openai")
        next(stream)
        stream.close()
        self.assertEqual((1, 2), (len(span.payloads()), span.count()))

    def test_what_cannot_be_recorded_does_no_harm_and_is_counted(self):
        deep = {}
        for _ in range(100_000):
            deep = {"deep": deep}
        for odd in (fragment(0, deep), fragment(object(), "{}")):
            span = record([fragment(0, "{}"), odd, FINISH])
            self.assertEqual((2, 3), (len(span.payloads()), span.count()))

    def test_an_asynchronous_stream(self):
        async def deltas():
            yield fragment(0, "{}")
            yield FINISH

        async def read(span):
            return [d async for d in record_deltas_async(span, deltas(), "openai")]

        span = Events()
        self.assertEqual([fragment(0, "{}"), FINISH], asyncio.run(read(span)))
        self.assertEqual(2, span.count())

    def test_an_asynchronous_stream_that_is_left(self):
        async def deltas():
            yield fragment(0, "{}")
            yield FINISH

        async def read(span):
            async with contextlib.aclosing(record_deltas_async(span, deltas(), "openai")) as stream:
                async for _ in stream:
                    break
            return span.count()  # before the loop of events goes on

        span = Events()
        self.assertEqual(2, asyncio.run(read(span)))
        self.assertEqual(1, len(span.payloads()))


if __name__ == "__main__":
    unittest.main()
