import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import { hostPattern, hostWords } from "../sim/adapters/hosts.ts";
import {
  choices,
  judgeRules,
  newestLevel,
  type RulingChoices,
  type RulingName,
  readInstant,
  realmNames,
  rulings,
  type Vary,
  variationNames,
} from "../sim/index.ts";
import { nearest } from "../sim/journal/near.ts";
import { jsonIn } from "./files.ts";
import { UsageError } from "./io.ts";

/** Returns those of some values that are given. */
export const defined = <T extends object>(values: T): { readonly [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T> as ReturnType<typeof defined<T>>;

/** Returns the level and the brand that are to count instead of those of a target. */
export const overrides = ({ level, brand }: { readonly level: "auto" | number; readonly brand: string }) => ({
  ...(level !== "auto" && { level }),
  ...(brand !== "auto" && { brand }),
});

/** Returns a seed to draw with. */
export const randomSeed = (): number => randomInt(2 ** 31 - 1);

/** The date of the machine, such as `2026-01-31`. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Returns a parser of integers within bounds. */
export const integerBetween =
  (low: number, high: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || value < low || value > high)
      throw new InvalidArgumentError(`an integer from ${low} to ${high} is accepted.`);
    return value;
  };

export const port = integerBetween(0, 65_535);
export const level = integerBetween(1, newestLevel);
export const seed = integerBetween(0, Number.MAX_SAFE_INTEGER);
export const bytes = integerBetween(0, Number.MAX_SAFE_INTEGER);
export const count = integerBetween(0, 1_000_000);
/** A level of the ladder. */
export const rung = integerBetween(0, 8);
export const positive = integerBetween(1, 1_000_000);

/** A share such as `80%` or `0.8`. */
export function share(text: string): number {
  const [, percents, plain] = /^(?:(\d{1,3}(?:\.\d+)?) ?%|(0|1|0?\.\d+|1\.0+))$/.exec(text) ?? [];
  const value = percents === undefined ? Number(plain) : Number(percents) / 100;
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError("a share such as 80% or 0.8 is accepted.");
  return value;
}

/** The requirement for exit code 0: a share of the clauses tried, a level of the ladder. */
export interface Requirement {
  readonly share?: number;
  readonly level?: number;
}

/** Collects a share, and `level=<n>`, given any number of times. */
export function requirement(text: string, former: Requirement = {}): Requirement {
  const [, level] = /^level=(.*)$/.exec(text) ?? [];
  try {
    return level === undefined ? { ...former, share: share(text) } : { ...former, level: rung(level) };
  } catch {
    throw new InvalidArgumentError("a share such as 80% or 0.8, or a level from level=0 to level=8, is accepted.");
  }
}

export function host(text: string): string {
  if (text === "") throw new InvalidArgumentError("an address such as 127.0.0.1 is accepted.");
  return text;
}

/** Collects names under which a control API may be reached, given any number of times. */
export function allowedHost(text: string, former: readonly string[] = []): readonly string[] {
  if (!hostPattern.test(text)) throw new InvalidArgumentError(`${hostWords} is accepted.`);
  return [...former, text];
}

export function brand(text: string): string {
  if (!/^[a-z]+$/.test(text)) throw new InvalidArgumentError("a word of lower-case letters is accepted.");
  return text;
}

/** The word `auto`, or what a parser takes. */
export const autoOr =
  <T>(parse: (text: string) => T) =>
  (text: string): "auto" | T => {
    if (text === "auto") return text;
    try {
      return parse(text);
    } catch (problem) {
      throw new InvalidArgumentError(`auto or ${(problem as Error).message}`);
    }
  };

const millisPerUnit: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

/** A duration such as 20s, 500ms or 2m, in milliseconds. */
export function duration(text: string): number {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(text) ?? [];
  const millis = millisPerUnit.get(unit);
  if (amount === undefined || millis === undefined) throw new InvalidArgumentError("a duration such as 20s, 500ms or 2m is accepted.");
  return Number(amount) * millis;
}

/** A duration to wait: at least a millisecond, and no longer than timers count. */
export function waiting(text: string): number {
  const millis = duration(text);
  if (millis < 1 || millis >= 2 ** 31) throw new InvalidArgumentError("a duration from 1ms to 596h is accepted.");
  return millis;
}

/** Collects the values of an option that may be given any number of times. */
export const repeated = (text: string, former: readonly string[] = []): readonly string[] => [...former, text];

/** `real`, or the instant at which the clock stands still, in milliseconds since 1970. */
export function clock(text: string): "real" | number {
  if (text === "real") return text;
  const instant = readInstant(text);
  if (instant === undefined) throw new InvalidArgumentError("real or an ISO 8601 instant such as 2026-01-01T12:00:00Z is accepted.");
  return instant;
}

/** A seed, which picks variations, or `<seed>:<name>,<name>`. */
export function vary(text: string): Vary {
  const [, number = "", names] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  const picked = seed(number);
  if (names === undefined) return picked;
  const only = names.split(",").map((name) => among(variationNames, name, "<seed> or <seed>:<name>,<name> is accepted"));
  return { seed: picked, only };
}

/** Returns the names to choose from, in words; before them those that are like what was given. */
function namesFor(given: string, names: readonly string[]): string {
  const near = nearest(given, names);
  const first = near.length === 0 ? "" : `near ${near.length === 1 ? "is" : "are"} ${near.join(", ")}; `;
  return `${first}the names are ${names.join(", ")}`;
}

/** Returns the one of some names that was given. @param accepts says what is accepted */
function among<T extends string>(names: readonly T[], given: string, accepts: string): T {
  const found = names.find((name) => name === given);
  if (found === undefined) throw new InvalidArgumentError(`${accepts}; ${namesFor(given, names)}.`);
  return found;
}

export type Rulings = Partial<RulingChoices>;

/** Collects `observed` or `text`, and `<name>=<choice>`, given any number of times and in any order. */
export function ruling(text: string, former: Rulings | undefined): Rulings {
  if (text === "observed") return { ...choices("observed"), ...former };
  if (text === "text") return { ...choices("default"), ...former };
  const [, name = "", choice = ""] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
  const named = among(Object.keys(rulings) as RulingName[], name, "observed, text or <name>=<choice> is accepted");
  const accepted: readonly string[] = rulings[named].choices;
  if (!accepted.includes(choice)) throw new InvalidArgumentError(`for ${name}, ${accepted.join(" or ")} is accepted.`);
  return { ...former, [name]: choice } as Rulings;
}

/** Collects `<name>=<choice>`, given any number of times. */
export function choice(text: string, former: Rulings | undefined): Rulings {
  if (!text.includes("=") && !Object.hasOwn(rulings, text))
    throw new InvalidArgumentError(`<name>=<choice> is accepted; ${namesFor(text, Object.keys(rulings))}.`);
  return ruling(text, former);
}

const namesOf = (kind: "silent" | "contradicted"): RulingName[] =>
  (Object.keys(rulings) as RulingName[]).filter((name) => rulings[name].kind === kind);

/** Collects names of points that the specification states and running servers decide otherwise; `observed` means all of them. */
export function accepted(text: string, former: readonly RulingName[] = []): readonly RulingName[] {
  const names = namesOf("contradicted");
  if (text === "observed") return names;
  const name = among(names, text, "observed or the name of a ruling is accepted");
  return former.includes(name) ? former : [...former, name];
}

/** Returns what collects some names of a kind. */
export const nameAmong =
  (kind: string, names: readonly string[]) =>
  (text: string, former: readonly string[] = []): readonly string[] => [...former, among(names, text, `the name of a ${kind} is accepted`)];

/** Collects names of the judge's rules. */
export const judgeRule = nameAmong(
  "rule",
  judgeRules.map(({ name }) => name),
);

/** Two levels such as `247..496`, the older one first. */
export function levelRange(text: string): readonly [oldest: number, newest: number] {
  const [, low, high] = /^(\d{1,4})\.\.(\d{1,4})$/.exec(text) ?? [];
  const [oldest, newest] = [Number(low), Number(high)];
  if (!(oldest >= 1 && oldest <= newest && newest <= newestLevel))
    throw new InvalidArgumentError(`two levels from 1 to ${newestLevel}, the older one first, such as 247..${newestLevel}, are accepted.`);
  return [oldest, newest];
}

/** Collects names of silent points; without a name, all of them. */
export function strict(text: string, former: boolean | readonly RulingName[] = []): readonly RulingName[] {
  const name = among(namesOf("silent"), text, "the name of a silent ruling is accepted, or none for all");
  return [...(typeof former === "boolean" ? [] : former), name];
}

/** The name of a realm that comes with the package, or the parsed content of a realm file. */
export function realm(nameOrFile: string): unknown {
  if (realmNames.includes(nameOrFile)) return nameOrFile;
  let text: string;
  try {
    text = readFileSync(nameOrFile, "utf8");
  } catch {
    throw new UsageError(
      `--realm ${nameOrFile}: no such realm and no readable file; accepted are ${realmNames.join(", ")} or the path of a realm file`,
    );
  }
  return jsonIn(text, `--realm ${nameOrFile}`);
}
