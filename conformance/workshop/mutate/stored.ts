import { readFileSync, writeFileSync } from "node:fs";
import { sha256Hex } from "../../../sim/index.ts";
import { folders } from "./copy.ts";
import { isCostly, type JudgedMutant, type MutantOutcome, noticedBy } from "./outcome.ts";

/** The score of the last whole run of a file. */
export interface FileScore {
  /** The beginning of its digest then. */
  readonly source: string;
  readonly noticed: number;
  /** The number of its mutants that some unit reaches; those that are allowed do not count. */
  readonly reached: number;
  readonly all: number;
}

/** The mutants that the suite did not notice when they were last tried. */
export interface Stored {
  /** Noticed, reached and all mutants by folder. */
  readonly score: Readonly<Record<string, readonly [number, number, number]>>;
  readonly files: Readonly<Record<string, FileScore>>;
  /** The names of the units that noticed the mutants of a file. */
  readonly units: Readonly<Record<string, readonly string[]>>;
  /** Mutants that no unit reaches: a file, a file and what is declared in it, or one mutant. */
  readonly unreached: readonly string[];
  /** Mutants that are noticed by drawn values alone, or because they run without end. */
  readonly costly: readonly string[];
  /** Mutants that only decide a silent point otherwise. */
  readonly allowed: readonly string[];
  readonly survivors: readonly string[];
}

const survivorsFile = new URL("survivors.json", import.meta.url);

export const digestOf = (text: string): string => sha256Hex(text).slice(0, 12);

export const readStored = (): Stored => JSON.parse(readFileSync(survivorsFile, "utf8"));

/** Mutants that behave as the simulator does, with reasons. */
export const readEquivalent = (): readonly { readonly mutant: string; readonly reason: string }[] =>
  JSON.parse(readFileSync(new URL("equivalent.json", import.meta.url), "utf8"));

const separator = " | ";

/** The entries that may speak of a mutant: its file, what is declared there, itself. */
function entriesOf(name: string): readonly string[] {
  const [file = "", within = ""] = name.split(separator);
  return [file, `${file}${separator}${within}`, name];
}

/** Returns what says whether a mutant was listed as one that is not noticed. */
export function listing({ survivors, allowed, unreached }: Pick<Stored, "survivors" | "allowed" | "unreached">): (name: string) => boolean {
  const listed = new Set([...survivors, ...allowed]);
  const groups = new Set(unreached);
  return (name) => listed.has(name) || entriesOf(name).some((entry) => groups.has(entry));
}

/** Returns entries that stand for all unreached mutants, as few as can be. */
function grouped(names: readonly string[], unreached: ReadonlySet<string>): string[] {
  const reached = new Set(names.filter((name) => !unreached.has(name)).flatMap(entriesOf));
  return [...new Set([...unreached].map((name) => entriesOf(name).find((entry) => !reached.has(entry)) ?? name))];
}

/** Units that a file's mutants were noticed by, those that noticed most first. */
function unitsIn(judged: readonly JudgedMutant[]): string[] {
  const count = new Map<string, number>();
  for (const { outcome } of judged) {
    const { by } = outcome;
    if (outcome.verdict === "noticed" && by !== undefined && !isCostly(outcome) && by !== noticedBy.loading)
      count.set(by, (count.get(by) ?? 0) + 1);
  }
  return [...count].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([by]) => by);
}

/** By file: its code when its mutants were tried, and what came of them. */
export type Tried = ReadonlyMap<string, { readonly source: string; readonly judged: readonly JudgedMutant[] }>;

const ofFile = (name: string): string => name.split(separator)[0] ?? "";

function scoreOf(files: Stored["files"]): Stored["score"] {
  const sum = (folder: string, of: "noticed" | "reached" | "all"): number =>
    Object.entries(files).reduce((total, [file, score]) => (file.startsWith(`sim/${folder}/`) ? total + score[of] : total), 0);
  return Object.fromEntries(folders.map((folder) => [folder, [sum(folder, "noticed"), sum(folder, "reached"), sum(folder, "all")]]));
}

/** Returns what is stored with the outcomes of some files in the place of the earlier ones. @param sources all files that there are */
export function renewed(stored: Stored, tried: Tried, sources: ReadonlyMap<string, string>): Stored {
  const isKept = (name: string): boolean => sources.has(ofFile(name)) && !tried.has(ofFile(name));
  const all = [...tried.values()].flatMap(({ judged }) => judged);
  const names = all.map(({ mutant }) => mutant.name);
  const those = (which: (outcome: MutantOutcome) => boolean): string[] =>
    all.filter(({ outcome }) => which(outcome)).map(({ mutant }) => mutant.name);
  const came = (verdict: MutantOutcome["verdict"]): string[] => those((outcome) => outcome.verdict === verdict);
  const merged = (before: readonly string[], now: readonly string[]): string[] => [...before.filter(isKept), ...now].sort();
  const scores = [...tried].map(([file, { source, judged }]) => {
    const count = (verdict: MutantOutcome["verdict"]): number => judged.filter(({ outcome }) => outcome.verdict === verdict).length;
    const all = judged.length - count("allowed");
    const score = { source: digestOf(source), noticed: count("noticed"), reached: all - count("unreached"), all };
    return [file, score] as const;
  });
  const sorted = <T>(before: Readonly<Record<string, T>>, now: readonly (readonly [string, T])[]): Record<string, T> =>
    Object.fromEntries([...Object.entries(before).filter(([file]) => isKept(file)), ...now].sort(([a], [b]) => (a < b ? -1 : 1)));
  const files = sorted(stored.files, scores);
  return {
    score: scoreOf(files),
    files,
    units: sorted(
      stored.units,
      [...tried].map(([file, { judged }]) => [file, unitsIn(judged)] as const),
    ),
    unreached: merged(stored.unreached, grouped(names, new Set(came("unreached")))),
    costly: merged(stored.costly, those(isCostly)),
    allowed: merged(stored.allowed, came("allowed")),
    survivors: merged(stored.survivors, came("survived")),
  };
}

/** Writes one entry a line, so that a change of one shows as one line. */
export function writeStored(stored: Stored): void {
  const line = (value: unknown): string => JSON.stringify(value);
  const part = (value: object): string =>
    Array.isArray(value)
      ? `[\n${value.map(line).join(",\n")}\n]`
      : `{\n${Object.entries(value)
          .map(([key, one]) => `${line(key)}: ${line(one)}`)
          .join(",\n")}\n}`;
  const parts = Object.entries(stored).map(([key, value]) => `${line(key)}: ${part(value)}`);
  writeFileSync(survivorsFile, `{\n${parts.join(",\n")}\n}\n`);
}
