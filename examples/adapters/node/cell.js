import { z } from "zod";

export const description = "Transfers an amount to somebody.";

// input is what the tool takes, as the frameworks want it.
export const input = z.strictObject({ to: z.string(), amount: z.int().min(1) });

// parameters is the same as JSON Schema, for SDKs that take that.
export const parameters = {
  type: "object",
  properties: { to: { type: "string" }, amount: { type: "integer", minimum: 1 } },
  required: ["to", "amount"],
  additionalProperties: false,
};

export const prompt = "Transfer the money.";

// A Cell is one adapter reading one stream.
export class Cell {
  // handed lists the calls that the adapter handed over as good ones.
  handed = [];
  // delivered counts the deltas of the present turn that the adapter was given.
  delivered = 0;

  constructor(provider, adapter, stream) {
    this.url = `${provider}/${adapter}/${stream}`;
    this.stream = stream;
  }

  handOver(id, name) {
    this.handed.push({ id: id ?? "", name });
  }

  // transfer is the tool. What it does is done at the provider, which keeps account.
  async transfer(args) {
    const response = await fetch(`${this.url}/tools/transfer?delivered=${this.delivered}`, {
      method: "POST",
      body: JSON.stringify(args),
    });
    return response.text();
  }
}
