import type { RequestFields } from "./combinators.ts";
import { atOf, indexAt, isProportional, isSymbolic, type Made, madeOf, nobody, replaced, type Symbolic } from "./symbols.ts";
import type { TargetFacts } from "./target-facts.ts";

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
  /** Of a queue: whether it was polled. */
  isRead?: boolean;
}

export interface DrawnMessage extends Thing {
  readonly kind: "message";
  /** The channel; undefined for a direct message. */
  readonly channel: string | undefined;
  topic: unknown;
  content: unknown;
  /** Those of the cast between whom a direct message is, its sender among them. */
  readonly people: readonly string[];
  /** Those of the cast who can read it. */
  readonly readers: ReadonlySet<string>;
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

/** A step that succeeded. */
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

  /** Returns the fields of an earlier step with references that mean now what they meant then. */
  again({ fields, counts }: Done): RequestFields {
    const now = this.counts;
    return replaced(fields, (symbol) => {
      if (!isProportional(symbol)) return symbol;
      const kind = madeOf(symbol.ref);
      const index = indexAt(symbol.at, counts[kind]);
      return index === undefined ? symbol : { ...symbol, at: atOf(index, now[kind]) };
    }) as RequestFields;
  }

  /** Returns the channels that a member of the cast is subscribed to, or those that they can read. */
  channelsOf(name: string, list: "subscribed" | "readable"): string[] {
    return [...(this[list].get(name) ?? [])];
  }

  /** Returns the members of the cast who are let in and have a channel in one of their lists. */
  #peopleOf(channel: string, list: "subscribed" | "readable"): string[] {
    return this.facts.active.filter((name) => this[list].get(name)?.has(channel));
  }

  #message(thing: Thing): DrawnMessage {
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
    const thing: Thing = { kind, index: this.counts[kind], by, fields, isGone: false };
    if (kind === "message") this.messages.push(this.#message(thing));
    else if (kind === "group") this.groups.push(this.#group(thing));
    else this[`${kind}s`].push(thing);
  }
}
