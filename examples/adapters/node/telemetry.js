import { setImmediate } from "node:timers/promises";
import { trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";

// OpenSpans remembers the spans that have begun and not ended, the newest last.
class OpenSpans {
  spans = new Set();
  onStart(span) {
    this.spans.add(span);
  }
  onEnd(span) {
    for (const open of this.spans) {
      if (open.spanContext().spanId === span.spanContext().spanId) this.spans.delete(open);
    }
  }
  async forceFlush() {}
  async shutdown() {}
}

const open = new OpenSpans();
const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({
    "service.name": "adapters-node",
    // One clock: without it the collector allows for two that differ.
    "service.instance.id": String(process.pid),
  }),
  // The default of 128 events would lose the first deltas of longer streams.
  spanLimits: { eventCountLimit: 1000 },
  spanProcessors: [open, new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();

export { provider };
export const tracer = trace.getTracer("toolverdict-adapters");

// flush waits until the spans that have begun have ended, some do so after the SDK has
// given up, and sends them. One that does not end in time is left behind.
export async function flush() {
  const since = performance.now();
  while (open.spans.size > 0 && performance.now() - since < 1000) await setImmediate();
  open.spans.clear();
  await provider.forceFlush();
}

// turnSpan is the span of the request that is being made: the newest open one of a
// model. Not every instrumentation makes its span the active one.
export function turnSpan() {
  return [...open.spans].findLast(
    ({ attributes }) =>
      attributes["gen_ai.operation.name"] === "chat" || attributes["openinference.span.kind"] === "LLM",
  );
}
