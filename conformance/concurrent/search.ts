import { declaredStep } from "../catalogue/catalogue.ts";
import { itemAt, present } from "../client/json.ts";
import type { Outgoing, Reply } from "../client/target.ts";
import { compareAnswers } from "../compare/answers.ts";
import { awaited, type ComparedEvent, mayBe, relevant } from "../compare/events.ts";
import { type ComparedAnswer, withId } from "../compare/matched-ids.ts";
import { Comparison, type Difference, type Lens } from "../compare/values.ts";
import { Untestable } from "../expect.ts";
import { rowsOf } from "../model/named-ids.ts";
import { compared, countsOf, type Turn } from "../play/play.ts";
import { requestOf, type Step } from "../play/scenario.ts";
import type { Sides } from "../play/sides.ts";

/** A step as it was sent to the target, and its answer. */
export interface Timed {
  readonly step: Step;
  readonly sent: Outgoing;
  readonly actual: Reply;
  /** The registration that tells the id of what it made, where the answer does not. */
  readonly registered?: Reply | undefined;
  /** When it was sent and answered, counted in requests and answers: one that was answered before another was sent precedes it. */
  readonly sentAt: number;
  /** Infinity where no answer came. */
  readonly answeredAt: number;
  /** The connection was cut: it was carried out, or not. */
  readonly lost?: true;
}

/** The answers of a target in one run of a concurrent scenario. */
export interface ConcurrentAnswers {
  readonly beginning: readonly Turn[];
  readonly actors: readonly (readonly Timed[])[];
  readonly ending: readonly Timed[];
}

const messageOf = ({ type, message }: ComparedEvent): unknown =>
  type === "message" ? (message as { readonly id?: unknown } | undefined)?.id : undefined;

/**
 * Returns where the answer to a poll differs from the model's while other steps are under way. Events need not come at once, so that some may be
 * missing; none may come of what has not happened yet.
 * @param sent ids of the messages that the run sent, as the target has them
 */
export function compareEarlyEvents(
  expected: ComparedAnswer,
  actual: ComparedAnswer,
  lens: Lens,
  sent: ReadonlySet<unknown>,
): readonly Difference[] {
  const left = relevant(actual.body.events, lens.known);
  const arrived = awaited(expected.body.events, lens).filter((event) => {
    const at = left.findIndex((other) => mayBe(event, other, lens));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  const hasEvents = Array.isArray(expected.body.events);
  const asFar = hasEvents ? { ...expected, body: { ...expected.body, events: arrived } } : expected;
  // What is bound to a message of the model is compared as every answer is.
  const early = left.filter((event) => sent.has(messageOf(event)) && lens.twins.back("message", Number(messageOf(event))) === undefined);
  return [
    ...compareAnswers("events.get", {}, asFar, actual, lens),
    ...early.map((event) => ({ path: "events", expected: undefined, actual: event })),
  ];
}

type Body = Readonly<Record<string, unknown>>;

/** The registrations of both sides, and the requests before them. */
interface Registrations {
  readonly run: Sides;
  /** Name of the account that registers. */
  readonly as: string;
  readonly before: readonly Pick<Turn, "asked" | "expected">[];
  readonly expected: Body;
  readonly actual: Body;
}

const written: Readonly<Record<string, readonly string[]>> = {
  realm_user_groups: ["id", "name", "description", "members", "direct_subgroup_ids"],
  channel_folders: ["id", "name", "description", "is_archived"],
};

const pick = (row: Body, names: readonly string[], other: Body): Body =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(row, name) && Object.hasOwn(other, name)).map((name) => [name, row[name]]));

