import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { formats } from "../src/formats.js";
import { DeltaRecorder, recordDeltas } from "../src/index.js";
import { Events } from "./events.js";

const fragment = (index: number, text: string) => ({ choices: [{ index: 0, delta: { tool_calls: [{ index, function: { arguments: text } }] } }] });
const named = (index: number, name: string) => ({
  choices: [{ index: 0, delta: { tool_calls: [{ index, id: `call_${index}`, type: "function", function: { name, arguments: "" } }] } }],
});
const text = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });
const finish = { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] };

function record(deltas: unknown[], options = {}): Events {
  const span = new Events();
  const recorder = new DeltaRecorder(span, { format: "openai", ...options });
  for (const delta of deltas) recorder.observe(delta);
  recorder.end();
  return span;
}

/** The arguments of the calls of OpenAI payloads, in the order in which they come. */
function argumentsOf(span: Events): string[] {
  return span.payloads().flatMap((payload) => {
    const calls = JSON.parse(payload).choices?.[0]?.delta?.tool_calls ?? [];
    return calls.map((call: { function?: { arguments?: string } }) => call.function?.arguments);
  });
}

test("fragments of one call are joined, and not across those of another", () => {
  const span = record([
    text("Let me see."), named(0, "f"), fragment(0, '{"a'), fragment(0, '":1'), named(1, "g"), fragment(1, "{"), text("…"), fragment(1, "}"), fragment(0, "}"), finish,
  ]);
  assert.deepEqual(argumentsOf(span), ["", '{"a":1', "", "{}", "}"]);
  assert.deepEqual(
    span.list.map(({ attributes }) => attributes["toolverdict.delta.sequence"] ?? attributes["toolverdict.delta.count"]),
    [0, 1, 2, 3, 4, 5, 6],
  );
});

test("a terminal is recorded when it comes, and fragments with the time of the last", () => {
  const span = new Events();
  const recorder = new DeltaRecorder(span, { format: "openai" });
  recorder.observe(fragment(0, "{"));
  recorder.observe(fragment(0, "}"));
  assert.equal(span.list.length, 0);
  const before = new Date();
  recorder.observe(finish);
  assert.equal(span.list.length, 2);
  assert.ok(span.list[0]!.time! <= before && span.list[1]!.time === undefined);
});

test("a thousand fragments are one event", () => {
  const span = record([named(0, "f"), fragment(0, '{"text":"'), ...Array.from({ length: 1000 }, () => fragment(0, "word ")), fragment(0, '"}'), finish]);
  assert.deepEqual(argumentsOf(span), ["", '{"text":"[redacted]#1"}']);
  assert.equal(span.count(), 3);
});

test("what is too much is counted", () => {
  const span = record([...Array.from({ length: 300 }, (_, i) => fragment(i % 2, " ")), finish]);
  assert.equal(span.payloads().length, 126);
  assert.equal(span.count(), 301);
});

test("what can't be recorded does no harm to the application, and is counted", () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth++) deep = { deep };
  const given = (value: unknown) => ({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: value } }] } }] });
  for (const odd of [given(deep), { choices: [{ index: 1n, delta: { tool_calls: [] } }] }]) {
    const span = record([fragment(0, "{}"), odd, finish]);
    assert.deepEqual([span.payloads().length, span.count()], [2, 3]);
  }
});

test("turns are told apart", () => {
  const [event] = record([finish], { turnId: "2" }).list;
  assert.equal(event!.attributes["toolverdict.turn.id"], "2");
});

test("nothing is recorded behind the end", () => {
  const span = new Events();
  const recorder = new DeltaRecorder(span, { format: "openai" });
  recorder.end();
  recorder.observe(finish);
  recorder.end();
  recorder.abandon();
  assert.deepEqual(span.list, [{ name: "toolverdict.stream.end", attributes: { "toolverdict.delta.count": 0 } }]);
});

test("an unknown format is refused", () => {
  assert.throws(() => new DeltaRecorder(new Events(), { format: "opnai" }), {
    name: "TypeError",
    message: 'toolverdict: unknown format "opnai": use one of mistral, anthropic, bedrock_converse, cohere, ollama, openai, openai_responses',
  });
});

test("text of deltas is taken too, and what is no delta is recorded as one", () => {
  const span = record([JSON.stringify(finish), "{broken", 5, null, [finish], "[DONE]"]);
  assert.deepEqual(span.payloads().slice(1), ["[]", "[]", "[]", "[]", "[DONE]"]);
  assert.equal(JSON.parse(span.payloads()[0]!).choices[0].finish_reason, "tool_calls");
});

async function* stream(deltas: unknown[], failure?: Error): AsyncGenerator {
  yield* deltas;
  if (failure !== undefined) throw failure;
}

