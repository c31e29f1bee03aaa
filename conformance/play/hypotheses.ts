import { choices as choicesOf, type RulingName } from "../../sim/index.ts";
import { declaredStep } from "../catalogue/catalogue.ts";
import { itemAt } from "../client/json.ts";
import type { Op } from "../declare/step.ts";
import { nobody } from "../draw/symbols.ts";
import { isEqual, Untestable } from "../expect.ts";
import { askModel } from "./ask-model.ts";
import { requestOf, type Step } from "./scenario.ts";
import { type Expected, type RunSettings, Sides } from "./sides.ts";
import { compared, type LostOutcome, type LostRequest, type Turn } from "./turn.ts";

/** The first turn at which recorded answers and the model differ, by its index, and what the model answers there. */
interface Mismatch {
  readonly at: number;
  readonly expected: Expected;
  /** The rulings that the model asked for until then: other choices for any other change nothing. */
  readonly rulings: ReadonlySet<RulingName>;
}

/** The model after recorded answers of the target, or where they differ. */
function replayOnModel(turns: readonly Turn[], settings: RunSettings): Sides | Mismatch {
  const simulator = settings.oracle.fresh(settings.choices);
  const rulings = simulator.noteRulings();
  const run = new Sides(settings, simulator);
  /** Requests that got no answer and that the target carried out before a later turn, whose index it is. */
  const late: { readonly before: number; readonly carryOut: () => void }[] = [];
  for (const [i, { step, actual, sending, millis = 0, lost, differences }] of turns.entries()) {
    for (const { before, carryOut } of late) if (before === i) carryOut();
    if (sending) run.sending(sending);
    run.took(millis);
    const op = declaredStep(step.op);
    const asked = requestOf(op, step, run.ours);
    if (lost) {
      const { fate, makes, now } = lost;
      const note = run.lose(op, makes);
      const carryOut = () => note(run.ask(op, asked));
      if (fate === "done") carryOut();
      else if (fate !== "never") late.push({ before: fate, carryOut });
      if (now !== undefined) run.reach(now);
      continue;
    }
    const expected = run.ask(op, asked);
    if (compared(op, step, expected, actual, { ...run.lens, since: undefined }).length > 0 && differences === undefined)
      return { at: i, expected, rulings };
    run.note(op, step, expected, actual);
  }
  return run;
}

/** The model after recorded answers of the target; undefined where they differ. */
export function modelAfter(turns: readonly Turn[], settings: RunSettings): Sides | undefined {
  const end = replayOnModel(turns, settings);
  return end instanceof Sides ? end : undefined;
}

/** The outcomes of requests without an answer, by the indices of their turns. */
type LostOutcomes = ReadonlyMap<number, LostOutcome>;

/** The model, as far as all answers agree with it, under one hypothesis of what became of the requests without an answer. */
export interface Hypothesis {
  readonly sides: Sides;
  readonly settings: RunSettings;
  readonly outcomes: LostOutcomes;
}

/** The most accounts that are followed, and that are tried where none of these agrees any more. */
const most = { followed: 64, tried: 2000 } as const;

const tooMany = (): never => {
  throw new Untestable("too many requests got no answer to tell which of them were carried out");
};

/** Turns as an account has them. */
export const withOutcomes = (turns: readonly Turn[], outcomes: LostOutcomes): readonly Turn[] =>
  turns.map((turn, i) => (turn.lost ? { ...turn, lost: { ...turn.lost, fate: outcomes.get(i) ?? turn.lost.fate } } : turn));

/** Whether a request changes anything that others can see. A queue whose id nobody knows is nothing. */
const leavesTraces = ({ route, makes }: Op): boolean => !route.startsWith("GET ") && makes?.kind !== "queue";

/**
 * The hypotheses after a request without an answer: each of before, as far as the model carries the request out, with it and without it.
 * @param turns those before
 * @param expected what the model answers in each hypothesis
 */
