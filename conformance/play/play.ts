import { declaredStep } from "../catalogue/catalogue.ts";
import { isObject, itemAt, jsonText, typeOf } from "../client/json.ts";
import type { Reply, Target } from "../client/target.ts";
import { passOver, unanswered } from "../client/thrown.ts";
import { beyondLimits, unstatedIn } from "../client/unstated.ts";
import type { Difference, Lens } from "../compare/values.ts";
import type { Op } from "../declare/step.ts";
import { symbolsIn } from "../draw/symbols.ts";
import { isEqual, NoAnswer } from "../expect.ts";
import { instantOf } from "../model/wire-request.ts";
import { askTarget, type Expectation } from "./ask-target.ts";
import { branched, explanation, type Hypothesis, hasFaultOf, modelAfter, withOutcomes } from "./hypotheses.ts";
import { isLeftOpen } from "./open-points.ts";
import { requestOf, type Scenario, type Step } from "./scenario.ts";
import { type Expected, type RunSettings, type SentAt, Sides } from "./sides.ts";
import { compared, countsOf, goesOn, type Turn } from "./turn.ts";

export { compared, countsOf, modelAfter, type RunSettings, type Turn };

/** A scenario as it went, up to its end, or to the first write that one side alone carried out. */
export interface Played {
  readonly turns: readonly Turn[];
  /** Differences in the answers to the last step. */
  readonly differences: readonly Difference[];
  /** Every step at which the answers differ, by its index. */
  readonly found: ReadonlyMap<number, readonly Difference[]>;
  /** Every step at which the answers differ unless the target chooses on a silent point as the settings say, by its index. */
  readonly explained: ReadonlyMap<number, readonly Difference[]>;
  /** The step whose answer decides a point, by the point. */
  readonly decided: ReadonlyMap<string, number>;
  /** The settings, with the instant at which it began. */
  readonly settings: RunSettings;
}

const none: readonly Difference[] = [];

/** Returns a run as if it had ended with one of its steps. */
export function upTo(played: Played, at: number): Played {
  const found = new Map([...played.found].filter(([index]) => index <= at));
  return { ...played, turns: played.turns.slice(0, at + 1), differences: found.get(at) ?? none, found };
}

/** Whether a text is as long as a bound of the server, of which the model has another one. */
const hasLongText = (fields: Step["fields"]): boolean => symbolsIn(fields).some(({ ref }) => ref === "long");

/** Whether a narrow asks for what messages have: a link to a channel, say, which one server renders as a link and another does not. */
const asksForParts = (narrow: unknown): boolean =>
  Array.isArray(narrow) && narrow.some((term) => isObject(term) && term.operator === "has");

/**
 * Whether no sentence says what a step does, so that a target that is not held to more need not do it: events are shown nowhere, nor are all narrows,
 * and bounds are each server's own.
 */
const isUnstated = (op: Op, { fields }: Step, { observed }: Lens): boolean =>
  !observed &&
  (op.route === "GET /events" || unstatedIn(fields.narrow) !== undefined || asksForParts(fields.narrow) || hasLongText(fields));

/** Whether one side refuses what the other takes, where properties alone say which sentence lets a server do neither. */
const isOneRefused = ({ body: ours }: Expected, { body: theirs }: Reply, { observed }: Lens): boolean =>
  !observed && ours.result !== theirs.result && (theirs.result === "success" || theirs.result === "error");

/** Whether the model refuses what no sentence says of: the form of a registration. */
const isUnstatedRefusal = ({ route }: Op, expected: Expected, { observed }: Lens): boolean =>
  !observed && route === "POST /register" && expected.body.result === "error";

/** Returns the field of an answer that differs, and how: by its type, or by its value in what says how a request came out. */
function kindOf({ route }: Op, { path, expected, actual }: Difference): string {
  const plain = path.replaceAll(/\[[^\]]*\]|\.\d+(?=\.|$)/g, "[]");
  const kind = (value: unknown): string => (/^(result|code|msg)$/.test(plain) ? jsonText(value) : typeOf(value));
  return [route, plain, kind(expected), kind(actual)].join("\n");
}

