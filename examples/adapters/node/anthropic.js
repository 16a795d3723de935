import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { description, input, parameters, prompt } from "./cell.js";
import { executeTool } from "./thin.js";
import { recording } from "./wire.js";

function clientOf(cell) {
  return new Anthropic({
    apiKey: "none",
    baseURL: cell.url,
    maxRetries: 0,
    fetch: recording(cell),
    openTelemetry: { traces: { contentMode: "content" } },
  });
}

function handOver(cell, message) {
  const calls = message.content.filter((block) => block.type === "tool_use");
  for (const call of calls) cell.handOver(call.id, call.name);
  return calls;
}

// anthropicToolRunner lets the SDK run the tool: eagerly, that is while the reply is
// still being streamed, or after it.
export const anthropicToolRunner = (eagerly) => async (cell) => {
  const runner = clientOf(cell).beta.messages.toolRunner({
    model: cell.stream,
    max_tokens: 1000,
    stream: true,
    runToolsEagerly: eagerly,
    messages: [{ role: "user", content: prompt }],
    tools: [betaZodTool({ name: "transfer", description, inputSchema: input, run: (args) => cell.transfer(args) })],
  });
  for await (const stream of runner) handOver(cell, await stream.finalMessage());
};

// anthropicManual runs the tool itself, on the message that the stream helper returns.
export async function anthropicManual(cell) {
  const client = clientOf(cell);
  const messages = [{ role: "user", content: prompt }];
  for (;;) {
    const stream = client.messages.stream({
      model: cell.stream,
      max_tokens: 1000,
      messages,
      tools: [{ name: "transfer", description, input_schema: parameters }],
    });
    const message = await stream.finalMessage();
    messages.push({ role: "assistant", content: message.content });
    const calls = handOver(cell, message);
    if (message.stop_reason !== "tool_use") return;
    const results = [];
    for (const call of calls) {
      const content = await executeTool(call.id, call.name, () => cell.transfer(call.input));
      results.push({ type: "tool_result", tool_use_id: call.id, content });
    }
    messages.push({ role: "user", content: results });
  }
}
