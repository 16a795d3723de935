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
    over = !aborted(stream);
  } catch (error) {
    // A stream that broke ends where it broke.
    over = (error as { name?: unknown } | null)?.name !== "AbortError" && !aborted(stream);
    throw error;
  } finally {
    if (over) recorder.end();
    else recorder.abandon();
  }
}

/** Whether the application has aborted the request: the streams of OpenAI's and Anthropic's SDKs end then as if they were over. */
function aborted(stream: unknown): boolean {
  return (stream as { controller?: { signal?: { aborted?: unknown } } }).controller?.signal?.aborted === true;
}
