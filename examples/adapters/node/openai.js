import OpenAI from "openai";
import { zodFunction } from "openai/helpers/zod";
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
  const transfer = (args) => {
    // The SDK does not tell a function which call it runs for.
    const at = waiting.findIndex((call) => sameArguments(call.arguments, args));
    const [call] = waiting.splice(at, at < 0 ? 0 : 1);
    return executeTool(call?.id, "transfer", () => cell.transfer(args));
  };
  const runner = clientOf(cell, turns).chat.completions.runTools({
    model: cell.stream,
    stream: true,
    messages: [{ role: "user", content: prompt }],
    tools: [zodFunction({ name: "transfer", description, parameters: input, function: transfer })],
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

// openaiResponses does the same with the Responses API.
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
      const calls = output.filter((item) => item.type === "function_call");
      turns.handOver(calls.map((call) => ({ id: call.call_id, name: call.name, arguments: call.arguments })));
      if (calls.length === 0) return;
      for (const call of calls) {
        const args = JSON.parse(call.arguments);
        const text = await executeTool(call.call_id, call.name, () => cell.transfer(args));
        history.push({ type: "function_call_output", call_id: call.call_id, output: text });
      }
    }
  } finally {
    turns.close();
  }
}
