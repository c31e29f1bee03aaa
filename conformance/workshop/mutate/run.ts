import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { fnv1a } from "../../../sim/index.ts";
import type { Numbered } from "./copy.ts";
import { isOfEverySeed, type JudgedMutant, type MutantOutcome } from "./outcome.ts";
import { Pool } from "./pool.ts";
import { digestOf, listing, readEquivalent, readStored, renewed, type Stored, type Tried } from "./stored.ts";

export interface RunOptions {
  /** A part of the paths of the files whose mutants are tried. */
  readonly only?: string;
  /** One of so many parts, from 1. */
  readonly shard?: { readonly index: number; readonly count: number };
  /** So many mutants, spread by their names. */
  readonly sample?: number;
  readonly jobs: number;
  /** The seed of what is drawn. */
  readonly seed: number;
  /**
   * A file that keeps outcomes line by line: those of code that is as it was are taken from it, new ones added. Of another seed those are taken
   * that are the same whatever is drawn.
   */
  readonly outcomes: string;
  readonly onOutcome: (judged: JudgedMutant, done: number, of: number) => void;
}

/** The outcome of a run. */
export interface RunResult {
  readonly judged: readonly JudgedMutant[];
  /** Survivors, and mutants that nothing reaches, that are not in the file. */
  readonly news: readonly JudgedMutant[];
  /** The content of the file after this run: the outcomes of each file whose mutants all have one. */
  readonly stored: Stored;
}

const isUnnoticed = ({ verdict }: MutantOutcome): boolean => verdict === "survived" || verdict === "unreached";

interface Line extends MutantOutcome {
  readonly seed?: number;
  readonly source: string;
  readonly name: string;
}

/** Returns the outcomes that a file keeps, by digest and name. A line that an interruption cut is left out. */
function keptOutcomes(file: string, seed: number): Map<string, MutantOutcome> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, "utf8").split("\n");
  return new Map(
    lines.flatMap((text): [string, MutantOutcome][] => {
      if (!text.endsWith("}")) return [];
      const { source, name, seed: ofSeed = 1, ...outcome }: Line = JSON.parse(text);
      return ofSeed === seed || isOfEverySeed(outcome) ? [[`${source} ${name}`, outcome]] : [];
    }),
  );
}

/** Returns so many of some mutants, the same each time. */
export const sampled = (mutants: readonly Numbered[], count: number): Numbered[] =>
  mutants.toSorted((a, b) => fnv1a(a.name) - fnv1a(b.name) || a.id - b.id).slice(0, count);

/** Returns the mutants that count: those that behave as the simulator does are left out. */
export function counting(mutants: readonly Numbered[]): Numbered[] {
  const equivalent = new Set(readEquivalent().map(({ mutant }) => mutant));
  return mutants.filter(({ name }) => !equivalent.has(name));
}

function wanted(mutants: readonly Numbered[], { only, shard, sample }: RunOptions): Numbered[] {
  const named = mutants.filter(({ file }) => only === undefined || file.includes(only));
  const own = named.filter((_, i) => shard === undefined || i % shard.count === shard.index - 1);
  return sample === undefined ? own : sampled(own, sample);
}

/** Judges mutants of the simulator's code. */
export async function runMutants(options: RunOptions): Promise<RunResult> {
  const pool = await Pool.open(options.jobs, options.seed);
  try {
    const digests = new Map([...pool.sources].map(([file, text]) => [file, digestOf(text)]));
    const kept = keptOutcomes(options.outcomes, options.seed);
    const keyOf = ({ file, name }: Numbered): string => `${digests.get(file)} ${name}`;
    const mutants = counting(pool.catalogue.mutants);
    const all = wanted(mutants, options);
    const waiting = all.filter((mutant) => !kept.has(keyOf(mutant)));
    const byId = new Map(waiting.map((mutant) => [mutant.id, mutant]));
    let done = all.length - waiting.length;
    await pool.judge(waiting, ({ id }, outcome) => {
      const mutant = byId.get(id);
      if (!mutant) return;
      const { file, name } = mutant;
      kept.set(keyOf(mutant), outcome);
      appendFileSync(options.outcomes, `${JSON.stringify({ source: digests.get(file), name, seed: options.seed, ...outcome })}\n`);
      options.onOutcome({ mutant, outcome }, ++done, all.length);
    });
    const outcomes = (some: readonly Numbered[]): JudgedMutant[] =>
      some.flatMap((mutant) => {
        const outcome = kept.get(keyOf(mutant));
        return outcome ? [{ mutant, outcome }] : [];
      });
    const judged = outcomes(all);
    const stored = readStored();
    const isListed = listing(stored);
    const news = judged.filter(({ mutant, outcome }) => isUnnoticed(outcome) && !isListed(mutant.name));
    return { judged, news, stored: renewed(stored, whole(mutants, judged, outcomes, pool.sources), pool.sources) };
  } finally {
    pool.close();
  }
}

/** Returns the files of a run whose mutants all have an outcome, with these. */
function whole(
  mutants: readonly Numbered[],
  judged: readonly JudgedMutant[],
  outcomes: (some: readonly Numbered[]) => JudgedMutant[],
  sources: ReadonlyMap<string, string>,
): Tried {
  const run = [...new Set(judged.map(({ mutant }) => mutant.file))];
  return new Map(
    run.flatMap((file) => {
      const own = mutants.filter((mutant) => mutant.file === file);
      const known = outcomes(own);
      return known.length === own.length ? [[file, { source: sources.get(file) ?? "", judged: known }] as const] : [];
    }),
  );
}
