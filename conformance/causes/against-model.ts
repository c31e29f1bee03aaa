import { ActionError, type Simulator } from "../../sim/index.ts";
import type { Credentials } from "../../sim/protocol/wire.ts";
import { type Routed, routed } from "../catalogue/route.ts";
import { at, isObject } from "../client/json.ts";
import type { Outgoing, Reply } from "../client/target.ts";
import { compareAnswers } from "../compare/answers.ts";
import { type ComparedEvent, mayBe, relevant } from "../compare/events.ts";
import { type ComparedAnswer, type Kind, kindOf, MatchedIds } from "../compare/matched-ids.ts";
import { Comparison, type Difference, type Lens } from "../compare/values.ts";
import type { Oracle } from "../model/oracle.ts";
import { credentialsOf, wireRequest } from "../model/wire-request.ts";
import { codes } from "../text/limits.ts";
import type { TraceEntry } from "./tracing.ts";
import { Translation } from "./translate.ts";

/** An exchange at which the target's answer is not the model's. */
export interface Disagreement {
  readonly request: Outgoing;
  readonly reply: Reply | undefined;
  readonly routed: Routed;
  readonly expected: ComparedAnswer;
  readonly differences: readonly Difference[];
}

/** A record that one side alone has in a list of an answer, as the target spells it. */
export interface Apart {
  readonly list: string;
  /** The model's; undefined where the target has one. */
  readonly expected?: object;
  readonly actual?: object;
  /** The record of the target that comes after it; undefined where it is the last, or in no order. */
  readonly before?: object | undefined;
}

export interface ModelOptions {
  /** The instant at which the target began, where the model has a clock of its own; milliseconds since 1970. */
  readonly now?: number;
  /** Part of every name that the run made up. */
  readonly namespace?: string;
}

const none: Credentials = { kind: "none" };
/** Seconds by which instants may differ: a live target has a clock of its own, which went on since the model was made. */
const tolerance = Number.POSITIVE_INFINITY;

/** The lists of a registration with records that the specification has, each with the field by which those of a live server are told apart: an id, or a text that requests give. */
const listed = {
  realm_user_groups: "id",
  channel_folders: "id",
  user_topics: "topic_name",
  realm_linkifiers: "id",
  navigation_views: "fragment",
  realm_domains: "domain",
} as const;

/** The field by which the records of a list are told apart. */
const keyFieldOf = (list: string): string => (listed as Readonly<Record<string, string>>)[list] ?? "id";

/** The model beside what was recorded. */
export class Beside {
  readonly #simulator: Simulator;
  readonly #before: Simulator;
  #isSteered = false;
  readonly #lens: Lens;
  readonly #translation: Translation;
  readonly #namespace: string;
  /** Ids of the accounts and channels of the target. */
  readonly #atStart: ReadonlySet<number>;
  /** The names of its channels that the model does without. */
  readonly #unheld: readonly string[];
  /** The bodies of the target's answers until now, where it has ids of its own. */
  readonly #replies: Reply["body"][] = [];
  /** Answers to requests that may have that of another one, as far as they were compared. */
  readonly #kept = new WeakSet<Reply>();
  /** Events of the model that the target has not sent yet, by the target's queue. */
  readonly #pending = new Map<unknown, ComparedEvent[]>();
  /** Worked out when somebody asks: most runs are compared for their differences alone. */
  #apart: () => readonly Apart[] = () => [];

