import { LangChainInstrumentation } from "@arizeai/openinference-instrumentation-langchain";
import { ChatAnthropic } from "@langchain/anthropic";
import * as callbacks from "@langchain/core/callbacks/manager";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, tool } from "langchain";
import { description, input, prompt } from "./cell.js";
import { provider } from "./telemetry.js";
import { recording } from "./wire.js";

new LangChainInstrumentation({ tracerProvider: provider }).manuallyInstrument(callbacks);

function model(format, cell) {
  const common = { model: cell.stream, apiKey: "none", maxRetries: 0 };
  if (format === "anthropic") {
    return new ChatAnthropic({ ...common, anthropicApiUrl: cell.url, clientOptions: { fetch: recording(cell) } });
  }
  return new ChatOpenAI({
    ...common,
    useResponsesApi: format === "openai_responses",
    configuration: { baseURL: cell.url, fetch: recording(cell) },
  });
}

// langchain streams an agent that runs the tool.
export const langchain = (format) => async (cell) => {
  const agent = createAgent({
    model: model(format, cell),
    tools: [tool((args) => cell.transfer(args), { name: "transfer", description, schema: input })],
  });
  // With its messages asked for too, the agent has its model stream.
  const stream = await agent.stream(
    { messages: [{ role: "user", content: prompt }] },
    { streamMode: ["updates", "messages"] },
  );
  for await (const [mode, update] of stream) {
    if (mode !== "updates") continue;
    for (const node of Object.values(update)) {
      for (const message of node?.messages ?? []) {
        for (const call of message.tool_calls ?? []) cell.handOver(call.id, call.name);
      }
    }
  }
};
