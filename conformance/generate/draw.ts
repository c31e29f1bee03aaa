import fc from "fast-check";
import { declaredStep, steps } from "../catalogue/catalogue.ts";
import { itemAt, present } from "../client/json.ts";
import type { Op } from "../declare/step.ts";
import { type Drawn, drawnBy, type RequestFields } from "../draw/combinators.ts";
import { somebody } from "../draw/references.ts";
import { Deferred, nobody, type Pick, resolved, SymbolicState, symbolsIn } from "../draw/symbols.ts";
import type { TargetFacts } from "../draw/target-facts.ts";
import { Untestable } from "../expect.ts";
import type { Oracle } from "../model/oracle.ts";
import { requestOf, type Scenario, type Step, scenarioOf } from "../play/scenario.ts";
import { type Expected, Sides } from "../play/sides.ts";

/** A kind of step on one ground. */
interface Kind {
  readonly op: Op;
  readonly name: string;
  readonly accepted: Drawn;
  readonly refused: Drawn | undefined;
}

/** The wished answer to a step: something found, where the step looks for something; a success, with or without; a refusal. */
type Wish = "find" | "success" | "refusal";

/** Once in so many steps a refusal is wished. */
const refusals = 4;
/** Once in so many of the others, a search may find nothing. */
const vain = 6;
/** Once in so many of them, what would be accepted is asked by somebody who is not let in. */
const strangers = 5;
/** The number of times that a step is drawn again whose answer is not as wished. */
const attempts = 5;

/** A request that the model answers with success. */
const isAccepted = ({ status }: Expected): boolean => status === 200;

/** Whether a request that looked for something found nothing. Parsing the answer would cost as much as asking did. */
function findsNothing({ finds }: Kind["op"], { text = "" }: Expected): boolean {
  if (finds === undefined) return false;
  const name = `"${finds}":`;
  const first = text.indexOf(name) + name.length;
  return /^(\[\]|\{\})/.test(text.slice(first, first + 2));
}

/** Whether a kind of step asks for something and changes nothing. */
const isReading = ({ route }: Op): boolean => route.startsWith("GET ");

/** A step that the model has answered. */
interface Answered {
  readonly step: Step;
  readonly expected: Expected;
}

const isAsWished = (op: Kind["op"], wish: Wish, expected: Expected): boolean =>
  wish === "refusal" ? !isAccepted(expected) : isAccepted(expected) && (wish === "success" || !findsNothing(op, expected));

/** Whether a step has changed the model: a poll always, as it acknowledges events; a message to a channel that is not there, as a bot's owner is told. */
function leavesTrace({ step: { op }, expected }: Answered): boolean {
  if (op === "events.get") return true;
  if (!isAccepted(expected)) return op === "messages.post";
  return !isReading(declaredStep(op));
}

/** A scenario as far as it is drawn, with the model as its steps have left it. */
class Draft {
  readonly steps: Step[] = [];
  /** Whether a message was changed since the last step that reads. */
  isReadDue = false;
  readonly #random: fc.Random;
  readonly #sides: Sides;
  readonly #state: SymbolicState;
  readonly #former: readonly string[];

  constructor(oracle: Oracle, random: fc.Random) {
    const { facts, known } = oracle;
    this.#random = random;
    // A name that is new on the target is new in the model, whatever else the target has told it of.
    this.#sides = new Sides({ oracle, suffix: known ? "" : " drawn", choices: {} });
    this.#state = new SymbolicState(facts, this.#company(facts), ({ index }) => this.#hasNews(index));
    this.#former = facts.cast.filter((name) => !facts.active.includes(name));
  }

  /** Returns those who meet in this scenario: two or three of the first three, and one or two others. */
  #company({ active }: TargetFacts): string[] {
    const [first, others] = [active.slice(0, 3), active.slice(3)];
    const left = this.#one(["nobody", "nobody", ...first]);
    const chosen = Array.from({ length: others.length === 0 ? 0 : this.#random.nextInt(1, 2) }, () =>
      present(this.#one(others), "other account"),
    );
    return [...first.filter((name) => name !== left || first.length === 1), ...new Set(chosen)];
  }

  #hasNews(index: number): boolean {
    const { simulator, ours } = this.#sides;
    const id = ours.made.queue[index];
    const queue = simulator.state.queues.get(id as never);
    return queue?.newest !== undefined && queue.newest.id > (ours.read.get(id) ?? -1);
  }

  readonly #one: Pick = (all) => (all.length === 0 ? undefined : all[this.#random.nextInt(0, all.length - 1)]);