export function branched(
  hypotheses: readonly Hypothesis[],
  turns: readonly Turn[],
  op: Op,
  expected: readonly Expected[],
  loss: LostRequest,
): Hypothesis[] {
  const all = hypotheses.flatMap((hypothesis, i) => {
    const { sides, settings, outcomes } = hypothesis;
    const answer = itemAt(expected, i);
    sides.lose(op, loss.makes)(answer);
    if (!leavesTraces(op) || answer.body.result !== "success") return [hypothesis];
    const without = modelAfter(withOutcomes(turns, outcomes), settings);
    if (!without) throw new Error("recorded answers agree no more with the model");
    without.lose(op, loss.makes);
    return [
      { ...hypothesis, outcomes: new Map(outcomes).set(turns.length, "done") },
      { sides: without, settings, outcomes: new Map(outcomes).set(turns.length, "never") },
    ];
  });
  if (all.length > most.followed) tooMany();
  if (loss.now !== undefined) for (const { sides } of all) sides.reach(loss.now);
  return all;
}

/** The indices of the turns whose request may or may not have been carried out. */
const openTurns = (turns: readonly Turn[], opOf: (turn: Turn) => Op): number[] =>
  turns.flatMap((turn, i) => (turn.lost && leavesTraces(opOf(turn)) ? [i] : []));

/** Every account in which each request was carried out at once or never. */
function* plainOutcomes(open: readonly number[]): Iterable<LostOutcomes> {
  if (2 ** open.length > most.tried) tooMany();
  for (let bits = 0; bits < 2 ** open.length; bits++) yield new Map(open.map((at, i) => [at, bits & (1 << i) ? "never" : "done"]));
}

/** Every account in which one request, for which nobody waited any longer, was carried out later. */
function* lateFates(turns: readonly Turn[], open: readonly number[]): Iterable<LostOutcomes> {
  const late = open.filter((at) => turns[at]?.lost?.noAnswer.isLate);
  for (const outcomes of plainOutcomes(open)) {
    for (const at of late.filter((one) => outcomes.get(one) === "never")) {
      for (let turn = at + 1; turn < turns.length; turn++) yield new Map(outcomes).set(at, turn);
    }
  }
}

/** Returns settings with one other choice on a point that the model came to. */
const furtherSettings = (settings: RunSettings, rulings: ReadonlySet<RulingName>): RunSettings[] =>
  settings.oracle
    .others(settings.choices)
    .filter((choice) => Object.keys(choice).some((name) => rulings.has(name as RulingName)))
    .map((choice) => ({ ...settings, choices: { ...settings.choices, ...choice } }));

/** Returns settings with the choices of running servers, as few of them as are needed for recorded answers; undefined where these don't do. */
function asRunning(turns: readonly Turn[], settings: RunSettings): RunSettings | undefined {
  let fewest: RunSettings = { ...settings, choices: { ...choicesOf("observed"), ...settings.choices } };
  if (!modelAfter(turns, fewest)) return undefined;
  for (const name of Object.keys(fewest.choices).filter((one) => !Object.hasOwn(settings.choices, one))) {
    const { [name as RulingName]: _, ...choices } = fewest.choices;
    const fewer = { ...fewest, choices };
    if (modelAfter(turns, fewer)) fewest = fewer;
  }
  return fewest;
}

/**
 * Returns settings in which the model agrees with recorded answers up to the turn at which it parted from them: with one other choice, with two
 * that both bear on that turn, or with those of running servers.
 */
function explaining(turns: readonly Turn[], settings: RunSettings, { expected, rulings }: Mismatch): RunSettings | undefined {
  const bearing: RunSettings[] = [];
  for (const one of furtherSettings(settings, rulings)) {
    const end = replayOnModel(turns, one);
    if (end instanceof Sides) return one;
    if (end.at === turns.length - 1 && !isEqual(end.expected.body, expected.body)) bearing.push(...furtherSettings(one, end.rulings));
  }
  return bearing.find((both) => modelAfter(turns, both)) ?? asRunning(turns, settings);
}