  constructor(oracle: Oracle, { now, namespace = "" }: ModelOptions) {
    this.#simulator = oracle.fresh({});
    if (now !== undefined) this.#simulator.advance({ ms: Math.max(0, now - this.#simulator.now()) });
    this.#before = this.#simulator.fork();
    const { known } = oracle;
    this.#lens = {
      twins: new MatchedIds(oracle.twins),
      tolerance: known ? 0 : tolerance,
      html: "structural",
      known,
      observed: oracle.facts.observed,
    };
    this.#translation = new Translation(this.#lens.twins);
    this.#namespace = namespace;
    const { users, channels } = oracle.theirs;
    this.#atStart = new Set([users, channels].flatMap((named) => Object.values(named).map(({ id }) => id)));
    this.#unheld = Object.entries(channels).flatMap(([key, { name }]) => (oracle.ours.channels[key] ? [] : [JSON.stringify(name)]));
  }

  /** Returns a value of the model as the target spells it: ids are the target's. @param around name of the field that the value's object is in */
  spelled(value: unknown, name: string, around: string): unknown {
    if (this.#lens.known || value === null) return value;
    if (Array.isArray(value)) {
      return value.map((item) => (typeof item === "object" ? this.spelled(item, "", name) : this.spelled(item, name, around)));
    }
    if (typeof value === "object") {
      const inside = name === "" ? around : name;
      return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, this.spelled(inner, field, inside)]));
    }
    const kind = kindOf(name, around);
    return kind === undefined ? value : (this.#lens.twins.there(kind, value as string | number) ?? value);
  }

  /** Returns what the target calls something of the model, as far as its answers have told; undefined where that is not known. */
  there(kind: Kind, model: string | number): string | number | undefined {
    return this.#lens.twins.there(kind, model);
  }

  /** The records that one side alone has in the lists of the last answer of a live server: of its own the run made them, or nobody knows who did. */
  get apart(): readonly Apart[] {
    return this.#apart();
  }

  /** Returns where an exchange differs from the model; undefined where it does not, or where nothing can be compared. */
  step(recorded: TraceEntry): Disagreement | undefined {
    this.#apart = () => [];
    if (recorded.kind !== "request") this.#isSteered = true;
    if (recorded.kind === "advance") this.#simulator.advance({ ms: recorded.milliseconds });
    else if (recorded.kind === "action") this.#act(recorded);
    else {
      const found = this.#exchange(recorded.request, recorded.reply);
      if (recorded.reply && !this.#lens.known) this.#replies.push(recorded.reply.body);
      return found;
    }
    return undefined;
  }

  #act({ action, answer }: Extract<TraceEntry, { kind: "action" }>): void {
    const ours = this.#acted(this.#translation.request({ as: null, method: "", path: "", fields: action }).fields);
    if (!ours) return;
    for (const [name, kind] of Object.entries({ stream_id: "channel", device_id: "device" })) {
      if (typeof ours[name] === "number" && typeof answer[name] === "number") this.#lens.twins.bind(kind, ours[name], answer[name]);
    }
  }

  /** Returns what an action gives; undefined where the model refuses it. */
  #acted(action: Outgoing["fields"]): Readonly<Record<string, unknown>> | undefined {
    try {
      return this.#simulator.act(action);
    } catch (thrown) {
      if (thrown instanceof ActionError) return undefined;
      throw thrown;
    }
  }

  #credentials({ as, credentials }: Outgoing): Credentials {
    if (credentials?.kind === "basic") {
      const ours = (kind: Kind, given: string): string => String(this.#lens.twins.back(kind, given) ?? given);
      return { ...credentials, email: ours("email", credentials.email), api_key: ours("api key", credentials.api_key) };
    }
    if (credentials) return credentials;
    const member = as === null ? undefined : this.#simulator.cast[as];
    return member ? credentialsOf(member) : none;
  }

  /** Returns what answers a request: in this process one whose answer may be kept is asked aside, of the state before the run unless that was steered. */
  #modelFor({ mayBeKept }: Outgoing): Simulator {
    if (mayBeKept !== true || !this.#lens.known) return this.#simulator;
    return (this.#isSteered ? this.#simulator : this.#before).fork();
  }

  #ask(request: Outgoing): ComparedAnswer | undefined {
    const answer = this.#modelFor(request).exchange(wireRequest(request, this.#credentials(request)));
    if ("text" in answer) return answer.text.startsWith("{") ? answer : { status: answer.status, body: {} };
    answer.cancel();
    return undefined;
  }

  #exchange(request: Outgoing, reply: Reply | undefined): Disagreement | undefined {
    // An answer that is kept stands for several requests, and tells the ids of the first.
    if (reply && request.mayBeKept) {
      if (this.#kept.has(reply)) return undefined;
      this.#kept.add(reply);
    }
    const route = routed(request.method, request.path);
    const asked = this.#lens.known ? request : this.#translation.request(request);
    const expected = this.#ask(asked) ?? { status: 200, body: { result: "success", msg: "", events: [] } };
    if (route.op === undefined) return undefined;
    if (reply && this.#isBeyond(request, expected, reply)) return undefined;
    if (!reply) {
      // Of a live server's queue the model may know too little to hold the poll as well.
      if (route.op === "events.get" && !this.#lens.known) return undefined;
      const differences = [{ path: "status", expected: expected.status, actual: 0 }];
      return Array.isArray(expected.body.events) ? undefined : { request, reply, routed: route, expected, differences };
    }
    const isPoll = route.op === "events.get" && expected.body.result === "success" && reply.body.result === "success";
    if (isPoll && !this.#lens.known) return this.#events(asked, expected, { request, reply, routed: route });
    const found = this.#compared(route, request, expected, reply);
    this.#apart = () => [...Object.keys(listed), "messages"].flatMap((list) => this.#apartIn(list, expected.body[list], reply.body[list]));
    if (route.op === "register.post") this.#bindQueue(expected, reply);
    return found.differences.length === 0 ? undefined : found;
  }

  /**
   * Whether the model refuses what the target takes since it has nothing that stands for an id which the target told before, such as that of an event
   * beyond those of the model, or for what the target has from the start.
   */
  #isBeyond({ path, fields }: Outgoing, { body: ours }: ComparedAnswer, { body: theirs }: Reply): boolean {
    const isTold = (id: number): boolean =>
      this.#atStart.has(id) || this.#replies.some((body) => new RegExp(`(?<![\\d.])${id}(?![\\d.])`).test(JSON.stringify(body)));
    const isTaken = ours.result === "error" && theirs.result === "success";
    const names = (): boolean => this.#unheld.some((name) => JSON.stringify(fields).includes(name));
    const isAcknowledged = path === "/events" && ours.code !== codes.noSuchQueue && isTold(Number(fields.last_event_id));
    return isTaken && (isAcknowledged || this.#translation.unmatched.some(isTold) || names());
  }

  #bindQueue({ body: ours }: ComparedAnswer, { body: theirs }: Reply): void {
    if (ours.queue_id === undefined || theirs.queue_id === undefined) return;
    this.#translation.bindEvent(ours.queue_id, theirs.last_event_id, Number(ours.last_event_id));
  }

  #compared(route: Routed, request: Outgoing, expected: ComparedAnswer, reply: Reply): Disagreement {
    const { op = "" } = route;
    const differences = compareAnswers(op, this.#confined(request.fields), expected, reply, this.#lens);
    const isRegistered = op === "register.post" && expected.body.result === "success" && reply.body.result === "success";
    const lists = isRegistered ? this.#listed(expected, reply) : undefined;
    const whole = lists ? { ...expected, body: { ...expected.body, ...lists.beside } } : expected;
    return { request, reply, routed: route, expected: whole, differences: [...differences, ...(lists?.differences ?? [])] };
  }

  /** Compares the records that a registration lists, and whose fields the specification states: of a live server, which has others too, those that the run has told of. */
  #listed({ body: ours }: ComparedAnswer, { body: theirs }: Reply) {
    const seen = new Comparison(this.#lens);
    const beside: Record<string, unknown> = {};
    for (const [name, key] of Object.entries(listed)) {
      if (ours[name] === undefined) continue;
      if (this.#lens.known) seen.value(ours[name], theirs[name], name, name, "");
      else if (Array.isArray(theirs[name])) beside[name] = this.#twinsIn(seen, ours[name], theirs[name], name, key);
    }
    return { differences: seen.differences, beside };
  }

  /** Returns what tells a record of a list from the others, as the target spells it; undefined where nobody knows that. */
  #keyIn(list: string, record: unknown, isOurs: boolean): string | undefined {
    const spelled = (kind: Kind | undefined, value: unknown): unknown =>
      isOurs && kind !== undefined ? this.#lens.twins.there(kind, value as string | number) : value;
    const key = keyFieldOf(list);
    const own = spelled(kindOf(key, list), at(record, key));
    if (own === undefined) return undefined;
    return list === "user_topics" ? `${String(own)}\n${String(spelled("channel", at(record, "stream_id")))}` : String(own);
  }

  #apartIn(list: string, ours: unknown, theirs: unknown): Apart[] {
    if (this.#lens.known || !Array.isArray(ours) || !Array.isArray(theirs)) return [];
    const keys = (records: readonly unknown[], isOurs: boolean) => new Set(records.map((record) => this.#keyIn(list, record, isOurs)));
    const [known, told] = [keys(ours, true), keys(theirs, false)];
    const missing = ours.filter((record) => {
      const key = this.#keyIn(list, record, true);
      return key !== undefined && !told.has(key);
    });
    const kind = kindOf(keyFieldOf(list), list);
    const isOfRun = (record: unknown): boolean =>
      kind === undefined || this.#lens.twins.back(kind, at(record, "id") as number) !== undefined;
    const surplus = theirs.filter((record) => isOfRun(record) && !known.has(this.#keyIn(list, record, false)));
    return [
      ...missing.map((record) => ({ list, expected: this.spelled(record, "", list) as object })),
      ...surplus.filter(isObject).map((actual) => ({ list, actual })),
    ];
  }

  /** Compares records of a list with their twins. Returns the list with those in their places. */
  #twinsIn(seen: Comparison, ours: unknown, theirs: readonly unknown[], name: string, key: string): readonly unknown[] {
    const kind = kindOf(key, name);
    const records: readonly unknown[] = Array.isArray(ours) ? ours : [];
    const twins = new Map(
      records.map((record) => {
        const own = at(record, key) as string | number | undefined;
        return [kind === undefined || own === undefined ? own : this.#lens.twins.there(kind, own), record];
      }),
    );
    return theirs.map((record, i) => {
      const own = at(record, key) as string | number | undefined;
      const twin = own === undefined ? undefined : twins.get(own);
      if (twin !== undefined) seen.value(twin, record, `${name}[${i}]`, "", name);
      return twin ?? record;
    });
  }

  /** The fields with a symbol for topics that the run made up, so that narrows to them are known to lie in what is new. */
  #confined(fields: Outgoing["fields"]): Outgoing["fields"] {
    const { narrow } = fields;
    if (this.#namespace === "" || !Array.isArray(narrow)) return fields;
    const isNew = (operand: unknown): boolean => typeof operand === "string" && operand.includes(this.#namespace);
    const marked = narrow.map((term: unknown) => {
      const { operator, operand } = (term ?? {}) as Record<string, unknown>;
      return operator === "topic" && isNew(operand) ? { ...(term as object), operand: { ref: "fresh", of: "topic" } } : term;
    });
    return { ...fields, narrow: marked };
  }

  /** Compares the events of a poll of a live server, which sends them in as many answers as it likes. The model's stand at the places of their twins. */
  #events(
    asked: Outgoing,
    expected: ComparedAnswer,
    exchange: Pick<Disagreement, "request" | "routed"> & { readonly reply: Reply },
  ): Disagreement | undefined {
    const { queue_id } = exchange.request.fields;
    const waiting = [...(this.#pending.get(queue_id) ?? [])];
    const ours = (expected.body.events ?? []) as ComparedEvent[];
    const come = relevant(ours, false).filter((event) => !waiting.some(({ id }) => id === event.id));
    waiting.push(...come);
    const surplus: Apart[] = [];
    const matched: (readonly [model: number, event: ComparedEvent])[] = [];
    const seen = new Comparison(this.#lens);
    const { events: theirs } = exchange.reply.body;
    const beside: unknown[] = Array.isArray(theirs) ? [...theirs] : [];
    for (const event of relevant(theirs, false)) {
      const at = waiting.findIndex((one) => mayBe(one, event, this.#lens));
      if (at === -1) surplus.push({ list: "events", actual: event });
      if (at === -1) continue;
      const [model] = waiting.splice(at, 1);
      if (!model) continue;
      const [{ id, ...mine }, { id: other, ...its }, place] = [model, event, beside.indexOf(event)];
      beside[place] = model;
      matched.push([id, event]);
      seen.value(mine, its, `events[${place}]`);
      this.#translation.bindEvent(asked.fields.queue_id, other, id);
    }
    this.#pending.set(queue_id, waiting);
    const missing = come.filter((event) => waiting.includes(event));
    this.#apart = () => [
      ...missing.map((event) => {
        const [, before] = matched.find(([id]) => id > event.id) ?? [];
        return { list: "events", expected: this.spelled(event, "", "events") as object, before };
      }),
      ...surplus,
    ];
    const { differences } = seen;
    if (differences.length === 0) return undefined;
    return { ...exchange, expected: { ...expected, body: { ...expected.body, events: beside } }, differences };
  }
}

/** Plays on the model what was recorded on a target. Returns each exchange whose answer is not the model's. */
export function againstModel(record: readonly TraceEntry[], oracle: Oracle, options: ModelOptions = {}): readonly Disagreement[] {
  const run = new Beside(oracle, options);
  const found: Disagreement[] = [];
  for (const recorded of record) {
    const differing = run.step(recorded);
    if (differing) found.push(differing);
  }
  return found;
}
