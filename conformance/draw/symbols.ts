import fc from "fast-check";
import type { Limit } from "../text/limits.ts";
import type { Drawn, RequestFields } from "./combinators.ts";
import type { TargetFacts } from "./target-facts.ts";

/** Kinds of things that steps can make and later steps refer to. */
export type Made = "message" | "group" | "folder" | "queue" | "device";

/** Kinds that a proportion of those made can mean: one of them, or of a queue its last event read, or the event before all of its own. */
export const counted = ["message", "group", "folder", "queue", "device", "event", "start"] as const;
export type Counted = (typeof counted)[number];

/** Returns the kind that is counted in a proportion. */
export const madeOf = (ref: Counted): Made => (ref === "event" || ref === "start" ? "queue" : ref);

/**
 * A value that is known only when the step is sent:
 * - the message, group, folder, queue or device at a proportion of those made so far, or the last event read of such a queue or the one before its first,
 * - something of a cast member, a channel, a system group or a profile field, by name,
 * - a name that is new on the server,
 * - a text as long as a limit of the server, of a part that repeats after a beginning, or one joined from parts.
 */
export type Symbolic =
  | { readonly ref: Counted; readonly at: number }
  | { readonly ref: Named; readonly of: string }
  | {
      readonly ref: "long";
      readonly of: Limit;
      /** The number of code points by which it is longer than the limit; below 0 where it is shorter. */
      readonly plus: number;
      /** The beginning, default nothing. */
      readonly head?: unknown;
      /** The text that repeats, default `x`. */
      readonly filler?: string;
    }
  | { readonly ref: "text"; readonly of: readonly unknown[] };

export const named = [
  ...(["user", "email", "login", "full name", "password", "device", "channel", "channel name", "system group"] as const),
  ...(["profile field", "display name", "fresh"] as const),
] as const;
export type Named = (typeof named)[number];

export const isSymbolic = (value: unknown): value is Symbolic =>
  typeof value === "object" && value !== null && typeof (value as { ref?: unknown }).ref === "string";

export const isProportional = (value: unknown): value is { readonly ref: Counted; readonly at: number } =>
  isSymbolic(value) && "at" in value;

/** Returns the index, from 0, of the thing made so far that a reference means; undefined where there is none. */
export const indexAt = (at: number, count: number): number | undefined =>
  count === 0 ? undefined : Math.min(Math.floor(at * count), count - 1);

/** The reference that means one of so many. */
export const atOf = (index: number, count: number): number => Math.round(((index + 0.5) / count) * 1e4) / 1e4;

/** A value with every symbol in it replaced. Parts without symbols are shared, not copied. */
export function replaced(value: unknown, by: (symbol: Symbolic) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, by));
  if (isSymbolic(value)) return by(value);
  const copy: Record<string, unknown> = {};
  for (const name in value) copy[name] = replaced((value as Record<string, unknown>)[name], by);
  return copy;
}

/** Returns fields whose references mean among so many of each kind what they meant among others. */
export const recounted = (fields: RequestFields, then: Done["counts"], now: Done["counts"]): RequestFields =>
  replaced(fields, (symbol) => {
    if (!isProportional(symbol)) return symbol;
    const kind = madeOf(symbol.ref);
    const index = indexAt(symbol.at, then[kind] ?? 0);
    return index === undefined ? symbol : { ...symbol, at: atOf(index, now[kind] ?? 0) };
  }) as RequestFields;

/** Every symbol in a value. */
export function symbolsIn(value: unknown): Symbolic[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(symbolsIn);
  if (isSymbolic(value)) {
    if (value.ref === "text") return [value, ...value.of.flatMap(symbolsIn)];
    return value.ref === "long" ? [value, ...symbolsIn(value.head)] : [value];
  }
  return Object.values(value).flatMap(symbolsIn);
}

/** The actor who is not logged in. */
export const nobody = "nobody";

/** Something that a step has made. */
export interface Thing {
  readonly kind: Made;
  /** The number of its kind that were made before it. */
  readonly index: number;
  /** The account that made it. */
  readonly by: string;
  /** The fields of the step that made it. */
  readonly fields: RequestFields;
  isGone: boolean;
  /** Whether no step has read it since it was made or changed. */
  isStale: boolean;
  /** Of a queue: whether it was polled. */
  isRead?: boolean;
}

