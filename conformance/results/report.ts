import type { Finding } from "../../sim/index.ts";
import type { Signature } from "../causes/signature.ts";
import type { Seen } from "../client/seen.ts";
import type { RequestCounts } from "../client/target.ts";
import type { ConcurrentScenario, Scenario } from "../play/scenario.ts";
import type { Power } from "../power/index.ts";

/** One mistake of a target: the differences with one signature, however many properties and scenarios show it. */
export interface Cause {
  /** Stable: equal mistakes have it in every run, on every server. */
  readonly id: string;
  /** Ids of what was put together here, where it was more than one. */
  readonly alike?: readonly string[];
  /** The difference, as a phrase. */
  readonly signature: string;
  /** The clauses that it breaks, at most three, those first that most results name. */
  readonly clauses: readonly string[];
  /** Addresses of the properties and scenarios that show it, the plainest first. */
  readonly shows: readonly string[];
  /** Addresses of those that could not be tried for it: what prepares them shows it. */
  readonly waiting: readonly string[];
  /** The command that shows it again, in a report that the command line wrote. */
  readonly replay?: string;
}

/** Verdicts of a property or comparison. A result that differs once and not again is unsteady: nothing is known of it. */
export const allVerdicts = ["agrees", "differs", "silent", "unsteady", "untestable"] as const;
export type Verdict = (typeof allVerdicts)[number];