  /** True once in so many times. */
  #isNext(times: number): boolean {
    return this.#random.nextInt(1, times) === 1;
  }

  #generated<T>(arbitrary: fc.Arbitrary<T>): T {
    return arbitrary.generate(this.#random, undefined).value;
  }

  /** Draws a step of a kind; undefined where there is nothing that it could be about. */
  #drawn({ op, name, accepted, refused }: Kind, wish: Wish): Step | undefined {
    const state = this.#state;
    state.isReading = isReading(op);
    const isStranger = wish === "refusal" && (refused === undefined || this.#isNext(strangers));
    const given = this.#fields(isStranger || wish !== "refusal" || !refused ? accepted : refused);
    if (!given) return undefined;
    const { as = this.#generated(somebody), ...rest } = given;
    const actor = resolved(as, state, this.#one);
    state.about.clear();
    if (typeof actor !== "string") return undefined;
    state.actor = actor;
    const fields = this.#settledFields(rest);
    return fields && { as: isStranger ? present(this.#one([nobody, nobody, ...this.#former]), "stranger") : actor, op: name, fields };
  }

  #fields(arbitrary: Drawn): RequestFields | undefined {
    const value = this.#generated(arbitrary);
    return (value instanceof Deferred ? value.of(this.#state, this.#one) : value) as RequestFields | undefined;
  }

  #settledFields(given: RequestFields): RequestFields | undefined {
    const fields: Record<string, unknown> = {};
    this.#state.given = fields;
    for (const name in given) {
      const value = resolved(given[name], this.#state, this.#one);
      if (value === undefined) return undefined;
      fields[name] = value;
    }
    return fields;
  }

  /** Draws the next step of a kind, again where the model's answer is not as wished. Adds none where there is nothing to be about. */
  add(kind: Kind): void {
    const wish: Wish = this.#isNext(refusals) ? "refusal" : this.#isNext(vain) ? "success" : "find";
    // What could not succeed for want of something to be about is not refused either, or it would be refused most of the time.
    if (wish === "refusal" && !this.#drawn(kind, "find")) return;
    let last: Answered | undefined;
    for (let i = 0; i < attempts; i++) {
      const step = this.#drawn(kind, wish);
      if (!step) continue;
      last = { step, expected: this.#sides.ask(kind.op, requestOf(kind.op, step, this.#sides.ours)) };
      if (isAsWished(kind.op, wish, last.expected) || leavesTrace(last)) break;
    }
    if (last) this.#keep(kind, last);
  }

  /** Repeats the last step, if it succeeded: most servers refuse much of what is done already. */
  repeat(kind: Kind): void {
    const done = this.#state.done.at(-1);
    const last = this.steps.at(-1);
    if (!done || !last || done.op !== kind.name || done.fields !== last.fields) return;
    const step: Step = { as: done.as, op: done.op, fields: this.#state.again(done) };
    this.#keep(kind, { step, expected: this.#sides.ask(kind.op, requestOf(kind.op, step, this.#sides.ours)) });
  }

  /** Notes what a step has read, or what it has changed and nobody has read since. */
  #mark(op: Op, fields: RequestFields): void {
    const read = isReading(op);
    const things = read ? this.#state.about : symbolsIn(fields).flatMap((symbol) => this.#state.thing(symbol) ?? []);
    for (const thing of things) thing.isStale = !read;
    this.isReadDue = !read && (this.isReadDue || [...things].some(({ kind }) => kind === "message"));
  }

  #keep({ op, name }: Kind, { step, expected }: Answered): void {
    const { as, fields } = step;
    this.steps.push(step);
    this.#sides.note(op, step, expected, expected);
    if (!isAccepted(expected)) return;
    const { counts } = this.#state;
    this.#mark(op, fields);
    op.note?.(this.#state, as, fields);
    if (op.makes) this.#state.made(op.makes.kind, as, fields);
    this.#state.done.push({ as, op: name, fields, counts });
  }
}

interface Theme {
  /** Kinds of steps that are drawn more often. */
  readonly about: readonly string[];
  /** Kinds of steps to begin with, so that what comes then has something to be about. */
  readonly begins: readonly string[];
}

const usualBeginning = ["register.post", "messages.post", "user_groups.create.post"];

/** Subjects of a scenario, by name. */
const themes: Readonly<Record<string, Theme>> = {
  everything: { about: [], begins: usualBeginning },
  conversation: {
    about: ["messages.post", "messages.get", "messages-id.get", "messages.matches_narrow.get"],
    begins: ["register.post", "messages.post"],
  },
  events: {
    about: ["register.post", "events.get", "events.delete", "typing.post", "user_topics.post", "messages.post"],
    begins: ["register.post", "messages.post"],
  },
  deletion: { about: ["messages.post", "messages-id.delete", "messages-id.get", "actions"], begins: ["register.post", "messages.post"] },
  groups: {
    about: ["user_groups.create.post", "user_groups-id.members.post", "actions"],
    begins: ["register.post", "messages.post", "user_groups.create.post"],
  },
  organization: {
    about: [
      "channel_folders.create.post",
      "channel_folders-id.patch",
      "users.me.profile_data.patch",
      "navigation_views.post",
      "realm.domains.post",
    ],
    begins: ["register.post", "channel_folders.create.post"],
  },
  accounts: {
    about: [
      "fetch_api_key.post",
      "calls.vc.create.post",
      "devices",
      "remove_client_device.post",
      "realm.presence.get",
      "realm.linkifiers.get",
      "server_settings.get",
    ],
    begins: ["register.post", "devices"],
  },
};

/** The factor by which the kinds of steps of a theme are drawn more often. */
const emphasis = 4;

/** Kinds of steps, each with how often it is drawn. */
type Weighted = readonly (readonly [kind: Kind, weight: number])[];

/** The weight of a kind that a scenario has so many times already: what it has little of comes next. */
const weightAfter = (weight: number, times: number): number => Math.ceil((weight * 12) / (1 + times));

/** Returns one of some kinds, each as often as its weight says after how often it was taken. */
function pick(kinds: Weighted, taken: ReadonlyMap<string, number>, random: fc.Random): Kind {
  const now = kinds.map(([kind, weight]) => [kind, weightAfter(weight, taken.get(kind.name) ?? 0)] as const);
  const total = now.reduce((sum, [, weight]) => sum + weight, 0);
  let left = random.nextInt(0, total - 1);
  for (const [kind, weight] of now) {
    left -= weight;
    if (left < 0) return kind;
  }
  throw new Untestable("no kind of step can be taken on the target");
}

/** Once in so many steps that change something, the same is asked again. */
const repeats = 15;

/** Whether a repetition of a step of a kind says anything: not of a request that reads, nor of a message. */
const canRepeat = ({ name, op }: Kind): boolean => !isReading(op) && name !== "messages.post";

const kindsOn = (facts: TargetFacts): Weighted =>
  [...steps].flatMap(([name, op]) => {
    const weight = op.weight(facts);
    if (weight === undefined || facts.missing.has(op.route)) return [];
    const { accepted, refused } = op.draw(facts);
    return [[{ op, name, accepted, refused }, weight] as const];
  });

/** The kinds of steps of a theme. */
interface Choices {
  readonly first: Weighted;
  readonly begins: Weighted;
  /** Those that read what steps change. */
  readonly reads: Weighted;
  readonly all: Weighted;
}

function choicesOn(facts: TargetFacts): readonly Choices[] {
  const all = kindsOn(facts);
  const named = (names: readonly string[]) => all.filter(([{ name }]) => names.includes(name));
  return Object.values(themes).map(({ about, begins }) => ({
    first: named(["register.post"]),
    begins: named(begins),
    reads: named(["messages.get", "messages-id.get", "messages.matches_narrow.get"]),
    all: all.map(([kind, weight]) => [kind, about.includes(kind.name) ? weight * emphasis : weight] as const),
  }));
}

/** So many steps in a row may come to nothing. */
const mostVain = 500;

/**
 * Draws so many steps: a queue, up to five to begin with, then whatever fits the theme.
 * @throws Untestable: there is next to nothing that a step could be about
 */
function draftOf(draft: Draft, length: number, { first, begins, reads, all }: Choices, random: fc.Random): void {
  const begun = 1 + random.nextInt(0, 5);
  let vain = 0;
  const taken = new Map<string, number>();
  while (draft.steps.length < length) {
    const { length: before } = draft.steps;
    const preferred = before === 0 ? first : before < begun ? begins : draft.isReadDue && random.nextInt(1, 2) === 1 ? reads : all;
    const kind = pick(preferred.length > 0 ? preferred : all, taken, random);
    draft.add(kind);
    if (draft.steps.length > before) taken.set(kind.name, (taken.get(kind.name) ?? 0) + 1);
    vain = draft.steps.length > before ? 0 : vain + 1;
    if (vain > mostVain) throw new Untestable("too little is known of the target to draw scenarios for it");
    const isRepeated = canRepeat(kind) && draft.steps.length < length && random.nextInt(1, repeats) === 1;
    if (isRepeated) draft.repeat(kind);
  }
}

/** Whole scenarios of up to so many steps, each of which is drawn while the model plays those before it. */
export function scenariosOn(oracle: Oracle, most: number): fc.Arbitrary<Scenario> {
  const choices = choicesOn(oracle.facts);
  return drawnBy((random) => {
    const draft = new Draft(oracle, random);
    const length = random.nextInt(Math.ceil(most / 2), most);
    draftOf(draft, length, itemAt(choices, random.nextInt(0, choices.length - 1)), random);
    return scenarioOf(draft.steps);
  });
}

/** The scenario of an index under a seed, whatever else is drawn. */
export const drawn = (scenarios: fc.Arbitrary<Scenario>, seed: number, index: number): Scenario =>
  itemAt(fc.sample(scenarios, { seed: Math.imul(seed, 0x9e3779b1) + Math.imul(index + 1, 0x85ebca6b), numRuns: 1 }), 0);
