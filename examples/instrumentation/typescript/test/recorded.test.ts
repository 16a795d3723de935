import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { formats } from "../src/formats.js";
import { DeltaRecorder } from "../src/index.js";
import { Events } from "./events.js";

const streams = new URL("../../../../../testdata/streams/", import.meta.url);
const golden = new URL("../../../testdata/recorded.jsonl", import.meta.url);

/** What is recorded of a stream, as a line of the golden file. */
function recorded(name: string): string {
  const { profile, chunks, events } = JSON.parse(readFileSync(new URL(name, streams), "utf8"));
  const span = new Events();
  const recorder = new DeltaRecorder(span, { format: profile, maxEvents: Infinity });
  for (const delta of chunks ?? events) recorder.observe(delta);
  recorder.end();
  return JSON.stringify({ stream: name, payloads: span.payloads(), count: span.count() });
}

const names = [...Object.keys(formats), "mistral"].sort().flatMap((format) =>
  ["faulty", "healthy"].flatMap((kind) => readdirSync(new URL(`${format}/${kind}/`, streams)).sort().map((file) => `${format}/${kind}/${file}`)),
);

if (process.env["UPDATE"] === "1") writeFileSync(golden, names.map((name) => recorded(name) + "\n").join(""));

// The Go module's tests want of these lines the verdicts of the streams.
test("what is recorded of every stream", () => {
  assert.deepEqual(names.map(recorded), readFileSync(golden, "utf8").trimEnd().split("\n"));
});