/** The model after recorded answers, with other choices on silent points where those explain a difference. */
function reconciled(turns: readonly Turn[], given: RunSettings): Omit<Hypothesis, "outcomes"> | undefined {
  let settings = given;
  let end = replayOnModel(turns, settings);
  while (!(end instanceof Sides)) {
    const other = explaining(turns.slice(0, end.at + 1), settings, end);
    if (!other) return undefined;
    settings = other;
    end = replayOnModel(turns, settings);
  }
  return { sides: end, settings };
}

/**
 * A hypothesis in which the model agrees with all recorded answers: under another account of what became of the requests without an answer
 * or, where there is settings to begin with, with other choices on silent points.
 */
export function explanation(
  turns: readonly Turn[],
  settings: RunSettings,
  beginning: RunSettings | undefined,
  opOf: (turn: Turn) => Op,
): Hypothesis | undefined {
  const open = openTurns(turns, opOf);
  let tries = 0;
  if (open.length > 0) {
    for (const accounts of [plainOutcomes(open), lateFates(turns, open)]) {
      for (const outcomes of accounts) {
        if (++tries > most.tried) tooMany();
        const sides = modelAfter(withOutcomes(turns, outcomes), settings);
        if (sides) return { sides, settings, outcomes };
      }
    }
  }
  if (!beginning) return undefined;
  for (const outcomes of plainOutcomes(open)) {
    const found = reconciled(withOutcomes(turns, outcomes), beginning);
    if (found) return { ...found, outcomes };
  }
  return undefined;
}

/** Values that mend many a field: left out, or the plainest of each type. */
const plain: readonly unknown[] = [
  undefined,
  "a",
  "newest",
  "start",
  "direct",
  "stream",
  0,
  1,
  true,
  [],
  { ref: "channel", of: "general" },
];

/** Returns what the model would answer to a step at this point. */
type WouldAnswer = (step: Step) => { readonly result: unknown; readonly code: unknown };

/** The model's answers to other requests than the one that was sent, each as if it had come in its place. */
function answers({ simulator, ours }: Sides, op: Op): WouldAnswer {
  const { cast } = simulator;
  return (step) => {
    const { body } = askModel(simulator.fork(), cast, op, requestOf(op, step, ours));
    return { result: body.result, code: body.code };
  };
}

/** A step with each of its fields mended in each plain way, but for one field. */
const mended = ({ fields, ...step }: Step, but?: string): (readonly [name: string, mended: Step])[] =>
  Object.keys(fields)
    .filter((name) => name !== but)
    .flatMap((name) =>
      plain.map((value) => {
        const { [name]: _, ...rest } = fields;
        return [name, { ...step, fields: value === undefined ? rest : { ...rest, [name]: value } }] as const;
      }),
    );

/**
 * Whether a request that both sides refuse has a fault for which the target's code stands, beside the one that the model tells: the
 * specification does not say which of two faults is told. It has where the model, with one fault mended, tells the other, and takes the
 * request with both mended; or where somebody who may do more is told the other.
 */
export function hasFaultOf(code: unknown, step: Step, op: Op, sides: Sides, { oracle }: RunSettings): boolean {
  return hasOtherFault(code, step, answers(sides, op), oracle);
}

/** The same for any model that can be asked. */
export function hasOtherFault(code: unknown, step: Step, answer: WouldAnswer, { facts }: RunSettings["oracle"]): boolean {
  const isOther = (other: Step): boolean => {
    const body = answer(other);
    return body.result === "error" && body.code === code;
  };
  const abler = step.as === nobody ? facts.active : [...facts.administrators, ...facts.owners];
  if (abler.some((as) => isOther({ ...step, as }))) return true;
  return mended(step).some(([name, once]) => isOther(once) && mended(once, name).some(([, twice]) => answer(twice).result === "success"));
}