export interface DrawnMessage extends Thing {
  readonly kind: "message";
  /** The channel; undefined for a direct message. */
  channel: string | undefined;
  topic: unknown;
  content: unknown;
  /** Those of the cast between whom a direct message is, its sender among them. */
  readonly people: readonly string[];
  /** Those of the cast who can read it. */
  readers: ReadonlySet<string>;
  /** Those of the cast who received it. */
  readonly received: ReadonlySet<string>;
  readonly starredBy: Set<string>;
  /** Reactions, each as a name of the cast, a space and the name of an emoji. */
  readonly reactions: Set<string>;
}

export interface Group extends Thing {
  readonly kind: "group";
  readonly members: Set<string>;
  /** The groups made that are its subgroups, by their indices. */
  readonly subgroups: Set<number>;
}

interface Done {
  readonly as: string;
  readonly op: string;
  readonly fields: RequestFields;
  /** The number of each kind that had been made before it. */
  readonly counts: Readonly<Record<Made, number>>;
}

const withRef = (value: unknown, ...refs: readonly string[]): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) =>
    isSymbolic(one) && refs.includes(one.ref) && "of" in one && typeof one.of === "string" ? [one.of] : [],
  );

/** The members of the cast that a field names. */
export const peopleIn = (value: unknown): string[] => withRef(value, "user", "email");

/** The channel that a field names. */
export const channelIn = (value: unknown): string | undefined => withRef(value, "channel", "channel name")[0];

const byNames = (lists: Readonly<Record<string, readonly string[]>>): Map<string, Set<string>> =>
  new Map(Object.entries(lists).map(([name, list]) => [name, new Set(list)]));

/** The things that the steps of a scenario have made so far, as far as the model's answers show: what the next step can be about. */
export class SymbolicState {
  readonly facts: TargetFacts;
  /** Those of the cast who are let in and meet in this scenario: they do most of its steps. */
  readonly company: readonly string[];
  /** The account that sends the step that is drawn. */
  actor = nobody;
  /** The fields of the step that is drawn, as far as they are drawn. */
  given: RequestFields = {};
  /** Whether that step reads. */
  isReading = false;
  /** The things of which that step is drawn. */
  readonly about = new Set<Thing>();
  readonly messages: DrawnMessage[] = [];
  readonly groups: Group[] = [];
  readonly folders: Thing[] = [];
  readonly queues: Thing[] = [];
  readonly devices: Thing[] = [];
  readonly done: Done[] = [];
  readonly subscribed: ReadonlyMap<string, Set<string>>;
  readonly readable: ReadonlyMap<string, Set<string>>;
  /** Those of the cast who hold a token of the provider of video calls. */
  readonly withToken: Set<string>;
  /** Those of the cast who still have the device that they had at the beginning. */
  readonly withDevice: Set<string>;
  /** Whether the model has events in a queue that were not read. */
  readonly hasNews: (queue: Thing) => boolean;

  constructor(facts: TargetFacts, company: readonly string[], hasNews: SymbolicState["hasNews"]) {
    this.facts = facts;
    this.company = company;
    this.hasNews = hasNews;
    this.subscribed = byNames(facts.subscribed);
    this.readable = byNames(facts.readable);
    this.withToken = new Set(facts.withToken);
    this.withDevice = new Set(facts.withDevice);
  }

  get counts(): Done["counts"] {
    const { messages, groups, folders, queues, devices } = this;
    return { message: messages.length, group: groups.length, folder: folders.length, queue: queues.length, device: devices.length };
  }

  /** Returns the reference to a thing that was made. */
  ref({ kind, index }: Thing, as: "event" | "start" | Made = kind): Symbolic {
    return { ref: as, at: atOf(index, this.counts[kind]) };
  }

  /** Returns the thing that a reference means; undefined where it means none, or none that was made. */
  thing(symbol: unknown): Thing | undefined {
    if (!isProportional(symbol)) return undefined;
    const kind = madeOf(symbol.ref);
    const list: readonly Thing[] = this[`${kind}s`];
    const index = indexAt(symbol.at, list.length);
    return index === undefined ? undefined : list[index];
  }

