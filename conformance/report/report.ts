import type { Finding } from "../../sim/index.ts";
import type { Seen } from "../client/seen.ts";
import type { Signature } from "../engine/causes/signature.ts";
import type { ConcurrentScenario } from "../engine/concurrent/scenario.ts";
import type { Scenario } from "../engine/scenario.ts";
import type { Power } from "../power/index.ts";
import type { Cause } from "./causes.ts";

/** What can come of a property or a comparison. What differs once and not again is unsteady: nothing is known of it. */
export const allVerdicts = ["agrees", "differs", "silent", "unsteady", "untestable"] as const;
export type Verdict = (typeof allVerdicts)[number];

/** What came of one property: the worst of its runs. */
export interface PropertyResult {
  /** File stem and name, such as `user_topics.post/emptyTopic`. */
  readonly address: string;
  readonly clauses: readonly string[];
  readonly verdict: Verdict;
  /** Why it differs or cannot be tested. */
  readonly reason?: string;
  /** What was said in the run that differs. */
  readonly seen?: readonly Seen[];
  /** The plainest values found that show it. */
  readonly given?: unknown;
  /** Where these stand among what the seed draws. */
  readonly path?: string;
  /** How many runs there were, up to the first that differs. */
  readonly runs?: number;
  /** Where it is unsteady: what came when it was run again. */
  readonly again?: string;
  /** What differs; or, of an untestable property, what differs in the request that was to prepare it. */
  readonly causes?: readonly Signature[];
  /** The suite's own code failed: nothing is known of the target. */
  readonly isCrash?: true;
}

/** A part of a run that ended with an error: of the suite's own code, or since the target could not be asked any more. */
export interface Failure {
  /** Address of a property or scenario, or what else failed, such as `the model`. */
  readonly part: string;
  readonly reason: string;
}

/** One exchange of a scenario, on both sides. */
export interface Paired {
  /** The step as a sentence. */
  readonly told: string;
  readonly expected: Seen;
  readonly actual: Seen;
}

