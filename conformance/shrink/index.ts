import { steps } from "../catalogue/catalogue.ts";
import { itemAt } from "../client/json.ts";
import type { Target } from "../client/target.ts";
import { atOf, indexAt, isProportional, type Made, madeOf, replaced, symbolsIn } from "../draw/symbols.ts";
import { type Played, play, type RunSettings, type Turn } from "../play/play.ts";
import { type Scenario, type Step, scenarioOf } from "../play/scenario.ts";
import { dropFields, simplify } from "./fields.ts";
import { type Replay, ShrinkSearch } from "./search.ts";

/** A step of a scenario that was played. */
export interface PlayedStep {
  readonly step: Step;
  readonly succeeded: boolean;
  /** The number of steps, from the first, of which its references count what they made. */
  readonly horizon: number;
}

const playedSteps = (turns: readonly Turn[]): PlayedStep[] =>
  turns.map(({ step, expected }, i) => ({ step, succeeded: expected.body.result === "success", horizon: i }));

/** The indices of the steps that made what a reference counts. */
function makersFor(all: readonly PlayedStep[], { horizon }: PlayedStep, kind: Made): number[] {
  const made = ({ step, succeeded }: PlayedStep): boolean => succeeded && steps.get(step.op)?.makes?.kind === kind;
  return all.slice(0, horizon).flatMap((one, i) => (made(one) ? [i] : []));
}

/** The steps that made what each step refers to. */
export const needsIn = (all: readonly PlayedStep[]): readonly ReadonlySet<number>[] =>
  all.map((one) => {
    const references = symbolsIn(one.step.fields).filter(isProportional);
    return new Set(
      references.flatMap(({ ref, at }) => {
        const makers = makersFor(all, one, madeOf(ref));
        return makers[indexAt(at, makers.length) ?? -1] ?? [];
      }),
    );
  });

export const needs = (turns: readonly Turn[]): readonly ReadonlySet<number>[] => needsIn(playedSteps(turns));

/** The steps kept and all that they refer to. */
export function closed(kept: ReadonlySet<number>, needed: readonly ReadonlySet<number>[]): number[] {
  const all = new Set(kept);
  for (let i = needed.length - 1; i >= 0; i--) if (all.has(i)) for (const maker of itemAt(needed, i)) all.add(maker);
  return [...all].sort((a, b) => a - b);
}

/** A step among those that are kept. References mean what they meant before. */
export function repointed(all: readonly PlayedStep[], one: PlayedStep, kept: readonly number[]): Step {
  const fields = replaced(one.step.fields, (symbol) => {
    if (!isProportional(symbol)) return symbol;
    const makers = makersFor(all, one, madeOf(symbol.ref));
    const index = indexAt(symbol.at, makers.length);
    if (index === undefined) return symbol;
    const left = makers.filter((maker) => kept.includes(maker));
    return { ...symbol, at: atOf(left.indexOf(itemAt(makers, index)), left.length) };
  });
  return { ...one.step, fields: fields as Step["fields"] };
}

/** A scenario of some of the steps. */
export function reduced(turns: readonly Turn[], kept: readonly number[]): Scenario {
  const all = playedSteps(turns);
  return scenarioOf(kept.map((i) => repointed(all, itemAt(all, i), kept)));
}

/** A search for a scenario of fewer steps: whether it has to end, the best so far as it was played, and what tries a candidate. */
interface StepsSearch {
  readonly spent: boolean;
  readonly played: { readonly turns: readonly Turn[] };
  try(candidate: Scenario): Promise<boolean>;
}

/** Candidates to try in turn: all but what the last step refers to, then without halves, quarters … of the steps. */
function* candidates(kept: readonly number[], needed: readonly ReadonlySet<number>[]): Iterable<number[]> {
  const last = itemAt(kept, -1);
  yield closed(new Set([last]), needed);
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = kept.length - 1; end > 0; end -= size) {
      const without = new Set(kept.slice(Math.max(0, end - size), end));
      yield closed(new Set(kept.filter((i) => !without.has(i))), needed);
    }
  }
}

/** Leaves out steps, never the last, until no candidate is taken any more. Returns whether any went. */
export async function dropSteps(search: StepsSearch): Promise<boolean> {
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

export type { Replay } from "./search.ts";

interface Shrunk {
  readonly scenario: Scenario;
  readonly played: Played;
  /** The number of times that the target was asked again. */
  readonly replays: number;
}

/** Shortens a scenario whose last step differs: a step may go only after a field that referred to what it made; values get simpler last. */
export async function shrink(first: Played, settings: RunSettings, replay: Replay, replays = 0): Promise<Shrunk> {
  const search = new ShrinkSearch(first, settings, replay);
  search.replays = replays;
  await dropSteps(search);
  while ((await dropFields(search)) && (await dropSteps(search)));
  await simplify(search);
  return { scenario: search.best, played: search.played, replays: search.replays };
}

/** A replay on a target of its own, under a suffix that nothing has used. */
export const replaying =
  (target: Target, settings: RunSettings, suffixes: () => string): Replay =>
  (scenario) =>
    play(target, scenario, { ...settings, suffix: settings.oracle.known ? "" : suffixes() });
