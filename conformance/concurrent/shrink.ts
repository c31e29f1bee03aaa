import { declaredStep } from "../catalogue/catalogue.ts";
import { itemAt } from "../client/json.ts";
import { isEqual } from "../expect.ts";
import type { Side } from "../model/named-ids.ts";
import { modelAfter, type RunSettings, type Turn } from "../play/play.ts";
import { type ConcurrentScenario, requestOf, type Step } from "../play/scenario.ts";
import { Sides } from "../play/sides.ts";
import { closed, needsIn, type PlayedStep, repointed } from "../shrink/index.ts";
import { judge, type PlayedTogether } from "./play.ts";
import type { ConcurrentAnswers } from "./search.ts";
import { signatures } from "./words.ts";

/** A step with its place: in the beginning, in the list of an actor, or in the ending. */
interface Spot extends PlayedStep {
  readonly part: "beginning" | "ending" | number;
  readonly read: boolean;
}

/** Every step of a run that was sent, those of the beginning first, then those of the actors one after the other, then the ending. */
function spotsOf({ beginning, actors, ending }: ConcurrentAnswers): Spot[] {
  const parts: readonly (readonly [Spot["part"], readonly Pick<Turn, "step" | "actual">[]])[] = [
    ["beginning", beginning],
    ...actors.map((list, i) => [i, list] as const),
    ["ending", ending],
  ];
  return parts
    .flatMap(([part, list]) => list.map(({ step, actual }) => ({ part, step, succeeded: actual.body.result === "success" })))
    .map((spot, i) => ({
      ...spot,
      read: declaredStep(spot.step.op).route.startsWith("GET "),
      horizon: typeof spot.part === "number" ? beginning.length : i,
    }));
}

/** The scenario of some of the steps. References mean what they meant before; those to what is gone take what is needed with them. */
function reduced(spots: readonly Spot[], wanted: ReadonlySet<number>): ConcurrentScenario {
  const kept = closed(wanted, needsIn(spots));
  const all = kept.map((i) => itemAt(spots, i)).map((spot) => ({ part: spot.part, step: repointed(spots, spot, kept) }));
  const of = (part: Spot["part"]): Step[] => all.flatMap((one) => (one.part === part ? [one.step] : []));
  const actors = new Set(all.map(({ part }) => part).filter((part) => typeof part === "number"));
  return { format: "touchstone-concurrent", version: 1, beginning: of("beginning"), actors: [...actors].map(of), ending: of("ending") };
}

/** A run of a concurrent scenario on the target, in names that nothing has yet. */
export type ReplayTogether = (scenario: ConcurrentScenario) => Promise<PlayedTogether>;

/** The most times that the target is asked again: in all, and for one scenario, since whether a race shows is luck. */
export const most = { replays: 30, luck: 5 };

/** The search for the shortest concurrent scenario that shows a difference. */
export class Shrinking {
  scenario: ConcurrentScenario;
  /** The last run that showed the difference. */
  played: PlayedTogether;
  /** The number of times that the target was asked again. */
  replays = 0;
  /** The most runs in a row that it took to see the difference again. */
  #luck = 1;
  readonly #replay: ReplayTogether;
  readonly #wanted: ReadonlySet<string>;
  readonly #tried = new Set<string>();

  constructor(scenario: ConcurrentScenario, first: PlayedTogether, replay: ReplayTogether) {
    this.scenario = scenario;
    this.played = first;
    this.#replay = replay;
    this.#wanted = signatures(first);
  }

