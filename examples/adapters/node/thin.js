// The spans for SDKs that make none of their own: what an application would write
// itself, by the GenAI semantic conventions.
import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { tracer } from "./telemetry.js";

// Turns makes a span for each request to a model.
export class Turns {
  #span;
  #provider;
  #cell;

  constructor(cell, provider) {
    this.#cell = cell;
    this.#provider = provider;
  }

  // fetch is the fetch of the SDK's client: a request begins a turn.
  fetch = (url, init) => {
    this.close();
    this.#span = tracer.startSpan(`chat ${this.#cell.stream}`, {
      kind: SpanKind.CLIENT,
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": this.#provider,
        "gen_ai.request.model": this.#cell.stream,
        "gen_ai.request.stream": true,
      },
    });
    return globalThis.fetch(url, init);
  };

  // handOver ends a turn with the calls that the SDK handed over, {id, name, arguments} each.
  handOver(calls) {
    for (const call of calls) this.#cell.handOver(call.id, call.name);
    const parts = calls.map((call) => ({ type: "tool_call", ...call }));
    this.#span?.setAttribute("gen_ai.output.messages", JSON.stringify([{ role: "assistant", parts }]));
    this.close();
  }

  // close ends a turn of which nothing was handed over.
  close() {
    this.#span?.end();
    this.#span = undefined;
  }
}

// executeTool runs a tool under a span of its own.
export function executeTool(id, name, run) {
  const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, "gen_ai.tool.type": "function" };
  if (id != null) attributes["gen_ai.tool.call.id"] = id;
  return tracer.startActiveSpan(`execute_tool ${name}`, { attributes }, async (span) => {
    try {
      return await run();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
