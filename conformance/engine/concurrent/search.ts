import { Untestable } from "../../expect.ts";
import { steps } from "../catalogue.ts";
import type { Difference } from "../compare/values.ts";
import { compared, countsOf, type Turn } from "../play.ts";
import { requestOf } from "../request.ts";
import type { Sides } from "../sides.ts";
import { compareEarlyEvents } from "./early-events.ts";
import type { Recording, Timed } from "./recording.ts";
import { compareRecords } from "./records.ts";

/** A step at its place in an order, with what the model answers there. */
export interface Placed extends Turn {
  /** Which list of the actors it is from; undefined in the ending. */
  readonly actor: number | undefined;
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

/** How many steps a search places: a run that has more orders than can be looked through is not judged. */
const most = 50_000;

/** Whether a step leaves everything as it is. A poll lets go of the events before the one that it names. */
const isRead = ({ step: { op } }: Timed): boolean => steps.get(op)!.route.startsWith("GET ") && op !== "events.get";

/** The search for an order of the steps of all actors in which the model answers as the target did, each step of the ending too. */
export class Search {
  /** Why the orders that came furthest are none. */
  misfits: Misfit[] = [];
  /** How many steps fit in these. */
  depth = 0;
  readonly #start: Sides;
  readonly #recording: Recording;
  readonly #sent: ReadonlySet<unknown>;
  /** Places from which no order fits: how many steps of each actor are placed, and those that write in their order. */
  readonly #dead = new Set<string>();
  #placed = 0;

  /** @param start both sides after the beginning; they stay as they are */
  constructor(start: Sides, recording: Recording) {
    this.#start = start;
    this.#recording = recording;
    const made = [...recording.beginning, ...recording.actors.flat()].filter(({ step }) => steps.get(step.op)!.makes?.kind === "message");
    this.#sent = new Set(made.map(({ actual }) => actual.body.id));
  }

  /** Returns the first order that fits; undefined where none does. @throws Untestable: there are too many orders */
  find(): Found | undefined {
    const none = this.#recording.actors.map(() => 0);
    return this.#from(this.#start.fork(), none, [], "");
  }

  #from(run: Sides, next: readonly number[], before: readonly Placed[], writes: string): Found | undefined {
    const { actors } = this.#recording;
    const key = `${next} ${writes}`;
    if (this.#dead.has(key)) return undefined;
    if (next.every((at, i) => at === actors[i]!.length)) return this.#ended(run, before, key);
    for (const i of this.#candidates(next)) {
      const timed = actors[i]![next[i]!]!;
      const side = run.fork();
      const turn = this.#place(side, timed, before, i);
      if (!turn) continue;
      const after = next.map((at, j) => (j === i ? at + 1 : at));
      const found = this.#from(side, after, [...before, turn], isRead(timed) ? writes : `${writes} ${i}.${next[i]}`);
      if (found) return found;
    }
    this.#dead.add(key);
    return undefined;
  }

  /** The actors whose next step may come next, those whose answer came first to begin with. */
  #candidates(next: readonly number[]): number[] {
    const waiting = this.#recording.actors.flatMap((list, i) => (next[i]! < list.length ? [{ i, timed: list[next[i]!]! }] : []));
    const earliest = Math.min(...waiting.map(({ timed }) => timed.answeredAt));
    return waiting
      .filter(({ timed }) => timed.sentAt < earliest)
      .sort((a, b) => a.timed.answeredAt - b.timed.answeredAt)
      .map(({ i }) => i);
  }

  /** Asks the model for a step. Returns undefined where it answers otherwise than the target did. */
  #place(run: Sides, { step, sent, actual }: Timed, before: readonly Placed[], actor: number | undefined): Placed | undefined {
    if (++this.#placed > most) throw new Untestable(`more than ${most} steps were tried in one order and another`);
    const op = steps.get(step.op)!;
    const counts = countsOf(run.ours);
    const asked = requestOf(op, step, run.ours);
    const turn: Placed = { step, asked, sent, expected: run.ask(op, asked), actual, counts, actor };
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
  #ended(run: Sides, order: readonly Placed[], key: string): Found | undefined {
    for (const turn of order.toSorted((a, b) => a.actor! - b.actor!)) noteMade(run, turn);
    let before = order;
    for (const timed of this.#recording.ending) {
      const turn = this.#place(run, timed, before, undefined);
      if (!turn) {
        this.#dead.add(key);
        return undefined;
      }
      noteMade(run, turn);
      if (timed.step.op === "events.get") run.note(steps.get("events.get")!, turn.step, turn.expected, turn.actual);
      before = [...before, turn];
    }
    return { order: before, run };
  }
}

/** Notes what a step made. Polls of the actors leave no trace: whatever they read, the ending reads from the beginning on. */
function noteMade(run: Sides, { step, expected, actual }: Turn): void {
  const op = steps.get(step.op)!;
  if (op.makes) run.note(op, step, expected, actual);
}

/** Where the answers to a step differ while nothing else is under way. A registration is compared with what the run has written. */
export function differencesAfter(run: Sides, turn: Turn, before: readonly Turn[]): readonly Difference[] {
  const { step, expected, actual } = turn;
  const differences = compared(steps.get(step.op)!, step, expected, actual, run.lens);
  if (differences.length > 0 || step.op !== "register.post" || expected.body.result !== "success") return differences;
  const asked = before.map((each) => each.asked);
  return compareRecords({ run, as: step.as, before: asked, expected: expected.body, actual: actual.body });
}
