import { isObject, meets, readable, type Members } from "./delta.js";
import { lookup, type Format } from "./format.js";
import { Values } from "./lexer.js";
import { Projector, type Fragment, type Projection } from "./projection.js";

/** Where deltas are recorded: an OpenTelemetry span, or anything that takes events as one does. */
export interface Sink {
  addEvent(name: string, attributes: { [key: string]: string | number }, time?: Date): unknown;
}

export interface Options {
  /** The wire format: openai, mistral, anthropic, openai_responses, bedrock_converse, cohere or ollama. */
  format: string;
  /** The most delta events that are recorded; 126 by default, for SDKs keep 128 events of a span. */
  maxEvents?: number;
  /** What tells the streams of a span apart, if it has several. */
  turnId?: string;
}

/** A delta that the next one may be joined with. */
interface Held {
  value: Members;
  frame: string;
  fragment: Fragment;
  time: Date;
}

/**
 * Records what a verdict needs of one stream: the deltas of calls and those that begin or end something, in their wire
 * shape, without text, and with the values of arguments masked. Fragments of one call that follow each other are joined.
 */
export class DeltaRecorder {
  private readonly format: Format;
  private readonly projector = new Projector(new Values());
  private readonly max: number;
  private held: Held | undefined;
  /** Deltas without a fragment that need not be recorded again. */
  private said = new Set<string>();
  private id: unknown;
  private ended = false;
  private count = 0;
  private done = false;

  constructor(private readonly sink: Sink, private readonly options: Options) {
    this.format = lookup(options.format);
    this.max = options.maxEvents ?? 126;
  }

  /**
   * Observes the next delta: the object that an SDK gives, or its JSON text. It is not changed, and not kept. Never throws: a
   * delta that can't be recorded is only counted, and the end says that one is missing.
   */
  observe(delta: unknown): void {
    if (this.done) return;
    try {
      this.take(delta);
    } catch {
      this.count++; // nested too deep, or of kinds that JSON does not have
    }
  }

  private take(delta: unknown): void {
    const value = delta === "[DONE]" ? delta : parsed(delta);
    if (!isObject(value)) {
      this.flush();
      // No format has a list here: it is as unreadable as what came.
      this.record(value === "[DONE]" ? value : "[]");
      return;
    }
    if (this.begins(value)) this.projector.turn();
    const projection = this.projector.project(value, this.format.shape);
    const ends = meets(value, this.format.ends);
    this.ended ||= ends;
    if (projection.odd || this.wanted(value)) this.add(projection, !ends && meets(value, this.format.joins));
  }

  /** Ends the recording: the provider's stream is over, whether it said so or just stopped. */
  end(): void {
    this.finish(0);
  }

  /** Ends the recording of a stream that the application has stopped reading: what would have followed is not known. */
  abandon(): void {
    this.finish(1);
  }

  /** Whether another turn begins with the delta. */
  private begins(delta: Members): boolean {
    const { begins } = this.format;
    const id = delta["id"];
    const other = begins[0] === "id" ? typeof id === "string" && id !== "" && id !== this.id : meets(delta, begins);
    if (begins[0] === "id" && (this.id === undefined || (other && this.ended))) this.id = id;
    if (!other || !this.ended) return false;
    this.ended = false;
    return true;
  }

  private wanted(delta: Members): boolean {
    const { needs, records, skips } = this.format;
    if (needs !== undefined && !readable(delta[needs])) return true;
    return (records === undefined || meets(delta, records)) && !(skips !== undefined && meets(delta, skips));
  }

  /** Records a delta, or holds it back if it may be joined with the next. */
  private add({ value, fragments, odd }: Projection, joins: boolean): void {
    const [fragment] = fragments;
    if (!joins || odd || fragments.length > 1) {
      this.flush();
      this.said.clear();
      this.record(JSON.stringify(value));
    } else if (fragment === undefined) {
      this.once(JSON.stringify(value));
    } else {
      this.join(value, fragment);
    }
  }

  /** Records a delta that says no more the second time. */
  private once(payload: string): void {
    if (this.said.has(payload)) return;
    this.flush();
    this.said.add(payload);
    this.record(payload);
  }

  private join(value: Members, fragment: Fragment): void {
    const frame = frameOf(value, fragment);
    const time = new Date();
    if (this.held === undefined || this.held.fragment.slot !== fragment.slot || this.held.frame !== frame) {
      this.flush();
      this.held = { value, frame, fragment, time };
      return;
    }
    const { parent, member } = this.held.fragment;
    parent[member] = `${parent[member] as string}${fragment.parent[fragment.member] as string}`;
    this.held.time = time;
  }

  private finish(missing: number): void {
    if (this.done) return;
    this.flush();
    this.done = true;
    this.sink.addEvent("toolverdict.stream.end", { ...this.turn(), "toolverdict.delta.count": this.count + missing });
  }

  private flush(): void {
    const held = this.held;
    this.held = undefined;
    if (held !== undefined) this.record(JSON.stringify(held.value), held.time);
  }

  /** Records a delta, or only counts it: then the end says that some are missing. */
  private record(payload: string, time?: Date): void {
    if (this.count++ >= this.max) return;
    const attributes = { ...this.turn(), "toolverdict.delta.sequence": this.count - 1, "toolverdict.delta.payload": payload };
    this.sink.addEvent("toolverdict.delta", attributes, time);
  }

  private turn(): { [key: string]: string } {
    return this.options.turnId === undefined ? {} : { "toolverdict.turn.id": this.options.turnId };
  }
}

function parsed(delta: unknown): unknown {
  if (typeof delta !== "string") return delta;
  try {
    return JSON.parse(delta);
  } catch {
    return undefined;
  }
}

/** A delta without its fragment: what must be the same for two to be joined. */
function frameOf(value: Members, { parent, member }: Fragment): string {
  const fragment = parent[member];
  parent[member] = "";
  const frame = JSON.stringify(value);
  parent[member] = fragment;
  return frame;
}
