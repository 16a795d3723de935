// Runs one adapter on one stream after the other: reads cells from the standard
// input, {"adapter", "stream"} each on a line, and answers each with a line of what
// the adapter did. PROVIDER is the mock provider's URL; spans go to OTLP.
import { createInterface } from "node:readline";
import { SpanStatusCode } from "@opentelemetry/api";
import { anthropicManual, anthropicToolRunner } from "./anthropic.js";
import { langchain } from "./langchain.js";
import { openaiManual, openaiResponses, openaiResponsesRunner, openaiRunTools } from "./openai.js";
import { flush, provider, tracer } from "./telemetry.js";
import { Cell } from "./cell.js";
import { vercel } from "./vercel.js";

const adapters = {
  "vercel-openai": vercel("openai"),
  "vercel-responses": vercel("openai_responses"),
  "vercel-anthropic": vercel("anthropic"),
  "langchain-openai": langchain("openai"),
  "langchain-responses": langchain("openai_responses"),
  "langchain-anthropic": langchain("anthropic"),
  "openai-runtools": openaiRunTools,
  "openai-manual": openaiManual,
  "openai-responses-runner": openaiResponsesRunner(false),
  "openai-responses-runner-eager": openaiResponsesRunner(true),
  "openai-responses": openaiResponses,
  "anthropic-toolrunner": anthropicToolRunner(false),
  "anthropic-toolrunner-eager": anthropicToolRunner(true),
  "anthropic-manual": anthropicManual,
};

async function run({ adapter, stream }) {
  const cell = new Cell(process.env.PROVIDER, adapter, stream);
  return tracer.startActiveSpan(`${adapter} ${stream}`, async (span) => {
    let error = "";
    try {
      await adapters[adapter](cell);
    } catch (thrown) {
      error = thrown?.constructor?.name ?? typeof thrown;
      console.error(adapter, stream, thrown);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
    await flush();
    return { adapter, stream, trace: span.spanContext().traceId, handed: cell.handed, error };
  });
}

// What an SDK leaves behind, a promise that nobody waits for, is not this program's end.
process.on("unhandledRejection", () => {});

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`);
}

await provider.shutdown();