/** The outcome of one property: the worst of its runs. */
export interface PropertyResult {
  /** File stem and name, such as `user_topics.post/emptyTopic`. */
  readonly address: string;
  readonly clauses: readonly string[];
  readonly verdict: Verdict;
  /** Why it differs or cannot be tested. */
  readonly reason?: string;
  /** The exchanges of the run that differs. */
  readonly seen?: readonly Seen[];
  /** Of a monitor, the addresses of the properties and scenarios that sent two of these, as far as they are known: one may come of chance. */
  readonly senders?: readonly string[];
  /** Of a monitor, the address of the property or scenario that sent the request which the last of these goes against, where it is known. */
  readonly source?: string;
  /** The plainest values found that show it. */
  readonly given?: unknown;
  /** The place of these among what the seed draws. */
  readonly path?: string;
  /** The number of runs, up to the first that differs. */
  readonly runs?: number;
  /** The results of running it again, where it is unsteady. */
  readonly again?: string;
  /** The differences; or, of an untestable property, those in the request that was to prepare it. */
  readonly causes?: readonly Signature[];
  /** The difference without which the target would decide a point as stated, where the cause is that it does not. */
  readonly before?: readonly Signature[];
  /** Other differences that later examples show, each with exchanges of its own. */
  readonly others?: readonly PropertyResult[];
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

/** The outcome of one scenario. */
export interface ScenarioResult {
  /** `scenario/<index>`, `cover/<index>` for one of the covering set, or `concurrent/<index>` for one that several actors send at the same time. */
  readonly address: string;
  readonly verdict: Verdict;
  /** The clauses that the step that differs is about. */
  readonly clauses: readonly string[];
  /** The places where the answers differ and how, one line each; or why it cannot be tested. */
  readonly reason?: string;
  /** The shortest scenario that shows it. */
  readonly scenario?: Scenario;
  /** The same of a concurrent one. */
  readonly concurrent?: ConcurrentScenario;
  readonly pairs?: readonly Paired[];
  /** The places where the last of these answers differ, after ids and times are matched, with the expected and the actual value. Absent is nothing. */
  readonly places?: readonly DifferingPlace[];
  /** Its steps as sentences, each with what was answered, where the run was asked to show them. */
  readonly shown?: readonly string[];
  /** The number of exchanges that were compared with those of the model, up to the first that differs. */
  readonly exchanges?: number;
  /** The number of these that agree. */
  readonly exchangesAgree?: number;
  /** The number of times that the target was asked again to make it shorter. */
  readonly replays?: number;
  /** The results of playing it again, where it is unsteady. */
  readonly again?: string;
  /** The differences in the last answer, each once. */
  readonly causes?: readonly Signature[];
  /** The differences in the answers before the last, or those that a choice on a silent point explains. */
  readonly before?: readonly Signature[];
  /** Its other differences, each with the shortest scenario that shows it. */
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
  /** The number of runs of all properties: on their examples and on drawn values. */
  readonly tries: number;
  /** The number of exchanges of scenarios that were compared with those of the model. */
  readonly exchanges: number;
  /** The number of these that agree. */
  readonly exchangesAgree: number;
}

/** The options of a run that all its shards have in common, as the user gave them; those that were not given are left out, but for the amounts. */
export interface SharedOptions {
  readonly only?: readonly string[];
  readonly endpoint?: readonly string[];
  readonly skip?: readonly string[];
  /** The addresses that `--failed` chose. */
  readonly failed?: readonly string[];
  readonly runs: number;
  readonly steps: number;
  readonly tries?: number;
  readonly racing?: number;
  /** Rulings, all of them where it is true. */
  readonly strict?: true | readonly string[];
  readonly rulings?: Readonly<Record<string, string>>;
  readonly compareHtml?: string;
  readonly like?: string;
}

/** The findings of a check. They hold no credentials, no durations and no instants, so that equal seeds give equal reports. */
export interface Report {
  readonly format: "touchstone-report";
  readonly version: 1;
  /** The version of the package that ran it from the command line. */
  readonly touchstone?: string;
  readonly options?: SharedOptions;
  readonly target: { readonly kind: "embedded" | "live"; readonly url: string; readonly level: number; readonly brand: string };
  readonly seed: number;
  readonly shard: string | null;
  /** Whether patterns left out a part of the suite. */
  readonly partial: boolean;
  /** The causes, each mistake once: that first which the most results show or wait for. */
  readonly causes: readonly Cause[];
  readonly properties: readonly PropertyResult[];
  readonly scenarios: readonly ScenarioResult[];
  /** The number of requests of the covering set, of those scenarios of it that the run chose, and of those that the target allows. */
  readonly cover?: { readonly steps: number; readonly allowed: number };
  /** The number of requests that a live server was sent, by what they were for. */
  readonly requests?: RequestCounts;
  /** The choices that the target was seen to make where the specification is silent. */
  readonly choices: Readonly<Record<string, string>>;
  /** The address of a property or scenario in which each was seen, the first by name. */
  readonly chosenIn: Readonly<Record<string, string>>;
  /** Rulings that the run accepts: points that the specification states and that the target may decide as running servers do. */
  readonly accepted: readonly string[];
  /** Facts that could not be learned of the target, or not be put back on it as they were, one line each. */
  readonly notes?: readonly string[];
  /** The parts of the run that ended with an error. */
  readonly failures?: readonly Failure[];
  /** Addresses that were to run and did not: the time was up, or the first difference ended the run. */
  readonly notRun: readonly string[];
  /** The results by the baseline, where one was given. */
  readonly baseline?: ByBaseline;
  readonly summary: Summary;
  /** The causes of both, where the target was held against another one. */
  readonly compared?: Compared;
  /** Of a run with a budget: the share of the known mutants that it notices. */
  readonly power?: Power;
  /** The recorded traffic, where a file of it was checked. */
  readonly recorded?: Recorded;
}

/** The counts of a file of recorded traffic, beside what its server did otherwise. */
export interface Recorded {
  readonly exchanges: number;
  /** The number of them that were compared with the model; the form of every answer is judged. */
  readonly compared: number;
  /** The number that were not, by the reason. */
  readonly unjudged?: Readonly<Record<string, number>>;
  /** The mistakes of the clients. */
  readonly clients: readonly Finding[];
}

/** The causes of two targets that were asked the same. */
export interface Compared {
  /** The target of which it is known how it answers; that of the report is the other. */
  readonly first: Report["target"];
  /** Causes of the first alone. */
  readonly onlyFirst: readonly Cause[];
  /** Causes of the report's own target alone. */
  readonly onlySecond: readonly Cause[];
  /** Causes that both have in the same way. */
  readonly alike: readonly Cause[];
  /** Causes that both have, each in its own way. */
  readonly eachItsWay: readonly { readonly first: Cause; readonly second: Cause }[];
}

/** A difference that a baseline lists. */
export interface KnownDifference {
  readonly address: string;
  /** The cause, clause or property that the entry names. */
  readonly entry: string;
  readonly reason: string;
  /** The last day on which the entry counts, where it has one. */
  readonly expires?: string;
}

/** The results that differ as a baseline says, its entries that no longer hold, and those that the run could not judge. */
export interface ByBaseline {
  readonly known: readonly KnownDifference[];
  readonly stale: readonly Stale[];
  /** Ids of the causes that are listed, also where a result shows another one beside. */
  readonly causes?: readonly string[];
  /** The causes, clauses or properties that they name: some property of them could not be tested, and none differs. */
  readonly unjudged?: readonly string[];
  /**
   * Addresses of properties that show a cause which others alone showed when it was listed: another mistake may look like it. Under the seed of
   * that time they are not known by it.
   */
  readonly beyond?: readonly string[];
}

/** An entry of a baseline that no longer holds. */
export interface Stale {
  /** The cause, clause or property that it names. */
  readonly entry: string;
  readonly why: string;
  /** The entry's own reason; reports of earlier versions have none. */
  readonly reason?: string;
}

/** The part of a result that a summary counts. */
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