/** Groups or folders that the run made, by the ids that their creation gave. */
function compareMade(
  seen: Comparison,
  { twins, known }: Lens,
  list: string,
  kind: "group" | "folder",
  { run, expected, actual }: Registrations,
): void {
  if (!Array.isArray(actual[list])) return;
  const theirs = rowsOf(actual, list);
  for (const row of rowsOf(expected, list)) {
    if (!run.ours.made[kind].includes(row.id)) continue;
    // Equal answers bind nothing where the model holds the same as the target.
    const id = twins.there(kind, Number(row.id)) ?? (known ? row.id : undefined);
    // What a request without an answer made is known by its name.
    const isUntold = twins.isUnseen(kind, Number(row.id));
    const other = theirs.find((each) => (isUntold ? each.name === row.name : each.id === id));
    const path = `${list}[${row.name}]`;
    const names = written[list] ?? [];
    const around = kind === "folder" ? "channel_folder" : kind;
    if (other) seen.value(pick(row, names, other), pick(other, names, row), path, "", around);
    else seen.note(path, row, undefined);
  }
}

/** Returns what the account has asked for under a path, as far as it was done. */
const doneBy = ({ as, before }: Registrations, path: string): Body[] =>
  before
    .filter(({ asked, expected }) => asked.as === as && asked.path === path && expected.body.result === "success")
    .map(({ asked }) => asked.fields);

const topicKey = (channel: unknown, topic: unknown): string => `${channel} > ${String(topic).toLowerCase()}`;

/** The policies of a registration that are not the default, of some topics, with the model's ids of channels. */
const policiesIn = (body: Body, topics: ReadonlySet<string>, channel: (id: number) => unknown): string[] =>
  rowsOf(body, "user_topics")
    .map(({ stream_id, topic_name, visibility_policy }) => ({ key: topicKey(channel(Number(stream_id)), topic_name), visibility_policy }))
    .filter(({ key, visibility_policy }) => topics.has(key) && visibility_policy !== 0)
    .map(({ key, visibility_policy }) => `${key}: ${visibility_policy}`)
    .sort();

/** The policies of the topics for which the account has set one. */
function comparePolicies(seen: Comparison, { twins }: Lens, registrations: Registrations): void {
  const { expected, actual } = registrations;
  if (!Array.isArray(actual.user_topics) || !Array.isArray(expected.user_topics)) return;
  const topics = new Set(doneBy(registrations, "/user_topics").map(({ stream_id, topic }) => topicKey(stream_id, topic)));
  const ours = policiesIn(expected, topics, (id) => id);
  const theirs = policiesIn(actual, topics, (id) => twins.back("channel", id) ?? id);
  if (ours.join("\n") !== theirs.join("\n")) seen.note("user_topics", ours, theirs);
}

const profileOf = (body: Body, user: unknown): Body =>
  (rowsOf(body, "realm_users").find(({ user_id }) => user_id === user)?.profile_data ?? {}) as Body;

const textOf = (entry: unknown): unknown => {
  const { value } = (entry ?? {}) as { readonly value?: unknown };
  return value ?? "";
};

/** The texts in the account's profile, in the fields that it has set. */
function compareProfile(seen: Comparison, { twins }: Lens, registrations: Registrations): void {
  const { run, as, expected, actual } = registrations;
  if (!Array.isArray(actual.realm_users) || !Array.isArray(expected.realm_users)) return;
  const own = doneBy(registrations, "/users/me/profile_data").flatMap((fields) => rowsOf(fields, "data"));
  const ours = profileOf(expected, run.ours.namedIds.users[as]?.id);
  const theirs = profileOf(actual, run.theirs.namedIds.users[as]?.id);
  for (const id of new Set(own.map((entry) => Number(entry.id)))) {
    const [model, target] = [textOf(ours[id]), textOf(theirs[twins.there("field", id) ?? id])];
    if (typeof model === "string" && model !== target) seen.note(`profile_data.${id}.value`, model, target);
  }
}

/** Returns where two registrations differ in what the run has written: groups, folders, policies of topics, texts of profiles. */
export function compareRecords(registrations: Registrations): readonly Difference[] {
  const { lens } = registrations.run;
  const seen = new Comparison(lens);
  compareMade(seen, lens, "realm_user_groups", "group", registrations);
  compareMade(seen, lens, "channel_folders", "folder", registrations);
  comparePolicies(seen, lens, registrations);
  compareProfile(seen, lens, registrations);
  return seen.differences;
}

