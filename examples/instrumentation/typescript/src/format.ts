import { formats } from "./formats.js";

/**
 * What a recorder has to know of a wire format. The conditions are paths of member names that must be given, or
 * path=value.
 */
export interface Format {
  /** A member that every delta has: one without it is recorded, for it is none of this format. */
  needs?: string;
  /** The deltas that are recorded; all of them if it is absent. */
  records?: string[];
  /** The deltas that are not, of those. */
  skips?: string[];
  /** The deltas that end a turn. */
  ends: string[];
  /** The deltas that begin another one behind such an end; "id" are those whose id is another. */
  begins: string[];
  /** The deltas that may be joined with the one before, if all that they add is a fragment. */
  joins: string[];
  /** The members that are recorded. */
  shape: Shape;
}

/**
 * The members that are recorded of an object, the elements of a list, or what becomes of a value:
 *
 * - keep: it stays, for it is no content: an id, a name, an index, a reason.
 * - kind: an object or list becomes an empty one, a string a placeholder.
 * - none: nothing is left of it but an empty string.
 * - value: the strings in it are masked.
 * - fragment SLOT: it is the next part of the arguments of a call.
 * - whole SLOT: it is all of the arguments of a call, maybe once more.
 *
 * SLOT are the members that say which call it is, each under the name of the object that it is in: choices.index. A
 * position in a list is #list. @item.call_id is the id of a call, which is known again wherever it comes.
 */
export type Shape = string | { [member: string]: Shape } | Shape[];

/** The format of that name. */
export function lookup(name: string): Format {
  const known = formats as unknown as { [name: string]: Format };
  // Mistral's deltas have the shape of OpenAI's.
  const format = name === "mistral" ? known["openai"] : Object.hasOwn(known, name) ? known[name] : undefined;
  if (format === undefined) {
    throw new TypeError(`toolverdict: unknown format ${JSON.stringify(name)}: use one of mistral, ${Object.keys(known).join(", ")}`);
  }
  return format;
}
