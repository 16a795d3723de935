import { isObject, type Members } from "./delta.js";
import type { Shape } from "./format.js";
import { Lexer, type Values } from "./lexer.js";

/** The arguments of one call so far. */
interface Slot {
  lexer: Lexer;
  raw: string;
  masked: string;
}

/** Where in a projection a fragment stands. */
export interface Fragment {
  slot: string;
  parent: Members;
  member: string;
}

/** What is recorded of a delta. */
export interface Projection {
  value: Members;
  fragments: Fragment[];
  /** Something was of another kind than the format has there. */
  odd: boolean;
}

/** The objects around a value by the member that they, or their list, are under, and #member for their position. */
type Around = { [member: string]: unknown };

/** Projects the deltas of one stream on what is recorded of them, with the content masked. */
export class Projector {
  private slots = new Map<string, Slot>();
  private ids = new Map<string, string>();
  private current: Projection = { value: {}, fragments: [], odd: false };

  constructor(private readonly values: Values) {}

  /** Forgets the calls: another turn begins. */
  turn(): void {
    this.slots.clear();
    this.ids.clear();
  }

  project(delta: Members, shape: Shape): Projection {
    this.current = { value: {}, fragments: [], odd: false };
    this.current.value = this.members(delta, shape as { [member: string]: Shape }, { "": delta });
    return this.current;
  }

  private members(object: Members, shape: { [member: string]: Shape }, around: Around): Members {
    const out: Members = {};
    for (const [member, of] of Object.entries(shape)) {
      const from = Object.hasOwn(object, member) ? object[member] : undefined;
      if (from === undefined) continue;
      if (typeof of === "string") out[member] = this.leaf(from, of, out, member, around);
      else if (Array.isArray(of)) out[member] = this.list(from, member, of[0]!, around);
      else out[member] = this.object(from, member, of, around);
    }
    return out;
  }

  private list(value: unknown, member: string, shape: Shape, around: Around): unknown {
    if (!Array.isArray(value)) return this.unexpected(value);
    return value.map((element, position) =>
      this.object(element, member, shape as { [member: string]: Shape }, { ...around, ["#" + member]: position }),
    );
  }

  private object(value: unknown, member: string, shape: { [member: string]: Shape }, around: Around): unknown {
    if (!isObject(value)) return this.unexpected(value);
    return this.members(value, shape, { ...around, [member]: value });
  }

  private unexpected(value: unknown): unknown {
    this.current.odd ||= value !== null;
    return this.kind(value);
  }

  private leaf(value: unknown, what: string, parent: Members, member: string, around: Around): unknown {
    const [treatment, ...names] = what.split(" ");
    switch (treatment) {
      case "keep":
        return typeof value === "object" ? this.unexpected(value) : value;
      case "none":
        return typeof value === "string" ? "" : this.kind(value);
      case "fragment":
        if (typeof value !== "string") return this.masked(value);
        return this.fragment(value, { slot: slotOf(names, around), parent, member });
      case "whole":
        return typeof value === "string" ? this.whole(value, this.known(names, around), parent, member) : this.masked(value);
      case "value":
        return this.masked(value);
    }
    return this.kind(value);
  }

  /** The slot of arguments that come whole: that of the call's id, if it is known. */
  private known(names: string[], around: Around): string {
    const slot = slotOf(names.filter((name) => !name.startsWith("@")), around);
    const id = names.find((name) => name.startsWith("@"));
    const named = id === undefined ? undefined : member(id.slice(1), around);
    if (typeof named !== "string") return slot;
    if (!this.ids.has(named)) this.ids.set(named, slot);
    return this.ids.get(named)!;
  }

  private fragment(text: string, fragment: Fragment): string {
    const slot = this.slot(fragment.slot);
    const masked = slot.lexer.mask(text);
    slot.raw += text;
    slot.masked += masked;
    this.current.fragments.push(fragment);
    return masked;
  }

  /** Masks arguments that may be repeated. Texts that differ must still differ. */
  private whole(text: string, name: string, parent: Members, member: string): string {
    const slot = this.slot(name);
    if (slot.raw === "") return this.fragment(text, { slot: name, parent, member });
    const masked = new Lexer(this.values).mask(text);
    return masked === slot.masked && text !== slot.raw ? masked + " " : masked;
  }

  private slot(name: string): Slot {
    let slot = this.slots.get(name);
    if (slot === undefined) {
      slot = { lexer: new Lexer(this.values), raw: "", masked: "" };
      this.slots.set(name, slot);
    }
    return slot;
  }

  /** Masks the strings inside a value. */
  private masked(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((element) => this.masked(element));
    if (!isObject(value)) return typeof value === "number" ? value : this.kind(value);
    return Object.fromEntries(Object.entries(value).map(([member, of]) => [member, this.masked(of)]));
  }

  /** Keeps of a value no more than its kind. */
  private kind(value: unknown): unknown {
    switch (typeof value) {
      case "string":
        return value === "" ? "" : this.values.placeholder(value);
      case "number":
      case "bigint":
        return 0;
      case "object":
        return value === null ? null : Array.isArray(value) ? [] : {};
    }
    return value;
  }
}

/** Names a call by the members that tell it from others. */
function slotOf(names: string[], around: Around): string {
  return JSON.stringify(names.map((name) => member(name, around) ?? around["#" + name.split(".")[0]]));
}

/** The member of the objects around that a name like choices.index means; index alone is one of the delta itself. */
function member(name: string, around: Around): unknown {
  if (name.startsWith("#")) return around[name];
  const dot = name.indexOf(".");
  const object = around[dot < 0 ? "" : name.slice(0, dot)];
  return isObject(object) ? object[name.slice(dot + 1)] : undefined;
}