for (const [name, failure, count] of [
  ["a stream that ends", undefined, 2],
  ["a stream that breaks ends where it broke", new Error("reset"), 2],
  ["an abort leaves open what would have come", Object.assign(new Error("stop"), { name: "AbortError" }), 3],
] as const) {
  test(name, async () => {
    const span = new Events();
    const deltas = [named(0, "f"), finish];
    const passed: unknown[] = [];
    try {
      for await (const delta of recordDeltas(span, stream(deltas, failure), { format: "openai" })) passed.push(delta);
      assert.equal(failure, undefined);
    } catch (error) {
      assert.equal(error, failure);
    }
    assert.deepEqual(passed, deltas);
    assert.equal(span.count(), count);
  });
}

test("an SDK's stream that was aborted just ends, and leaves open what would have come", async () => {
  const span = new Events();
  const controller = new AbortController();
  const ofSDK = Object.assign(stream([named(0, "f"), finish]), { controller });
  for await (const _ of recordDeltas(span, ofSDK, { format: "openai" })) controller.abort();
  assert.deepEqual([span.payloads().length, span.count()], [2, 3]);
});

test("a consumer that stops reading leaves open what would have come", async () => {
  const span = new Events();
  for await (const _ of recordDeltas(span, stream([named(0, "f"), finish]), { format: "openai" })) break;
  assert.deepEqual([span.payloads().length, span.count()], [1, 2]);
});

test("arguments are masked wherever they are cut", () => {
  const whole = '{"k\\u00e9y": ["Zoë \\ud83d\\ude00 \\"x\\" \u{1f600}", "", -1.5e+3, true, null, {"b":"Zoë \\uD83D\\uDE00 \\"x\\" 😀"}]}';
  const masked = '{"k\\u00e9y": ["[redacted]#1", "", -1.5e+3, true, null, {"b":"[redacted]#1"}]}';
  for (let cut = 0; cut <= whole.length; cut++) {
    const parts = [whole.slice(0, cut), whole.slice(cut)];
    if (/[\ud800-\udbff]$/.test(parts[0]!)) continue; // no provider can send half a character
    assert.deepEqual(argumentsOf(record([named(0, "f"), ...parts.map((part) => fragment(0, part)), finish])), ["", masked]);
  }
});

for (const [given, kept] of [
  ['{"a":"secret', '{"a":"'],
  ['{"a":"secret"} secret', '{"a":"[redacted]#1"} !'],
  ['{"a":"s\\ecret"}', '{"a":"\\!'],
  ['{"a":"s\necret"}', '{"a":"\\!'],
  ['{"a":"\\ud83dsecret"}', '{"a":"\\ud800x'],
  ['{"a":"\\udc00\\udc00"}', '{"a":"\\ud800x'],
  ["{'a':secret}", "{!"],
  ['{"a":01}', '{"a":0!'],
  ['{"a":-}', '{"a":-!'],
  ['{"a":trou}', '{"a":tr!'],
  ["{123456: secret", "{1!"],
  ["secret", "!"],
  ["{1.5e+37", "{1.1e+1"],
  ["[".repeat(130) + "secret", "[".repeat(129)],
] as const) {
  test(`a defect stays, and nothing behind it: ${given.slice(0, 20)}`, () => {
    assert.deepEqual(argumentsOf(record([fragment(0, given)])), [kept]);
  });
}

test("half of a character is as unreadable as it was", () => {
  const [payload] = record([fragment(0, '{"a":"\ud83d')]).payloads();
  assert.match(payload!, /"\\ud800"/);
});

const canary = "canary-7f3a";

/** Puts the canary into every string of a delta that is no id, name, type or the like. */
function planted(value: unknown, member = ""): unknown {
  if (Array.isArray(value)) return value.map((element) => planted(element, member));
  if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, planted(of, name)]));
  if (typeof value !== "string" || shown.has(member)) return value;
  return value.includes('":"') ? value.replaceAll('":"', `":"${canary} `) : canary + value;
}

const shown = new Set([
  "id", "object", "type", "name", "role", "status", "stop_reason", "finish_reason", "stopReason", "done_reason", "item_id", "call_id", "toolUseId", "execution",
]);

for (const format of [...Object.keys(formats), "mistral"]) {
  test(`content of ${format} is not recorded`, () => {
    const folder = new URL(`../../../../../testdata/streams/${format}/healthy/`, import.meta.url);
    let seen = 0;
    for (const file of readdirSync(folder)) {
      const { chunks, events } = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
      const deltas = (chunks ?? events).map((delta: unknown) => planted(delta));
      seen += JSON.stringify(deltas).split(canary).length - 1;
      const recorded = record(deltas, { format }).payloads().join("\n");
      assert.ok(!recorded.includes(canary), `${file}: ${recorded}`);
    }
    assert.ok(seen > 20, `${seen} were planted`);
  });
}
