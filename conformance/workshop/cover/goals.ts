import { declaredStep } from "../../catalogue/catalogue.ts";
import { isObject } from "../../client/json.ts";
import { indexAt, isProportional, isSymbolic, madeOf, nobody, type Symbolic, symbolsIn } from "../../draw/symbols.ts";
import { refusals } from "../../generate/refusals.ts";
import type { Oracle } from "../../model/oracle.ts";
import { playedOnModel, type Turn } from "../../play/play.ts";
import type { Scenario, Step } from "../../play/scenario.ts";

type Fields = Step["fields"];

/** By goal: its weight. The covering set has to reach goals of the greatest weight, and others as far as there is room. */
export type Goals = Map<string, number>;

/** The weights of goals: those that are required, those that tell servers apart often, and those that do so seldom. */
export const weights = { required: 12, telling: 3, further: 1 } as const;

const everyCapability = [
  ...["notification_settings_null", "bulk_message_deletion", "stream_typing_notifications", "user_settings_object"],
  ...["linkifier_url_template", "user_list_incomplete", "include_deactivated_groups", "archived_channels", "empty_topic_name"],
  ...["simplified_presence_events", "individual_emoji_changes"],
];

/** Returns the name of an operation: of an action its own with what it changes. */
function labelOf({ op, fields }: Step): string {
  if (op !== "actions") return op;
  const parts = ["content", "topic", "stream_id"].filter((name) => fields.action === "edit_message" && Object.hasOwn(fields, name));
  return ["actions", fields.action, ...parts, ...(fields.action === "set_flag" ? [fields.flag] : [])].join(".");
}

/** Returns `success`, or the code of a refusal. */
const codeOf = ({ expected: { status, body } }: Turn): string =>
  body.result === "success" ? "success" : String(body.code ?? `status ${status}`);

/** Returns the code with the refusal's text, in which numbers and the values of the request are masked. */
function outcomeOf(turn: Turn): string {
  const { result, msg, var_name } = turn.expected.body;
  if (result !== "error") return codeOf(turn);
  const sent = Object.values(turn.asked.fields).filter((value) => typeof value === "string" && value.length > 2);
  // Refusals tell domains in lower case, however they were sent.
  const masked = sent.reduce<string>((text, value) => text.replaceAll(String(value).toLowerCase(), "…"), String(msg).toLowerCase());
  const plain = masked.replace(/'[^']*'|"[^"]*"/g, (quoted) => (/^.[a-z]+_[a-z_]+.$/.test(quoted) ? quoted : "…")).replace(/\d+/g, "#");
  return `${codeOf(turn)} ${String(var_name ?? "")}: ${plain.slice(0, 80)}`;
}

/** Whether a key is an id, an address or a name instead of a field's name. */
const keyOf = (key: string): string => (/^-?\d+$|@/.test(key) ? "*" : key);

const sortedSet = (all: readonly string[]): string => [...new Set(all)].sort().join();

/** Returns the names of the fields of a value and the types of their values; of a list those of its items. */
function shapeOf(value: unknown, depth = 3): string {
  if (value === null || typeof value !== "object" || depth === 0) return value === null ? "null" : typeof value;
  if (Array.isArray(value)) return `[${sortedSet(value.map((item) => shapeOf(item, depth - 1)))}]`;
  return `{${sortedSet(Object.entries(value).map(([key, inner]) => `${keyOf(key)}:${shapeOf(inner, depth - 1)}`))}}`;
}

/** Returns the kind of a value of an answer. */
function kindOf(value: unknown): string {
  if (typeof value === "number") return String(Math.sign(value));
  if (typeof value === "string") return /^[a-z_]{0,20}$/.test(value) ? value : "text";
  if (Array.isArray(value)) return `[${Math.min(value.length, 3)}]`;
  return typeof value === "object" && value !== null ? `{${Math.min(Object.keys(value).length, 1)}}` : String(value);
}

/** Returns the path of each field of a value with the kind of its value. Items of a list have one path. */
function facetsOf(value: unknown, depth: number, path = ""): string[] {
  const own = path === "" ? [] : [`${path}=${kindOf(value)}`];
  if (depth === 0 || !isObject(value)) return own;
  const inside = Array.isArray(value) ? value.map((item) => ["[]", item]) : Object.entries(value).map(([key, item]) => [keyOf(key), item]);
  return [...own, ...new Set(inside.flatMap(([key, item]) => facetsOf(item, depth - 1, `${path}.${String(key)}`)))];
}

/** Returns the form of an event: its type with the form of its fields. */
export const formOf = (event: Fields): string => `${nameOf(event)} ${shapeOf(event)}`;

const nameOf = ({ type, op }: Fields): string => `event ${String(type)} ${String(op ?? "")}`.trim();

