import { declaredStep } from "../../catalogue/catalogue.ts";
import { isObject } from "../../client/json.ts";
import { present } from "../../client/present.ts";
import { indexAt, isSymbolic, madeOf, nobody, type Symbolic, symbolsIn } from "../../draw/symbols.ts";
import { refusals } from "../../generate/refusals.ts";
import type { Oracle } from "../../model/oracle.ts";
import type { Turn } from "../../play/play.ts";
import type { Step } from "../../play/scenario.ts";
import { alphabets } from "./alphabet/index.ts";
import { eventGoals } from "./events.ts";
import { type Goals, joined, noGoals, valueGoal } from "./goals.ts";
import { type Answered, codeOf, type Fields, labelOf, modeOf, outcomeOf } from "./outcomes.ts";
import { facetsOf } from "./shapes.ts";

/** The role of each account of the cast by its name; that of a deactivated account, of a bot and of nobody is that word. */
type Roles = Readonly<Record<string, string>>;

/** Returns the roles of a cast. */
function rolesOf({ ground, fresh }: Oracle): Roles {
  const { cast } = fresh({});
  const roleOf = (name: string): string => {
    if (!ground.active.includes(name)) return "deactivated";
    const { password, role } = present(cast[name], `account ${name}`);
    return password === null ? "bot" : role;
  };
  return { ...Object.fromEntries(ground.cast.map((name) => [name, roleOf(name)])), [nobody]: nobody };
}

/** Features that tell texts apart, beside those that the search itself has made up. */
const features: Readonly<Record<string, RegExp>> = {
  blank: /^\s*$/,
  edged: /^\s|\s$/,
  capitals: /\p{Lu}/u,
  digits: /\d/,
  markup: /[*_`~#>$|@<&[]/,
  lines: /\n/,
  wide: /[\u0080-\uffff]/,
  astral: /[\u{10000}-\u{10ffff}]/u,
  long: /^.{51}/s,
};

const featuresOf = (text: string): string =>
  `a text: ${Object.entries(features)
    .flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []))
    .join(" ")}`;

/** Every text in a value, within symbols too. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The texts of the alphabets. */
const vocabulary: ReadonlySet<string> = new Set(textsIn(alphabets));

const people = new Set<string>(["user", "email", "login", "full name", "password"]);
const longest = 40;

/** Tells values of requests apart: accounts by their roles and whether they are the caller, things that were made by their kind. */
class Classes {
  readonly #roles: Roles;
  readonly #as: string;

  /** @param as the caller */
  constructor(roles: Roles, as: string) {
    this.#roles = roles;
    this.#as = as;
  }

  /** Returns the class of a value as text. Of a list the first few items count, in any order. */
  readonly of = (value: unknown): string => {
    if (isSymbolic(value)) return this.#ofSymbol(value);
    if (Array.isArray(value)) return `[${value.map(this.of).sort().slice(0, 3).join(",")}]`;
    if (typeof value === "string") return vocabulary.has(value) ? value.slice(0, longest) : featuresOf(value);
    if (typeof value !== "object" || value === null) return String(value);
    const fields = Object.entries(value).map(([name, inner]) => `${name}:${this.of(inner)}`);
    return `{${fields.join(",")}}`;
  };

  #ofSymbol(symbol: Symbolic): string {
    if (symbol.ref === "text") return symbol.of.map(this.of).join("");
    if (symbol.ref === "long") return `${symbol.of}+${symbol.plus}`;
    if ("at" in symbol) return symbol.ref;
    if (symbol.ref === "fresh") return `fresh ${this.of(symbol.of)}`;
    if (!people.has(symbol.ref)) return `${symbol.ref} ${symbol.of}`;
    return `${symbol.ref} of ${symbol.of === this.#as ? "the caller" : this.#roles[symbol.of]}`;
  }
}

/** Fields that name something by themselves, with its kind. */
const namingFields: Readonly<Record<string, string>> = { fragment: "view", domain: "domain" };

const isChannel = (value: unknown): value is { readonly of: string } =>
  isSymbolic(value) && (value.ref === "channel" || value.ref === "channel name");

/** The operand of the first term of a narrow with one of some operators, if it is not negated. */
function operandIn(narrow: unknown, ...operators: readonly string[]): unknown {
  const terms = Array.isArray(narrow) ? narrow.filter(isObject) : [];
  return terms.find(({ operator, negated }) => !negated && operators.includes(String(operator)))?.operand;
}

