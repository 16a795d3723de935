import { DeltaRecorder, type Options, type Sink } from "./recorder.js";

export { DeltaRecorder, type Options, type Sink } from "./recorder.js";
export { formats } from "./formats.js";

/**
 * Passes a stream on and records its deltas on a span:
 *
 *     for await (const chunk of recordDeltas(span, stream, { format: "openai" })) { … }
 *
 * The span must not end before the stream does.
 */
export async function* recordDeltas<T>(span: Sink, stream: AsyncIterable<T>, options: Options): AsyncGenerator<T, void, undefined> {
  const recorder = new DeltaRecorder(span, options);
  let over = false;
  try {
    for await (const delta of stream) {
      recorder.observe(delta);
      yield delta;
    }
    over = true;
  } catch (error) {
    over = (error as { name?: unknown } | null)?.name !== "AbortError"; // a stream that broke ends where it broke
    throw error;
  } finally {
    if (over) recorder.end();
    else recorder.abandon();
  }
}
