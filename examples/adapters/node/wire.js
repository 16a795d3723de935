import { setImmediate } from "node:timers/promises";
import { turnSpan } from "./telemetry.js";

// recording returns a fetch that records the deltas of a stream on the span of its
// turn, each at the moment at which the SDK reads it.
export function recording(cell, fetch = globalThis.fetch) {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
    const span = turnSpan();
    const { events, broken } = await read(response.body);
    cell.delivered = 0;
    const record = (event) => {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (!data?.startsWith("{")) return;
      span?.addEvent("toolverdict.delta", {
        "toolverdict.delta.sequence": cell.delivered++,
        "toolverdict.delta.payload": data,
      });
    };
    const end = () => span?.addEvent("toolverdict.stream.end", { "toolverdict.delta.count": cell.delivered });
    const body = new ReadableStream(
      {
        async pull(controller) {
          await settled();
          const event = events.shift();
          if (event !== undefined) {
            record(event);
            controller.enqueue(new TextEncoder().encode(`${event}\n\n`));
            return;
          }
          end();
          if (broken) controller.error(broken);
          else controller.close();
        },
        // An SDK that reads no further does not change what the provider sent.
        cancel() {
          events.forEach(record);
          end();
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

// read takes all events of a stream, and what broke it.
async function read(body) {
  let text = "";
  let broken;
  try {
    for await (const part of body.pipeThrough(new TextDecoderStream())) text += part;
  } catch (error) {
    broken = error;
  }
  return { events: text.split("\n\n").filter((event) => event !== ""), broken };
}

// settled waits until the program has done what the last delta gave it to do, and the
// clock has moved on: a provider's deltas are further apart than spans can tell, which
// begin at whole milliseconds.
async function settled() {
  const since = performance.now();
  for (let turn = 0; turn < 10 || performance.now() - since < 3; turn++) await setImmediate();
}
