import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { OpenTelemetry } from "@ai-sdk/otel";
import { isStepCount, registerTelemetry, streamText, tool } from "ai";
import { description, input, prompt } from "./cell.js";
import { recording } from "./wire.js";

globalThis.AI_SDK_LOG_WARNINGS = false; // of models that it does not know
registerTelemetry(new OpenTelemetry());

function model(format, cell) {
  const settings = { baseURL: cell.url, apiKey: "none", fetch: recording(cell) };
  switch (format) {
    case "anthropic":
      return createAnthropic(settings)(cell.stream);
    case "openai_responses":
      return createOpenAI(settings).responses(cell.stream);
    default:
      return createOpenAI(settings).chat(cell.stream);
  }
}

// vercel streams text with a tool that the SDK runs.
export const vercel = (format) => async (cell) => {
  const result = streamText({
    model: model(format, cell),
    prompt,
    tools: {
      transfer: tool({ description, inputSchema: input, execute: (args) => cell.transfer(args) }),
    },
    stopWhen: isStepCount(3),
    maxRetries: 0,
    onError: () => {}, // errors are parts of the stream
  });
  let failed;
  for await (const part of result.stream) {
    if (part.type === "tool-call" && !part.invalid) cell.handOver(part.toolCallId, part.toolName);
    if (part.type === "error") failed = part.error;
  }
  if (failed !== undefined) throw failed;
};