/** A turn before its answer. */
type UnansweredTurn = Pick<Turn, "step" | "asked" | "sent" | "counts" | "sending">;

/** A run of a scenario on the target, beside the model: beside several where requests without an answer may have been carried out or not. */
class Run {
  readonly #target: Target;
  #start: RunSettings;
  readonly #explains: boolean;
  readonly #turns: Turn[] = [];
  /** The kinds of differences that no choice has explained. */
  readonly #unexplained: Set<string>;
  readonly #explained = new Map<number, readonly Difference[]>();
  readonly #decided = new Map<string, number>();
  /** Never empty. */
  #hypotheses: readonly Hypothesis[];

  constructor(target: Target, settings: RunSettings, explains: boolean) {
    this.#target = target;
    this.#start = settings;
    this.#explains = explains;
    this.#unexplained = settings.unexplained ?? new Set();
    this.#hypotheses = [{ sides: new Sides(settings), settings, outcomes: new Map() }];
  }

  get #first(): Hypothesis {
    return itemAt(this.#hypotheses, 0);
  }

  get played(): Played {
    const { settings, outcomes } = this.#first;
    const turns = withOutcomes(this.#turns, outcomes);
    const found = new Map(turns.flatMap(({ differences }, i) => (differences ? [[i, differences] as const] : [])));
    return { turns, differences: turns.at(-1)?.differences ?? none, found, explained: this.#explained, decided: this.#decided, settings };
  }

  /** When a request is sent that is sent now; undefined where the model has no other clock. */
  #sending(): SentAt | undefined {
    const { now, began, drift = 0 } = this.#start;
    if (now === undefined || began === undefined) return undefined;
    const sentAt = performance.now();
    return { at: Math.floor(now + sentAt - began + 1000 * drift), sentAt };
  }

  /** Does a step on all sides, unless it refers to something of which no answer has told the id. Returns whether the run can go on. */
  async take(step: Step): Promise<boolean> {
    const op = declaredStep(step.op);
    const hypotheses = this.#hypotheses;
    const { sides } = this.#first;
    if (!hypotheses.every((hypothesis) => hypothesis.sides.canName(step))) return true;
    const asked = requestOf(op, step, sides.ours);
    const sent = sides.aligned ? asked : requestOf(op, step, sides.theirs);
    if (isUnstated(op, step, sides.lens)) return true;
    const { observed, limits } = this.#start.oracle.facts;
    if (!observed && beyondLimits(sent.path, sent.fields, limits) !== undefined) return true;
    if (hypotheses.length > 1 && !hypotheses.every((hypothesis) => isEqual(requestOf(op, step, hypothesis.sides.theirs), sent)))
      return true;
    const sending = this.#sending();
    const expectations = hypotheses.map(({ sides }, i) => {
      const { ours, lens } = sides;
      if (sending) sides.sending(sending);
      const expected = sides.ask(op, i === 0 ? asked : requestOf(op, step, ours));
      return { expected, lens };
    });
    if (expectations.some(({ expected, lens }) => isUnstatedRefusal(op, expected, lens))) return true;
    const turn = { step, asked, sent, counts: countsOf(sides.ours), sending };
    try {
      const actual = await askTarget(this.#target, op, step, sent, expectations);
      const millis = sending ? performance.now() - sending.sentAt : 0;
      for (const { sides } of hypotheses) sides.took(millis);
      return await this.#judged(op, { ...turn, millis }, expectations, actual);
    } catch (thrown) {
      if (!(thrown instanceof NoAnswer)) throw thrown;
      await this.#lose(op, turn, expectations, thrown);
      return true;
    }
  }

  /** Goes on with the hypotheses in which the model agrees with an answer, or with the first. Returns whether the run can go on. */
  async #judged(
    op: Op,
    turn: UnansweredTurn & Pick<Turn, "millis">,
    expectations: readonly Expectation[],
    actual: Reply,
  ): Promise<boolean> {
    const { step } = turn;
    const left = expectations.find(
      ({ expected, lens }) => !lens.known && (isLeftOpen({ step, expected }, actual, this.#turns) || isOneRefused(expected, actual, lens)),
    );
    if (left) {
      // One side alone has done it, and may: what follows cannot be compared.
      this.#turns.push({ ...turn, expected: left.expected, actual });
      return false;
    }
    const agreeing: Hypothesis[] = [];
    let [expected, differences] = [itemAt(expectations, 0).expected, none];
    for (const [i, hypothesis] of this.#hypotheses.entries()) {
      const its = itemAt(expectations, i);
      const found = compared(op, step, its.expected, actual, its.lens);
      if (found.length > 0 && !this.#tellsOtherFault(op, step, hypothesis, found)) {
        if (differences === none) differences = found;
        continue;
      }
      hypothesis.sides.note(op, step, its.expected, actual);
      if (agreeing.push(hypothesis) === 1) expected = its.expected;
    }
    this.#turns.push({ ...turn, expected, actual });
    if (agreeing.length === 0 && (await this.#hasGoneOn(op, turn, expectations))) return true;
    if (agreeing.length === 0) return this.#isExplained(op, differences) || this.#notes(op, { ...turn, expected, actual, differences });
    this.#hypotheses = agreeing;
    return true;
  }

  /** Whether a target of its own tells another fault of a request than the model does. */
  #tellsOtherFault(op: Op, step: Step, { sides, settings }: Hypothesis, [first, ...more]: readonly Difference[]): boolean {
    if (sides.lens.known || first?.path !== "code" || first.expected === undefined || more.length > 0) return false;
    return hasFaultOf(first.actual, step, op, sides, settings);
  }

  /** Notes that the answers differ. Returns whether the run can go on. */
  #notes(op: Op, turn: Turn): boolean {
    this.#turns[this.#turns.length - 1] = turn;
    if (!goesOn(op, turn)) return false;
    const hypothesis = this.#first;
    hypothesis.sides.note(op, turn.step, turn.expected, turn.actual);
    this.#hypotheses = [hypothesis];
    return true;
  }

  /**
   * Whether the target's clock went on by more or less than was waited, so that the last answer says nothing against it: only its instants are later, or
   * it is as good as lost, and the model's clock follows.
   */
  async #hasGoneOn(op: Op, turn: UnansweredTurn, expectations: readonly Expectation[]): Promise<boolean> {
    const now = await this.#now();
    const { sides } = this.#first;
    if (now === undefined) return false;
    const behind = sides.behind(now);
    // A clock that stands still falls behind the model's.
    if ((this.#start.oracle.hasOwnClock ? Math.abs(behind) : behind) <= sides.lens.tolerance) return false;
    const seconds = Math.ceil(Math.abs(behind));
    // A model whose clock follows is behind by what came since it was last set.
    const drift = (this.#start.oracle.hasOwnClock ? (this.#start.drift ?? 0) : 0) + behind;
    this.#start = { ...this.#start, drift };
    for (const { settings, outcomes } of this.#hypotheses) {
      const wider = { ...settings, drift };
      const sides = modelAfter(withOutcomes(this.#turns, outcomes), wider);
      if (!sides) continue;
      this.#hypotheses = [{ sides, settings: wider, outcomes }];
      return true;
    }
    this.#turns.pop();
    this.#hypotheses = this.#hypotheses.map((hypothesis) => ({ ...hypothesis, settings: { ...hypothesis.settings, drift } }));
    const why = ` that could be compared: the server's clock went on by ${seconds} s ${behind > 0 ? "more" : "less"} than was waited`;
    await this.#lose(op, turn, expectations, new NoAnswer(turn.sent.method, turn.sent.path, why, true), true);
    return true;
  }

  /**
   * Looks for what explains all answers where no hypothesis does any more. What nothing has explained before is not looked for again: each look plays
   * the scenario once for every choice, and a mistake in each message shows in every other answer.
   */
  #isExplained(op: Op, differences: readonly Difference[]): boolean {
    const kinds = differences.map((difference) => kindOf(op, difference));
    if (!this.#turns.some(({ lost }) => lost) && kinds.every((kind) => this.#unexplained.has(kind))) return false;
    const isExplained = this.#isReconciled();
    if (isExplained) this.#explained.set(this.#turns.length - 1, differences);
    else for (const kind of kinds) this.#unexplained.add(kind);
    return isExplained;
  }

  #isReconciled(): boolean {
    const { settings } = this.#first;
    // Choices that explained an answer under an account that is wrong are not to stay.
    const beginning = this.#turns.some(({ lost }) => lost) ? this.#start : settings;
    const hypothesis = explanation(this.#turns, settings, this.#explains ? beginning : undefined, ({ step }) => declaredStep(step.op));
    if (!hypothesis) return false;
    const before: Readonly<Record<string, string>> = settings.choices;
    for (const [name, choice] of Object.entries(hypothesis.settings.choices))
      if (before[name] !== choice) this.#decided.set(name, this.#turns.length - 1);
    this.#hypotheses = [hypothesis];
    return true;
  }

  async #lose(op: Op, turn: UnansweredTurn, expectations: readonly Expectation[], noAnswer: NoAnswer, isOutOfStep = false): Promise<void> {
    const expected = expectations.map((each) => each.expected);
    const made = expected.find(({ body }) => body.result === "success");
    const now = noAnswer.isLate ? await this.#now() : undefined;
    const lost = { noAnswer, makes: made !== undefined, now, fate: "done", isOutOfStep } as const;
    this.#hypotheses = branched(this.#hypotheses, this.#turns, op, expected, lost);
    this.#turns.push({ ...turn, expected: made ?? itemAt(expected, 0), actual: noAnswer.failure ?? unanswered, lost });
  }

  /** The target's time, where the model's clock is another one and the target tells it. */
  async #now(): Promise<number | undefined> {
    const { known, facts } = this.#start.oracle;
    if (known) return undefined;
    return instantOf(this.#target, facts.active).catch(passOver);
  }
}

/**
 * Returns the time on a target when a scenario begins, reckoned from when a run before asked, where the target has several runs. What is played again
 * asks: it differed, and a clock that has jumped since may be why.
 */
function beginningOf(target: Target, { oracle: { facts }, now }: RunSettings): Promise<number> {
  const ask = () => instantOf(target, facts.active);
  return (now === undefined ? target.instant?.(ask) : undefined) ?? ask();
}

/** Plays a scenario as `play` does, on a target that goes on afterwards. */
export async function playOn(target: Target, scenario: Scenario, given: RunSettings, explains = false): Promise<Played> {
  const { oracle } = given;
  const settings = oracle.known ? given : { ...given, now: await beginningOf(target, given), began: performance.now(), drift: 0 };
  const run = new Run(target, settings, explains);
  for (const step of scenario.steps) if (!(await run.take(step))) break;
  return run.played;
}

/**
 * Plays a scenario on the model and, in a run of its own, on the target side by side, until one side alone carries a write out.
 * @param explains whether it goes on under another choice on a silent point where that explains a difference
 * @throws Untestable: too many requests got no answer
 */
export async function play(target: Target, scenario: Scenario, given: RunSettings, explains = false): Promise<Played> {
  const own = target.isolated("scenarios", given.address);
  return playOn(own, scenario, given, explains).finally(() => own.close());
}

/** Returns what the model alone answers to each step of a scenario. */
export function playedOnModel(scenario: Scenario, settings: RunSettings): readonly Turn[] {
  const run = new Sides(settings);
  return scenario.steps.map((step) => {
    const op = declaredStep(step.op);
    const asked = requestOf(op, step, run.ours);
    const expected = run.ask(op, asked);
    const counts = countsOf(run.ours);
    run.note(op, step, expected, expected);
    return { step, asked, sent: asked, expected, actual: { headers: {}, ...expected, body: expected.body }, counts };
  });
}