/** Returns the channel that a request is about, and the topic where it names one. @param spelled the fields as they are sent */
function placesOf(fields: Fields, spelled: Fields): string[] {
  const named = [fields.to, fields.stream_id, fields.channel, operandIn(fields.narrow, "channel", "stream")];
  const channel = named.find(isChannel);
  if (!channel) return [];
  const topic = spelled.topic ?? spelled.subject ?? operandIn(spelled.narrow, "topic");
  return [`channel ${channel.of}`, ...(typeof topic === "string" ? [`topic ${channel.of}>${topic.toLowerCase()}`] : [])];
}

/** Returns the places among those made so far that a request refers to, with their kind. */
function madeThings({ step, counts }: Answered): string[] {
  return symbolsIn(step.fields).flatMap((symbol) => {
    if (!("at" in symbol)) return [];
    const kind = madeOf(symbol.ref);
    const index = indexAt(symbol.at, counts[kind] ?? 0);
    return index === undefined ? [] : [`${kind} ${index}`];
  });
}

/**
 * Returns what a request is about: each object by its kind and a name that holds for the whole scenario.
 * @param makes the kind of what its success makes
 */
function objectsOf(answered: Answered, makes: string | undefined): string[] {
  const { step, asked, expected, counts } = answered;
  const own = Object.entries(namingFields).flatMap(([name, kind]) =>
    Object.hasOwn(step.fields, name) ? [`${kind} ${String(asked.fields[name]).toLowerCase()}`] : [],
  );
  const made = makes !== undefined && expected.body.result === "success" ? [`${makes} ${counts[makes] ?? 0}`] : [];
  return [...new Set([...madeThings(answered), ...own, ...made, ...placesOf(step.fields, asked.fields)])];
}

const kindOfObject = (object: string): string => object.slice(0, object.indexOf(" "));

/** By operation: who did it. */
type Done = Readonly<Record<string, readonly string[]>>;

const makesOf = ({ op }: Step): string | undefined => declaredStep(op).makes?.kind;

/** Operations whose answers the specification describes. */
const isSpecified = ({ op }: Step): boolean => !["register.post", "events.get"].includes(op) && !declaredStep(op).action;

/** Returns what a search found: a refusal, nothing or something. */
function foundBy({ result, messages }: Fields): string {
  const count = Array.isArray(messages) ? messages.length : Object.keys((messages ?? {}) as object).length;
  return result !== "success" ? "a refusal" : count === 0 ? "nothing" : "something";
}

/** Each term of a narrow with what it found. */
function termGoals(label: string, { narrow }: Fields, found: string, classes: Classes): string[] {
  if (!Array.isArray(narrow)) return [];
  return narrow.map((term) => {
    const { operator, operand, negated } = (term ?? {}) as Fields;
    return `${label} finds ${found} by ${negated ? "-" : ""}${String(operator)}:${classes.of(operand)}`;
  });
}

/** The steps of a scenario so far, as far as it depends on them what the next one reaches. */
export class Trail {
  /** By object: what was done to it. */
  readonly #done = new Map<string, Done>();
  /** The fields that each queue was registered with. */
  readonly #queues: Fields[] = [];
  /** By kind: who made each thing, and of messages where. */
  readonly #made = new Map<string, readonly { readonly as: string; readonly place: string }[]>();
  readonly #turns: Turn[] = [];
  readonly #roles: Roles;
  readonly #oracle: Oracle;

  constructor(oracle: Oracle, roles: Roles = rolesOf(oracle)) {
    this.#oracle = oracle;
    this.#roles = roles;
  }