/** Returns the events that a turn reads. */
export const eventsOf = ({ step, expected: { body } }: Turn): readonly Fields[] =>
  step.op === "events.get" && Array.isArray(body.events) ? body.events : [];

const people = new Set(["user", "email", "login", "full name", "password"]);
const namingFields: Readonly<Record<string, string>> = { fragment: "view", domain: "domain" };

/** The turns of a scenario so far, as far as the goals of the next one depend on them. */
class Trail {
  readonly #roles: Readonly<Record<string, string>>;
  readonly #turns: Turn[] = [];
  /** By object: the operations that were done to it. */
  readonly #done = new Map<string, Set<string>>();
  /** By kind: the things that steps have made. */
  readonly #made = new Map<string, { readonly as: string; readonly place: string }[]>();
  /** The fields that each queue was registered with, and the values that it has not heard of. */
  readonly #queues: { readonly fields: Fields; readonly values: Set<string> }[] = [];

  constructor({ facts, fresh }: Oracle) {
    const { cast } = fresh({});
    const roleOf = (name: string): string =>
      facts.active.includes(name) ? (cast[name]?.password ? cast[name].role : "bot") : "deactivated";
    this.#roles = { ...Object.fromEntries(facts.cast.map((name) => [name, roleOf(name)])), [nobody]: nobody };
  }