  /** Returns the message that a reference means; undefined where it means none that was sent. */
  message(symbol: unknown): DrawnMessage | undefined {
    return this.messages[this.thing(symbol)?.index ?? -1];
  }

  /** Returns the fields of an earlier step with references that mean now what they meant then. */
  again({ fields, counts }: Done): RequestFields {
    return recounted(fields, counts, this.counts);
  }

  /** Returns the channels that a member of the cast is subscribed to, or those that they can read. */
  channelsOf(name: string, list: "subscribed" | "readable"): string[] {
    return [...(this[list].get(name) ?? [])];
  }

  /** Returns the members of the cast who are let in and have a channel in one of their lists. */
  #peopleOf(channel: string, list: "subscribed" | "readable"): string[] {
    return this.facts.active.filter((name) => this[list].get(name)?.has(channel));
  }

  /** Moves a message to a channel, with all who read it there. */
  move(message: DrawnMessage, channel: string): void {
    message.channel = channel;
    message.readers = new Set([...this.#peopleOf(channel, "subscribed"), ...this.#peopleOf(channel, "readable")]);
  }

  #sent(thing: Thing): DrawnMessage {
    const { fields, by } = thing;
    const isToChannel = fields.type === "channel" || fields.type === "stream";
    const channel = isToChannel ? channelIn(fields.to) : undefined;
    const people = isToChannel ? [] : [...new Set([by, ...peopleIn(fields.to)])];
    const received = new Set(channel === undefined ? people : this.#peopleOf(channel, "subscribed"));
    const readers = new Set(channel === undefined ? people : [...received, ...this.#peopleOf(channel, "readable")]);
    const { topic = fields.subject, content } = fields;
    return Object.assign(thing, {
      kind: "message" as const,
      ...{ channel, topic, content, people, readers, received },
      starredBy: new Set<string>(),
      reactions: new Set<string>(),
    });
  }

  #group(thing: Thing): Group {
    const { members, subgroups } = thing.fields;
    const inside = (Array.isArray(subgroups) ? subgroups : []).flatMap((one) => this.thing(one)?.index ?? []);
    return Object.assign(thing, { kind: "group" as const, members: new Set(peopleIn(members)), subgroups: new Set(inside) });
  }

  /** Notes what a step has made. */
  made(kind: Made, by: string, fields: RequestFields): void {
    const thing: Thing = { kind, index: this.counts[kind], by, fields, isGone: false, isStale: true };
    if (kind === "message") this.messages.push(this.#sent(thing));
    else if (kind === "group") this.groups.push(this.#group(thing));
    else this[`${kind}s`].push(thing);
  }
}

/** Returns one of several things, each as likely as the others; undefined where there is none. */
export type Pick = <T>(all: readonly T[]) => T | undefined;

/**
 * A value that depends on what the steps before have made. It stands in fields only while a scenario is drawn: when the step's turn
 * comes, it is replaced by what it gives. Where that is undefined, there is nothing such, and another step is drawn.
 */
export class Deferred {
  readonly of: (state: SymbolicState, one: Pick) => unknown;

  constructor(of: Deferred["of"]) {
    this.of = of;
  }
}

/** An arbitrary of a value that depends on what the steps before have made. */
export const deferred = (of: Deferred["of"]): Drawn => fc.constant(new Deferred(of));

/** An arbitrary of one of several values that may depend on what the steps before have made: the first for which there is something. */
export const orElse = (...choices: readonly Drawn[]): Drawn =>
  fc.tuple(...choices).map(
    (drawn) =>
      new Deferred((state, one) => {
        for (const value of drawn) {
          const given = resolved(value, state, one);
          if (given !== undefined) return given;
        }
        return undefined;
      }),
  );

/** Returns a value with every later one in it replaced by what it gives; undefined where one of them gives nothing. */
export function resolved(value: unknown, state: SymbolicState, one: Pick): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Deferred) return resolved(value.of(state, one), state, one);
  if (Array.isArray(value)) {
    const items = value.map((item) => resolved(item, state, one));
    return items.includes(undefined) ? undefined : items;
  }
  const copy: Record<string, unknown> = {};
  for (const name in value) {
    const given = resolved((value as RequestFields)[name], state, one);
    if (given === undefined) return undefined;
    copy[name] = given;
  }
  return copy;
}