  /** Plays a scenario until it shows the difference, at most so many times. Returns whether it did. */
  async shows(scenario: ConcurrentScenario, times: number): Promise<boolean> {
    for (let i = 1; i <= times && this.replays < most.replays; i++) {
      this.replays++;
      const played = await this.#replay(scenario);
      if (![...signatures(played)].some((each) => this.#wanted.has(each))) continue;
      this.#luck = Math.max(this.#luck, i);
      [this.scenario, this.played] = [scenario, played];
      return true;
    }
    return false;
  }

  /** Makes the scenario as short as it gets: fewer steps, then fewer fields. */
  async run(): Promise<void> {
    for (let smaller = true; smaller; ) smaller = await this.#withFewerSteps();
    for (let smaller = true; smaller; ) smaller = await this.#withFewerFields();
  }

  async #try(candidate: ConcurrentScenario): Promise<boolean> {
    const key = JSON.stringify(candidate);
    if (this.#tried.has(key)) return false;
    this.#tried.add(key);
    return this.shows(candidate, Math.min(most.luck, this.#luck + 1));
  }

  async #withFewerSteps(): Promise<boolean> {
    const { recording } = this.played;
    const spots = spotsOf(recording);
    for (const kept of candidates(spots)) {
      const scenario = reduced(spots, kept);
      const length = scenario.beginning.length + scenario.actors.flat().length + scenario.ending.length;
      if (length === spots.length || this.#isExplained(spots, kept)) continue;
      if (await this.#try(scenario)) return true;
    }
    return false;
  }

  /** Whether the answers fit an order without some steps that only read: then these are what shows the difference. */
  #isExplained(spots: readonly Spot[], kept: ReadonlySet<number>): boolean {
    if (spots.some(({ read, part }, i) => !kept.has(i) && !read && part !== "beginning")) return false;
    const { recording, settings } = this.played;
    const left = without(recording, (i) => kept.has(i) || !spots[i]?.read);
    const start = modelAfter(left.beginning, settings);
    return start !== undefined && judge(start, left, settings, false).found !== undefined;
  }

  async #withFewerFields(): Promise<boolean> {
    const { settings } = this.played;
    const answers = answersTo(this.scenario, settings);
    const succeeds = (step: Step): boolean => answers.get(step) === "success";
    for (const candidate of withoutFields(this.scenario, succeeds)) {
      // In the model each step still has to succeed, or be refused, as it did.
      const same = isEqual([...answersTo(candidate, settings).values()], [...answers.values()]);
      if (same && (await this.#try(candidate))) return true;
    }
    return false;
  }
}

/** Returns what the model answers to each step, success or which refusal, one actor after the other. */
function answersTo({ beginning, actors, ending }: ConcurrentScenario, settings: RunSettings): ReadonlyMap<Step, unknown> {
  const run = new Sides(settings);
  const answers = new Map<Step, unknown>();
  const ask = (step: Step, side: Side): (() => void) => {
    const op = declaredStep(step.op);
    const expected = run.ask(op, requestOf(op, step, side));
    answers.set(step, expected.body.code ?? expected.body.result);
    return () => run.note(op, step, expected, expected);
  };
  for (const step of beginning) ask(step, run.ours)();
  const { ours } = run.fork();
  for (const note of actors.flat().map((step) => ask(step, ours))) note();
  for (const step of ending) ask(step, run.ours)();
  return answers;
}

/** A recording of some of its steps, counted as spots are. */
function without({ beginning, actors, ending }: ConcurrentAnswers, isKept: (i: number) => boolean): ConcurrentAnswers {
  let i = 0;
  const some = <T>(list: readonly T[]): T[] => list.filter(() => isKept(i++));
  return { beginning: some(beginning), actors: actors.map(some), ending: some(ending) };
}

/** Sets of steps to keep, to try in turn: what the actors sent and the last answer, without an actor, without each step. */
function* candidates(spots: readonly Spot[]): Iterable<ReadonlySet<number>> {
  const all = [...spots.keys()];
  const sent = all.filter((i) => typeof spots[i]?.part === "number");
  yield new Set([...sent, ...(spots.at(-1)?.part === "ending" ? all.slice(-1) : [])]);
  for (const actor of new Set(sent.map((i) => spots[i]?.part))) yield new Set(all.filter((i) => spots[i]?.part !== actor));
  for (const dropped of sent.toReversed()) yield new Set(all.filter((i) => i !== dropped));
  for (const dropped of all.toReversed()) if (!sent.includes(dropped)) yield new Set(all.filter((i) => i !== dropped));
}

/** The scenario without each field of each step in turn, those of the actors first. A field of the path stays, and so do all of what is refused. */
function* withoutFields(scenario: ConcurrentScenario, succeeds: (step: Step) => boolean): Iterable<ConcurrentScenario> {
  const { actors, ending, beginning } = scenario;
  const lists = [...actors, ending, beginning];
  for (const [l, list] of lists.entries()) {
    for (const [s, step] of list.entries()) {
      if (!succeeds(step)) continue;
      for (const name of Object.keys(step.fields)) {
        if (declaredStep(step.op).route.includes(`{${name}}`)) continue;
        const { [name]: _, ...fields } = step.fields;
        const changed = lists.with(l, list.with(s, { ...step, fields }));
        yield { ...scenario, actors: changed.slice(0, actors.length), ending: itemAt(changed, -2), beginning: itemAt(changed, -1) };
      }
    }
  }
}