  /** Returns the class of a value: accounts by their roles, things that were made by their kind. */
  #class(value: unknown, as: string): string {
    const of = (inner: unknown): string => this.#class(inner, as);
    if (isSymbolic(value)) return this.#symbol(value, as);
    if (Array.isArray(value)) return `[${value.map(of).sort().slice(0, 3).join()}]`;
    if (typeof value !== "object" || value === null) return String(value).slice(0, 24);
    return `{${Object.entries(value).map(([name, inner]) => `${name}:${of(inner)}`)}}`;
  }

  #symbol(symbol: Symbolic, as: string): string {
    if (symbol.ref === "text") return symbol.of.map((part) => this.#class(part, as)).join("");
    if (symbol.ref === "long") return `${symbol.of}+${symbol.plus}`;
    if ("at" in symbol) return symbol.ref;
    if (!people.has(symbol.ref)) return `${symbol.ref} ${symbol.of}`;
    return `${symbol.ref} of ${symbol.of === as ? "the caller" : this.#roles[symbol.of]}`;
  }

  /** Returns the objects of a step, each as its kind and a name that holds for the whole scenario. */
  #objects({ step: { op, fields }, asked, expected, counts }: Turn): string[] {
    const { makes } = declaredStep(op);
    const referred = symbolsIn(fields)
      .filter(isProportional)
      .map(({ ref, at }) => `${madeOf(ref)} ${indexAt(at, counts[madeOf(ref)] ?? 0)}`);
    const named = Object.entries(namingFields).flatMap(([name, kind]) => (name in fields ? [`${kind} ${String(asked.fields[name])}`] : []));
    const made = makes && expected.body.result === "success" ? [`${makes.kind} ${counts[makes.kind]}`] : [];
    const place = channelOf(fields);
    const topic = asked.fields.topic ?? asked.fields.subject;
    const places = place === undefined ? [] : [`channel ${place}`, ...(typeof topic === "string" ? [`topic ${place}>${topic}`] : [])];
    return [
      ...new Set([...referred.filter((one) => !one.endsWith("undefined")), ...named, ...made, ...places.map((one) => one.toLowerCase())]),
    ];
  }

  /** Returns the pairs of an earlier operation on an object and this one. Two actions of a control API say nothing of the specification. */
  #pairs(objects: readonly string[], label: string): string[] {
    return objects.flatMap((object) =>
      [...(this.#done.get(object) ?? [])]
        .filter((earlier) => !(earlier.startsWith("actions.") && label.startsWith("actions.")))
        .map((earlier) => `${object.slice(0, object.indexOf(" "))}: ${earlier} then ${label}`),
    );
  }

  #events(turn: Turn): Goals {
    const { queue_id } = turn.step.fields;
    const index = isProportional(queue_id) ? indexAt(queue_id.at, turn.counts.queue ?? 0) : undefined;
    const queue = this.#queues[index ?? -1];
    const events = eventsOf(turn);
    if (!queue || events.length === 0) return new Map();
    const capable = (queue.fields.client_capabilities ?? {}) as Fields;
    const goals: Goals = new Map([...queue.values].map((value) => [`${value} is heard`, weights.telling]));
    queue.values.clear();
    for (const event of events) {
      const name = nameOf(event);
      goals.set(formOf(event), weights.required);
      for (const one of everyCapability) goals.set(`${name} ${capable[one] === true ? "with" : "without"} ${one}`, weights.required);
      goals.set(`${name} is heard by ${this.#roles[turn.step.as]}`, weights.telling);
      for (const one of ["apply_markdown", "client_gravatar", "slim_presence", "all_public_streams"])
        goals.set(`${name} ${one}=${String(queue.fields[one])}`, weights.further);
      for (const facet of facetsOf(event, 3)) goals.set(`${name} ${facet}`, weights.further);
    }
    return goals;
  }

  /** Returns the goals of the values of a request, by what comes of it, and of the things that it is about. */
  #values({ step, expected, counts }: Turn, label: string, came: string): Goals {
    const { as, fields } = step;
    const { body } = expected;
    const isVain = Array.isArray(body.messages) && body.messages.length === 0;
    const outcome = body.result !== "success" ? "refused" : isVain ? "vain" : "accepted";
    const weight = outcome === "accepted" ? weights.telling : weights.further;
    const mode = `${label} ${String(fields.type ?? "")}`;
    const values = Object.entries(fields).flatMap(([name, value]) =>
      (name === "narrow" && Array.isArray(value) ? value : [value]).map((one) => [name, one]),
    );
    const goals: Goals = new Map(
      values.map(([name, value]) => [`${mode} ${String(name)}=${this.#class(value, as)} is ${outcome}`, weight]),
    );
    for (const { ref, at } of symbolsIn(fields).filter(isProportional)) {
      const thing = this.#made.get(madeOf(ref))?.[indexAt(at, counts[madeOf(ref)] ?? 0) ?? -1];
      if (thing) goals.set(`${label} of ${thing.as === as ? "an own" : "another's"} ${madeOf(ref)}${thing.place} ${came}`, weights.telling);
    }
    const place = channelOf(fields);
    if (place !== undefined) goals.set(`${label} in channel ${place} ${came}`, weights.telling);
    if (outcome === "refused") return goals;
    for (const facet of facetsOf(body, 4)) goals.set(`${mode} ${facet}`, weights.further);
    for (const facet of facetsOf(body, 1)) goals.set(`${mode} ${facet} for ${this.#roles[as]}`, weights.further);
    for (const queue of this.#queues)
      for (const [name, value] of values) queue.values.add(`${mode} ${String(name)}=${this.#class(value, as)}`);
    return goals;
  }

  #note({ step: { op, as, fields }, expected: { body } }: Turn, objects: readonly string[], label: string): void {
    if (body.result !== "success") return;
    const kind = declaredStep(op).makes?.kind;
    if (kind === "queue") this.#queues.push({ fields, values: new Set() });
    const place = kind === "message" ? ` in ${channelOf(fields) ?? this.#class(fields.to, as)}` : "";
    if (kind) this.#made.set(kind, [...(this.#made.get(kind) ?? []), { as, place }]);
    for (const object of objects) this.#done.set(object, new Set([...(this.#done.get(object) ?? []), label]));
  }

  /** Returns what a turn reaches, and notes it. */
  take(turn: Turn): Goals {
    const { step, expected } = turn;
    const label = labelOf(step);
    const came = `by ${this.#roles[step.as]}: ${codeOf(turn)}`;
    const isSpecified = !["register.post", "events.get"].includes(step.op) && !declaredStep(step.op).action;
    this.#turns.push(turn);
    const met = expected.status < 400 ? [] : refusals.filter((refusal) => refusal.isMet(turn, this.#turns.slice(0, -1)));
    const objects = this.#objects(turn);
    const required = [
      `${label}: ${outcomeOf(turn)}`,
      ...(isSpecified ? [`${label} ${came}`] : []),
      ...met.map(({ op, by }) => `${op} is refused for this: ${by}`),
      ...this.#pairs(objects, label),
    ];
    const more = isSpecified ? this.#values(turn, label, came) : this.#events(turn);
    this.#note(turn, objects, label);
    return new Map([...more, ...required.map((goal) => [goal, weights.required] as const)]);
  }
}

/** Returns the channel that a request names; undefined where it names none. */
function channelOf({ to, stream_id, channel, narrow }: Fields): string | undefined {
  const terms: readonly Fields[] = Array.isArray(narrow) ? narrow.filter(isObject) : [];
  const operand = terms.find(({ operator, negated }) => !negated && operator === "channel")?.operand;
  const named = [to, stream_id, channel, operand].find((value) => isSymbolic(value) && /^channel/.test(value.ref));
  return named ? String((named as { readonly of: string }).of) : undefined;
}

/** Returns what each step of a scenario reaches on a model. */
export function goalsAlong(oracle: Oracle, scenario: Scenario): Goals[] {
  const trail = new Trail(oracle);
  return playedOnModel({ ...scenario }, { oracle, suffix: "", choices: {} }).map((turn) => trail.take(turn));
}
