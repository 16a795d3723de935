import type { Sink } from "../src/index.js";

interface Event {
  name: string;
  attributes: { [key: string]: string | number };
  time?: Date;
}

/** A span that keeps the events it is given. */
export class Events implements Sink {
  readonly list: Event[] = [];

  addEvent(name: string, attributes: { [key: string]: string | number }, time?: Date): void {
    this.list.push(time === undefined ? { name, attributes } : { name, attributes, time });
  }

  payloads(): string[] {
    return this.list.flatMap(({ name, attributes }) => (name === "toolverdict.delta" ? [attributes["toolverdict.delta.payload"] as string] : []));
  }

  count(): unknown {
    return this.list.at(-1)?.attributes["toolverdict.delta.count"];
  }
}

/** Parses payloads, with the placeholders numbered in the order in which they come. */
export function renumbered(payloads: string[]): unknown[] {
  const known = new Map<string, string>();
  return payloads.map((payload) =>
    JSON.parse(
      payload.replace(/\[redacted\]#\d+/g, (placeholder) => {
        if (!known.has(placeholder)) known.set(placeholder, `[redacted]#${known.size + 1}`);
        return known.get(placeholder)!;
      }),
    ),
  );
}