/** A place at which two answers differ. */
export interface DifferingPlace {
  readonly path: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** What came of one scenario. */
export interface ScenarioResult {
  /** `scenario/<index>`, `cover/<index>` for one of the covering set, or `concurrent/<index>` for one that several actors send at the same time. */
  readonly address: string;
  readonly verdict: Verdict;
  /** The clauses that the step that differs is about. */
  readonly clauses: readonly string[];
  /** Where the answers differ and how, one line for each place; or why it cannot be tested. */
  readonly reason?: string;
  /** The shortest scenario that shows it. */
  readonly scenario?: Scenario;
  /** The same of a concurrent one. */
  readonly concurrent?: ConcurrentScenario;
  readonly pairs?: readonly Paired[];
  /** Where the last of these answers differ, after ids and times are matched: what was expected there, and what came. Absent is nothing. */
  readonly places?: readonly DifferingPlace[];
  /** Its steps as sentences, each with what was answered, where the run was asked to show them. */
  readonly shown?: readonly string[];
  /** How many exchanges were compared with those of the model, up to the first that differs. */
  readonly exchanges?: number;
  /** How many of these agree. */
  readonly exchangesAgree?: number;
  /** How many times the target was asked again to make it shorter. */
  readonly replays?: number;
  /** Where it is unsteady: what came when it was played again. */
  readonly again?: string;
  /** What differs in the last answer, each once. */
  readonly causes?: readonly Signature[];
  /** What differs in the answers before the last. */
  readonly before?: readonly Signature[];
  /** What else differs in it, each with the shortest scenario that shows it. */
  readonly others?: readonly ScenarioResult[];
  /** The suite's own code failed: nothing is known of the target. */
  readonly isCrash?: true;
}

export interface Summary {
  readonly expected: number;
  readonly run: number;
  readonly agrees: number;
  readonly differs: number;
  readonly silent: number;
  readonly unsteady: number;
  readonly untestable: number;
  /** How many runs the properties had in all: on their examples and on drawn values. */
  readonly tries: number;
  /** How many exchanges of scenarios were compared with those of the model. */
  readonly exchanges: number;
  /** How many of these agree. */
  readonly exchangesAgree: number;
}

/** What a check found. It holds no credentials, no durations and no instants, so that equal seeds give equal reports. */
export interface Report {
  readonly format: "touchstone-report";
  readonly version: 1;
  readonly target: { readonly kind: "embedded" | "live"; readonly url: string; readonly level: number; readonly brand: string };
  readonly seed: number;
  readonly shard: string | null;
  /** Whether patterns left out a part of the suite. */
  readonly partial: boolean;
  /** What differs, each mistake once: that first which the most results show or wait for. */
  readonly causes: readonly Cause[];
  readonly properties: readonly PropertyResult[];
  readonly scenarios: readonly ScenarioResult[];
  /** How many requests the covering set has, of those scenarios of it that the run chose, and how many of them the target allows. */
  readonly cover?: { readonly steps: number; readonly allowed: number };
  /** The choices that the target was seen to make where the specification is silent. */
  readonly choices: Readonly<Record<string, string>>;
  /** Where each was seen first: the address of a property or scenario. */
  readonly chosenIn: Readonly<Record<string, string>>;
  /** Rulings that the run accepts: points that the specification states and that the target may decide as running servers do. */
  readonly accepted: readonly string[];
  /** What could not be learned of the target, or not be put back on it as it was, one line each. */
  readonly notes?: readonly string[];
  /** The parts of the run that ended with an error. */
  readonly failures?: readonly Failure[];
  /** Addresses that were to run and did not: the time was up, or the first difference ended the run. */
  readonly notRun: readonly string[];
  /** Where a baseline was given: the results that differ as it says, and its entries that no longer hold. */
  readonly baseline?: { readonly known: readonly Known[]; readonly stale: readonly Stale[] };
  readonly summary: Summary;
  /** Where the target was held against another one: the causes of both. */
  readonly compared?: Compared;
  /** Of a run with a budget: the share of the known mutants that it notices. */
  readonly power?: Power;
  /** Where a file of recorded traffic was checked. */
  readonly recorded?: Recorded;
}

/** What a file of recorded traffic came to, beside what its server did otherwise. */
export interface Recorded {
  readonly exchanges: number;
  /** How many of them were compared with the model; the form of every answer is judged. */
  readonly compared: number;
  /** How many were not, by the reason. */
  readonly unjudged?: Readonly<Record<string, number>>;
  /** What the clients did wrong. */
  readonly clients: readonly Finding[];
}

/** The causes of two targets that were asked the same. */
export interface Compared {
  /** The target of which it is known how it answers; that of the report is the other. */
  readonly first: Report["target"];
  /** What the first alone does otherwise than the model. */
  readonly onlyFirst: readonly Cause[];
  /** What the target of the report alone does otherwise. */
  readonly onlySecond: readonly Cause[];
  /** What both do otherwise in the same way. */
  readonly alike: readonly Cause[];
  /** What both do otherwise, each in its own way. */
  readonly eachItsWay: readonly { readonly first: Cause; readonly second: Cause }[];
}

/** A difference that a baseline lists. */
export interface Known {
  readonly address: string;
  /** The cause, clause or property that the entry names. */
  readonly entry: string;
  readonly reason: string;
}

/** An entry of a baseline that no longer holds. */
export interface Stale {
  /** The cause, clause or property that it names. */
  readonly entry: string;
  readonly why: string;
}

/** What a summary counts of a result. */
type Counted = Pick<PropertyResult, "verdict" | "runs"> & Pick<ScenarioResult, "exchanges" | "exchangesAgree">;

export function summarise(expected: number, results: readonly Counted[]): Summary {
  const sum = (name: "runs" | "exchanges" | "exchangesAgree"): number => results.reduce((total, result) => total + (result[name] ?? 0), 0);
  const count = (verdict: Verdict): number => results.filter((result) => result.verdict === verdict).length;
  const untestable = count("untestable");
  return {
    expected,
    run: results.length - untestable,
    agrees: count("agrees"),
    differs: count("differs"),
    silent: count("silent"),
    unsteady: count("unsteady"),
    untestable,
    tries: sum("runs"),
    exchanges: sum("exchanges"),
    exchangesAgree: sum("exchangesAgree"),
  };
}