/** A step at its place in an order, with what the model answers there. */
export interface Placed extends Turn {
  /** The index of the actors' list that it is from; undefined in the ending. */
  readonly actor: number | undefined;
  readonly timed: Timed;
}

/** Why an order is none: the first step whose answer is not what the model answers at its place. */
export interface Misfit {
  readonly before: readonly Placed[];
  readonly turn: Placed;
  readonly differences: readonly Difference[];
}

/** An order that fits, and both sides after it. */
export interface Found {
  readonly order: readonly Placed[];
  readonly run: Sides;
}

/** The most steps that a search places: a run that has more orders than can be looked through is not judged. */
const most = 50_000;

/** Steps that keep their order: what an actor got answers to, or one request without an answer, which may have been carried out any time after it was sent, or never. */
interface Lane {
  readonly actor: number;
  readonly list: readonly Timed[];
  readonly isLost: boolean;
}

const lanesOf = ({ actors }: ConcurrentAnswers): Lane[] =>
  actors.flatMap((list, actor) => [
    { actor, list: list.filter(({ lost }) => !lost), isLost: false },
    ...list.filter(({ lost }) => lost).map((one) => ({ actor, list: [one], isLost: true })),
  ]);

/** Whether a step leaves everything as it is. A poll lets go of the events before the one that it names. */
const isRead = ({ step: { op } }: Timed): boolean => declaredStep(op).route.startsWith("GET ") && op !== "events.get";

/** The search for an order of the steps of all actors in which the model answers as the target did, each step of the ending too. */
export class OrderSearch {
  /** Why the orders that came furthest are none. */
  misfits: Misfit[] = [];
  /** The number of steps that fit in these. */
  depth = 0;
  readonly #start: Sides;
  readonly #recording: ConcurrentAnswers;
  readonly #lanes: readonly Lane[];
  readonly #sent: ReadonlySet<unknown>;
  /** Places from which no order fits: how many steps of each actor are placed, and those that write in their order. */
  readonly #dead = new Set<string>();
  #placed = 0;

  /** @param start both sides after the beginning; they stay as they are */
  constructor(start: Sides, recording: ConcurrentAnswers) {
    this.#start = start;
    this.#recording = recording;
    this.#lanes = lanesOf(recording);
    const made = [...recording.beginning, ...recording.actors.flat()].filter(({ step }) => declaredStep(step.op).makes?.kind === "message");
    this.#sent = new Set(made.map(({ actual }) => actual.body.id));
  }

  /** Returns the first order that fits; undefined where none does. @throws Untestable: there are too many orders */
  find(): Found | undefined {
    const none = this.#lanes.map(() => 0);
    return this.#from(this.#start.fork(), none, [], "");
  }

  #from(run: Sides, next: readonly number[], before: readonly Placed[], writes: string): Found | undefined {
    const lanes = this.#lanes;
    const key = `${next} ${writes}`;
    if (this.#dead.has(key)) return undefined;
    const ended = lanes.every(({ list, isLost }, i) => isLost || next[i] === list.length) ? this.#ended(run.fork(), before) : undefined;
    if (ended) return ended;
    for (const i of this.#candidates(next)) {
      const { actor, list, isLost } = itemAt(lanes, i);
      const timed = itemAt(list, itemAt(next, i));
      const side = run.fork();
      const turn = isLost ? this.#carryOut(side, timed, actor) : this.#place(side, timed, before, actor);
      if (!turn) continue;
      const after = next.map((at, j) => (j === i ? at + 1 : at));
      const found = this.#from(side, after, [...before, turn], isRead(timed) ? writes : `${writes} ${i}.${next[i]}`);
      if (found) return found;
    }
    this.#dead.add(key);
    return undefined;
  }

