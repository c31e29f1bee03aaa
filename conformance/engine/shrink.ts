import type { Target } from "../client/target.ts";
import { atOf, indexAt, isProportional, type Made, madeOf, replaced, symbolsIn } from "../draw/symbols.ts";
import { steps } from "./catalogue.ts";
import type { Played, Scene, Turn } from "./play.ts";
import { foretold, play } from "./play.ts";
import type { Scenario, Step } from "./scenario.ts";

/** A run of a scenario on the target, in names that nothing has yet. */
export type Replay = (scenario: Scenario) => Promise<Played>;

export interface Shrunk {
  readonly scenario: Scenario;
  readonly played: Played;
  /** How often the target was asked again. */
  readonly replays: number;
}

const most = 30;

/** What a difference is, whatever ids and values stand in it: the kind of step and the first place. */
export function signature({ turns, differences }: Played): string | undefined {
  const [first] = differences;
  return first && `${turns.at(-1)!.step.op} ${first.path.replace(/\[\d+\]|\.\d+/g, "")}`;
}

/** The indices of the steps that made each kind of thing, as the model saw it. */
function makersIn(turns: readonly Turn[]): Record<Made, number[]> {
  const makers: Record<Made, number[]> = { message: [], group: [], folder: [], queue: [], device: [] };
  for (const [i, { step, expected }] of turns.entries()) {
    const makes = steps.get(step.op)?.makes;
    if (makes && expected.body.result === "success") makers[makes.kind].push(i);
  }
  return makers;
}

/** The steps that made what each step refers to. */
export function needs(turns: readonly Turn[]): readonly ReadonlySet<number>[] {
  const makers = makersIn(turns);
  return turns.map(({ step }, i) => {
    const needed = symbolsIn(step.fields)
      .filter(isProportional)
      .flatMap(({ ref, at }) => {
        const before = makers[madeOf(ref)].filter((maker) => maker < i);
        const index = indexAt(at, before.length);
        return index === undefined ? [] : [before[index]!];
      });
    return new Set(needed);
  });
}

/** The steps kept and all that they refer to. */
function closed(kept: ReadonlySet<number>, needed: readonly ReadonlySet<number>[]): number[] {
  const all = new Set(kept);
  for (let i = needed.length - 1; i >= 0; i--) if (all.has(i)) for (const maker of needed[i]!) all.add(maker);
  return [...all].sort((a, b) => a - b);
}

/** A scenario of some of the steps. References mean what they meant before. */
export function reduced(turns: readonly Turn[], kept: readonly number[]): Scenario {
  const makers = makersIn(turns);
  const left = new Set(kept);
  const pointed = (step: Step, i: number): Step => ({
    ...step,
    fields: replaced(step.fields, (symbol) => {
      if (!isProportional(symbol)) return symbol;
      const before = makers[madeOf(symbol.ref)].filter((maker) => maker < i);
      const index = indexAt(symbol.at, before.length);
      if (index === undefined) return symbol;
      const remaining = before.filter((maker) => left.has(maker));
      return { ...symbol, at: atOf(remaining.indexOf(before[index]!), remaining.length) };
    }) as Step["fields"],
  });
  return { format: "touchstone-scenario", version: 1, steps: kept.map((i) => pointed(turns[i]!.step, i)) };
}

const kindOfAnswer = ({ expected }: Turn): string => `${expected.body.result} ${expected.body.code ?? ""}`;

/** Candidates to try in turn: all but what the last step refers to, then without halves, quarters … of the steps. */
function* candidates(kept: readonly number[], needed: readonly ReadonlySet<number>[]): Iterable<number[]> {
  const last = kept.at(-1)!;
  yield closed(new Set([last]), needed);
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = kept.length - 1; end > 0; end -= size) {
      const without = new Set(kept.slice(Math.max(0, end - size), end));
      yield closed(new Set(kept.filter((i) => !without.has(i))), needed);
    }
  }
}

/** A scenario with some fields of one step left out. */
function withoutFields({ steps: all }: Scenario, at: number, names: readonly string[]): Scenario {
  const fields = Object.fromEntries(Object.entries(all[at]!.fields).filter(([name]) => !names.includes(name)));
  return { format: "touchstone-scenario", version: 1, steps: all.map((step, i) => (i === at ? { ...step, fields } : step)) };
}

/** Fields to leave out together: each for itself, then each two, since some require each other. */
function fieldsToDrop(fields: Step["fields"]): string[][] {
  const names = Object.keys(fields);
  return [...names.map((name) => [name]), ...names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other]))];
}

/** The search for the shortest scenario that shows a difference. */
class Search {
  best: Scenario;
  played: Played;
  replays = 0;
  readonly #scene: Scene;
  readonly #replay: Replay;
  readonly #wanted: string | undefined;
  readonly #answers: readonly string[];

  constructor(first: Played, scene: Scene, replay: Replay) {
    this.best = { format: "touchstone-scenario", version: 1, steps: first.turns.map(({ step }) => step) };
    this.played = first;
    this.#scene = scene;
    this.#replay = replay;
    this.#wanted = signature(first);
    this.#answers = first.turns.map(kindOfAnswer);
  }

  get spent(): boolean {
    return this.replays >= most;
  }

  /** Whether in the model the last step of a candidate is answered as it was; otherwise the target need not be asked. */
  #isPlausible(candidate: Scenario): boolean {
    return kindOfAnswer(foretold(candidate, this.#scene).at(-1)!) === this.#answers.at(-1);
  }

  /** Asks the target, if the model finds a candidate worth it. */
  async try(candidate: Scenario): Promise<boolean> {
    if (this.spent || !this.#isPlausible(candidate)) return false;
    this.replays++;
    const played = await this.#replay(candidate);
    const isSame = signature(played) === this.#wanted && played.turns.length === candidate.steps.length;
    if (isSame) [this.best, this.played] = [candidate, played];
    return isSame;
  }
}

/** Leaves out steps until no candidate shows the difference any more. Returns whether any went. */
async function dropSteps(search: Search): Promise<boolean> {
  let dropped = false;
  for (let smaller = true; smaller && !search.spent; ) {
    smaller = false;
    const { turns } = search.played;
    const needed = needs(turns);
    const all = turns.map((_, i) => i);
    for (const kept of candidates(all, needed)) {
      if (kept.length === all.length || !(await search.try(reduced(turns, kept)))) continue;
      smaller = dropped = true;
      break;
    }
  }
  return dropped;
}

/** Leaves out fields, of the last step first. Returns whether any went. */
async function dropFields(search: Search): Promise<boolean> {
  let dropped = false;
  for (let at = search.best.steps.length - 1; at >= 0; at--) {
    for (const names of fieldsToDrop(search.best.steps[at]!.fields)) {
      const isLeft = names.every((name) => Object.hasOwn(search.best.steps[at]!.fields, name));
      if (isLeft && (await search.try(withoutFields(search.best, at, names)))) dropped = true;
    }
  }
  return dropped;
}

/** Shortens a scenario whose last step differs: a step may go only after a field that referred to what it made. */
export async function shrink(first: Played, scene: Scene, replay: Replay, replays = 0): Promise<Shrunk> {
  const search = new Search(first, scene, replay);
  search.replays = replays;
  await dropSteps(search);
  while ((await dropFields(search)) && (await dropSteps(search)));
  return { scenario: search.best, played: search.played, replays: search.replays };
}

/** A replay on a target of its own, under a suffix that nothing has used. */
export const replaying =
  (target: Target, scene: Scene, suffixes: () => string): Replay =>
  (scenario) =>
    play(target, scenario, { ...scene, suffix: scene.oracle.known ? "" : suffixes() });
