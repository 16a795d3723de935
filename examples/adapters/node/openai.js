import OpenAI from "openai";
import { ResponsesToolRunner, runnerFunction } from "openai/helpers/responses-tool-runner";
import { zodFunction, zodResponsesFunction } from "openai/helpers/zod";
import { description, input, parameters, prompt } from "./cell.js";
import { executeTool, Turns } from "./thin.js";
import { recording } from "./wire.js";

function clientOf(cell, turns) {
  return new OpenAI({ apiKey: "none", baseURL: cell.url, maxRetries: 0, fetch: recording(cell, turns.fetch) });
}

const chatCalls = (message) =>
  (message.tool_calls ?? []).map(({ id, function: f }) => ({ id, name: f.name, arguments: f.arguments }));

// openaiRunTools lets the SDK run the tool.
export async function openaiRunTools(cell) {
  const turns = new Turns(cell, "openai");
  const waiting = []; // the calls of the last message that have not been run
  const runner = clientOf(cell, turns).chat.completions.runTools({
    model: cell.stream,
    stream: true,
    messages: [{ role: "user", content: prompt }],
    tools: [zodFunction({ name: "transfer", description, parameters: input, function: transfer(cell, waiting) })],
  });
  runner.on("message", (message) => {
    if (message.role !== "assistant") return;
    waiting.push(...chatCalls(message));
    turns.handOver(chatCalls(message));
  });
  try {
    await runner.finalContent();
  } finally {
    turns.close();
  }
}

// transfer is the tool for a runner, which does not say which call it runs it for: one
// of those that wait, and that has these arguments.
const transfer = (cell, waiting) => (args) => {
  const at = waiting.findIndex((call) => sameArguments(call.arguments, args));
  const [call] = waiting.splice(at, at < 0 ? 0 : 1);
  return executeTool(call?.id, "transfer", () => cell.transfer(args));
};

function sameArguments(text, args) {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(args);
  } catch {
    return false;
  }
}

// openaiManual runs the tool itself, on the message that the stream helper returns.
export async function openaiManual(cell) {
  const turns = new Turns(cell, "openai");
  const client = clientOf(cell, turns);
  const messages = [{ role: "user", content: prompt }];
  try {
    for (;;) {
      const stream = client.chat.completions.stream({
        model: cell.stream,
        messages,
        tools: [{ type: "function", function: { name: "transfer", description, parameters } }],
      });
      const { message } = (await stream.finalChatCompletion()).choices[0];
      messages.push(message);
      turns.handOver(chatCalls(message));
      if (!message.tool_calls?.length) return;
      for (const call of message.tool_calls) {
        const args = JSON.parse(call.function.arguments);
        const content = await executeTool(call.id, call.function.name, () => cell.transfer(args));
        messages.push({ role: "tool", tool_call_id: call.id, content });
      }
    }
  } finally {
    turns.close();
  }
}

const responseCalls = (items) =>
  items
    .filter((item) => item.type === "function_call")
    .map((call) => ({ id: call.call_id, name: call.name, arguments: call.arguments }));

// openaiResponsesRunner lets the SDK run the tool with the Responses API: eagerly, that
// is while the response is still being streamed, or after it.
export const openaiResponsesRunner = (eager) => async (cell) => {
  const turns = new Turns(cell, "openai");
  const waiting = [];
  const tool = zodResponsesFunction({
    name: "transfer",
    description,
    parameters: input,
    function: transfer(cell, waiting),
  });
  const runner = new ResponsesToolRunner({ functions: [runnerFunction(tool)] });
  const options = { stream: true, eager, requestOptions: { maxRetries: 0 } };
  if (eager) {
    options.beforeEarlyCall = (call) => {
      waiting.push(...responseCalls([call]));
      return "execute";
    };
  }
  try {
    for await (const { response } of runner.iterate(clientOf(cell, turns), { model: cell.stream, input: prompt }, options)) {
      const calls = responseCalls(response.output);
      if (!eager) waiting.push(...calls);
      turns.handOver(calls);
    }
  } finally {
    turns.close();
  }
};

// openaiResponses does the same as openaiManual with the Responses API.
export async function openaiResponses(cell) {
  const turns = new Turns(cell, "openai");
  const client = clientOf(cell, turns);
  const history = [{ role: "user", content: prompt }];
  try {
    for (;;) {
      const stream = client.responses.stream({
        model: cell.stream,
        input: history,
        tools: [{ type: "function", name: "transfer", description, parameters, strict: false }],
      });
      const { output } = await stream.finalResponse();
      history.push(...output);
      const calls = responseCalls(output);
      turns.handOver(calls);
      if (calls.length === 0) return;
      for (const call of calls) {
        const args = JSON.parse(call.arguments);
        const text = await executeTool(call.id, call.name, () => cell.transfer(args));
        history.push({ type: "function_call_output", call_id: call.id, output: text });
      }
    }
  } finally {
    turns.close();
  }
}
