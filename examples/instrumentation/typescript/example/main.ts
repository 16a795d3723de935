/**
 * Records streams from a file on spans of the OpenTelemetry SDK, in place of an application: node dist/example/main.js
 * FILE. Each line is a turn: {"name", "format", "tools", "deltas", "stop"}; stop is how many deltas are read, all if it
 * is absent. Spans go where OTEL_EXPORTER_OTLP_ENDPOINT says.
 */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { recordDeltas } from "../src/index.js";

interface Turn {
  name: string;
  format: string;
  tools: unknown[];
  deltas: unknown[];
  stop?: number;
}

const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ "service.name": "typescript" }),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
const tracer = trace.getTracer("example");

/** The deltas as an SDK would hand them over. */
async function* stream(turn: Turn): AsyncGenerator {
  for (const delta of turn.deltas) yield delta;
}

async function chat(turn: Turn): Promise<void> {
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": turn.format === "mistral" ? "mistral_ai" : turn.format,
    "gen_ai.tool.definitions": JSON.stringify(turn.tools),
  };
  const span = tracer.startSpan(turn.name, { attributes });
  let read = 0;
  for await (const _ of recordDeltas(span, stream(turn), { format: turn.format })) {
    if (++read === turn.stop) break;
  }
  span.end();
}

const file = process.argv[2];
if (file === undefined) throw new Error("usage: main.js FILE");
for await (const line of createInterface({ input: createReadStream(file) })) await chat(JSON.parse(line) as Turn);
await provider.shutdown();