  fork(): Trail {
    const copy = new Trail(this.#oracle, this.#roles);
    for (const [object, done] of this.#done) copy.#done.set(object, done);
    copy.#queues.push(...this.#queues);
    for (const [kind, made] of this.#made) copy.#made.set(kind, made);
    copy.#turns.push(...this.#turns);
    return copy;
  }

  /** Notes that a step was taken. */
  note(answered: Answered): void {
    const { step, expected } = answered;
    this.#turns.push(answered);
    if (expected.body.result !== "success") return;
    const makes = makesOf(step);
    if (makes === "queue") this.#queues.push(step.fields);
    if (makes !== undefined) {
      const [place = new Classes(this.#roles, step.as).of(step.fields.to)] = placesOf(step.fields, step.fields);
      this.#made.set(makes, [...(this.#made.get(makes) ?? []), { as: step.as, place: makes === "message" ? ` in ${place}` : "" }]);
    }
    const label = labelOf(step);
    for (const object of objectsOf(answered, makes)) {
      const done = this.#done.get(object) ?? {};
      this.#done.set(object, { ...done, [label]: [...(done[label] ?? []), step.as] });
    }
  }

  /** Each operation that was done to an object before, followed by this one: by anybody, and by the same or another. */
  #pairs(answered: Answered, label: string): { readonly pairs: string[]; readonly among: string[]; readonly opens: string[] } {
    const { as } = answered.step;
    const pairs: string[] = [];
    const among: string[] = [];
    const opens: string[] = [];
    for (const object of objectsOf(answered, makesOf(answered.step))) {
      const done = this.#done.get(object) ?? {};
      if (answered.expected.body.result === "success" && !Object.hasOwn(done, label)) opens.push(`${kindOfObject(object)}: ${label}`);
      for (const [earlier, people] of Object.entries(done)) {
        if (earlier.startsWith("actions.") && label.startsWith("actions.")) continue;
        const pair = `${kindOfObject(object)}: ${earlier} then ${label}`;
        pairs.push(pair);
        if (people.includes(as)) among.push(`${pair} by the same`);
        if (people.some((name) => name !== as)) among.push(`${pair} by another`);
      }
    }
    return { pairs, among, opens };
  }

  /** Whose thing it is that a step is about, where that or the step's channel lies, and what came of it. */
  #relations(answered: Answered, label: string, came: string): string[] {
    const { step, asked, expected, counts } = answered;
    const things = symbolsIn(step.fields).flatMap((symbol) => {
      const kind = "at" in symbol ? madeOf(symbol.ref) : undefined;
      const made = kind && "at" in symbol ? this.#made.get(kind)?.[indexAt(symbol.at, counts[kind] ?? 0) ?? -1] : undefined;
      return made ? [`${label} of ${made.as === step.as ? "an own" : "another's"} ${kind}${made.place} ${came}`] : [];
    });
    const places = placesOf(step.fields, asked.fields).filter((place) => place.startsWith("channel "));
    const isOverheard = this.#queues.length > 0 && isSpecified(step) && !declaredStep(step.op).route.startsWith("GET ");
    const heard = isOverheard && expected.body.result !== "success" ? [`${label}: ${outcomeOf(answered)} while queues are open`] : [];
    return [...places.map((place) => `${label} in ${place} ${came}`), ...things, ...heard];
  }

  /** Returns the refusals of the specification that a step meets. */
  #refusals(answered: Answered): string[] {
    if (answered.expected.status < 400) return [];
    return refusals.filter((refusal) => refusal.isMet(answered, this.#turns)).map(({ op, by }) => `${op} is refused for this: ${by}`);
  }

  /** Returns what the events of a poll reach. */
  eventsOf(answered: Answered): Goals {
    const { as } = answered.step;
    return joined(eventGoals(answered, this.#queues, this.#roles[as] ?? "", this.#oracle.ours.users[as]?.id));
  }

  /** Returns what a step reaches whose events are read. */
  heardOf({ step }: Answered): Goals {
    const classes = new Classes(this.#roles, step.as);
    const values = isSpecified(step) ? Object.entries(step.fields) : [];
    return { ...noGoals, telling: values.map(([name, value]) => `${modeOf(step)} ${name}=${classes.of(value)} is heard`) };
  }

  /** Returns what a step reaches after what was noted. */
  goalsOf(answered: Answered): Goals {
    const { step, expected } = answered;
    const [label, mode, role] = [labelOf(step), modeOf(step), this.#roles[step.as] ?? ""];
    const body: Fields = expected.body;
    const isSuccess = body.result === "success";
    const classes = new Classes(this.#roles, step.as);
    const came = `by ${role}: ${codeOf(answered)}`;
    const { pairs, among, opens } = this.#pairs(answered, label);
    const found = foundBy(body);
    const isAction = declaredStep(step.op).action === true;
    const values = isAction ? [] : Object.entries(step.fields).filter(([name]) => name !== "narrow");
    const isVain = found === "nothing" && declaredStep(step.op).route.startsWith("GET /messages");
    const outcome = isVain ? "vain" : isSuccess ? "accepted" : "refused";
    const valueGoals = values.map(([name, value]) => valueGoal(mode, name, classes.of(value), outcome));
    const own: Goals = {
      required: [
        ...(isSpecified(step) ? [`${label} ${came}`] : []),
        `${label}: ${outcomeOf(answered)}`,
        ...this.#refusals(answered),
        ...pairs,
      ],
      telling: [
        ...(isAction ? [] : this.#relations(answered, label, came)),
        ...(outcome === "accepted" ? valueGoals : []),
        ...termGoals(mode, step.fields, found, classes),
      ],
      further: [
        ...among,
        ...(outcome === "accepted" ? [] : valueGoals),
        ...(isSpecified(step) && isSuccess ? facetsOf(body, 1).map((facet) => `${mode} ${facet} for ${role}`) : []),
        ...(isSpecified(step) && isSuccess ? facetsOf(body, 4).map((facet) => `${mode} ${facet}`) : []),
      ],
      opens,
    };
    return joined([own, this.eventsOf(answered)]);
  }
}