  /** The lanes whose next step may come next, those whose answer came first to begin with. */
  #candidates(next: readonly number[]): number[] {
    const waiting = this.#lanes.flatMap(({ list }, i) => {
      const timed = list[itemAt(next, i)];
      return timed ? [{ i, timed }] : [];
    });
    const earliest = Math.min(...waiting.map(({ timed }) => timed.answeredAt));
    return waiting
      .filter(({ timed }) => timed.sentAt < earliest)
      .sort((a, b) => a.timed.answeredAt - b.timed.answeredAt)
      .map(({ i }) => i);
  }

  #asked(run: Sides, timed: Timed, actor: number | undefined): Placed {
    if (++this.#placed > most) throw new Untestable(`more than ${most} steps were tried in one order and another`);
    const { step, sent, registered } = timed;
    const op = declaredStep(step.op);
    const asked = requestOf(op, step, run.ours);
    const expected = run.ask(op, asked);
    const actual = expected.isLookedUp && registered ? withId(op, sent, timed.actual, registered) : timed.actual;
    return { step, asked, sent, expected, actual, counts: countsOf(run.ours), actor, timed };
  }

  /** Carries a request without an answer out on the model. Returns undefined where the model refuses it, which is as if it never was. */
  #carryOut(run: Sides, timed: Timed, actor: number): Placed | undefined {
    const turn = this.#asked(run, timed, actor);
    const { body } = turn.expected;
    if (body.result !== "success") return undefined;
    const { makes } = declaredStep(timed.step.op);
    if (makes) run.lens.twins.awaitSight(makes.kind, body[makes.field] as string | number);
    return turn;
  }

  /** Asks the model for a step. Returns undefined where it answers otherwise than the target did. */
  #place(run: Sides, timed: Timed, before: readonly Placed[], actor: number | undefined): Placed | undefined {
    const turn = this.#asked(run, timed, actor);
    const differences = this.#differences(run, turn, before);
    if (differences.length === 0) return turn;
    if (before.length > this.depth) this.misfits = [];
    this.depth = Math.max(this.depth, before.length);
    if (before.length === this.depth) this.misfits.push({ before, turn, differences });
    return undefined;
  }

  #differences(run: Sides, turn: Placed, before: readonly Placed[]): readonly Difference[] {
    const { step, expected, actual, actor } = turn;
    if (step.op === "events.get" && actor !== undefined && !run.lens.known)
      return compareEarlyEvents(expected, actual, run.lens, this.#sent);
    return differencesAfter(run, turn, [...this.#recording.beginning, ...before]);
  }

  /** Goes through the ending after all actors: what they made counts in the order of the lists, whatever order they came in. */
  #ended(run: Sides, order: readonly Placed[]): Found | undefined {
    const placed = new Map(order.map((turn) => [turn.timed, turn]));
    for (const timed of this.#recording.actors.flat()) noteMade(run, timed, placed.get(timed));
    let before = order;
    for (const timed of this.#recording.ending) {
      const turn = this.#place(run, timed, before, undefined);
      if (!turn) return undefined;
      run.note(declaredStep(timed.step.op), turn.step, turn.expected, turn.actual);
      before = [...before, turn];
    }
    return { order: before, run };
  }
}

/** Notes what a step of an actor made. Polls leave no trace: whatever they read, the ending reads from the beginning on. */
function noteMade(run: Sides, { step, lost }: Timed, turn: Placed | undefined): void {
  const op = declaredStep(step.op);
  if (!op.makes) return;
  if (!lost) {
    const { expected, actual } = present(turn, "place of a step with an answer");
    run.note(op, step, expected, actual);
  } else {
    const carriedOut = run.lose(op, true);
    if (turn) carriedOut(turn.expected);
  }
}

/** Returns where the answers to a step differ while nothing else is under way. A registration is compared with what the run has written. */
export function differencesAfter(run: Sides, turn: Turn, before: readonly Turn[]): readonly Difference[] {
  const { step, expected, actual } = turn;
  const differences = compared(declaredStep(step.op), step, expected, actual, run.lens);
  if (differences.length > 0 || step.op !== "register.post" || expected.body.result !== "success") return differences;
  return compareRecords({ run, as: step.as, before, expected: expected.body, actual: actual.body });
}
