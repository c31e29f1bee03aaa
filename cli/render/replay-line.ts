import type { Clause } from "../../conformance/declare/clause.ts";
import type { TriedClauses } from "../../conformance/report/tried.ts";
import { otherHalf } from "../../conformance/results/choices.ts";
import { isOfScenario } from "../../conformance/results/exchanges.ts";
import type { Cause, PropertyResult, Report, ScenarioResult } from "../../conformance/results/report.ts";
import type { Deviation } from "../../conformance/run/baseline.ts";

/** Data that a renderer needs beside the report. */
export interface Context {
  readonly clauses: readonly Clause[];
  /** The arguments that name the target and its options, as the user gave them. */
  readonly args: readonly string[];
  /** The command and what it was about, where that is not `check` and the target. */
  readonly command?: readonly string[];
  /** The options of the command that say how much it draws and what it holds against the target: a saved file needs none of them. */
  readonly options?: readonly string[];
  /** The options that say how many scenarios it draws, and how long they are: only scenarios and monitors need them. */
  readonly drawing?: readonly string[];
  /** Files of saved counterexamples by address. */
  readonly saved: ReadonlyMap<string, string>;
  /** The number of clauses that the run before tried, its causes where a part of it is run again, and the file of its report, where there is one. */
  readonly before?: { readonly tried: TriedClauses; readonly file: string; readonly causes?: readonly Cause[] } | undefined;
  /** The share of the clauses that has to be tried, where the user names one. */
  readonly required?: number | undefined;
  /** The level that has to be reached, where the user names one. */
  readonly level?: number | undefined;
  /** Whether `--skip` left out all that was chosen. */
  readonly skipsAll?: boolean;
  /** The file of the report that the run follows, where nothing failed in it. */
  readonly nothingFailed?: string;
  /** Whether the user ended the run before its end. */
  readonly interrupted?: boolean;
  /** Whether the run is a shard in which nothing is of what was asked for, and other shards have it. */
  readonly emptyShard?: boolean;
  /** The shards that are missing from what was merged. */
  readonly missing?: readonly string[];
  /** The entries of the baseline file, where there is one. */
  readonly listed?: readonly Deviation[] | undefined;
  /** The files of the reports that the same run writes, by format. */
  readonly written?: ReadonlyMap<string, string>;
}

const safe = /^[\w@%+=:,./-]+$/;
/** A word as a POSIX shell takes it. */
export const quoted = (word: string): string => (safe.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

type Addressed = Pick<PropertyResult | ScenarioResult, "address" | "reason"> & Pick<PropertyResult, "senders" | "source">;

/** Returns the properties that show again what a monitor saw: they read what came of their requests, as scenarios need not. */
function askedBy({ senders = [], source }: Addressed): readonly string[] {
  const all = source === undefined ? senders : [source];
  return all.some(isOfScenario) ? [] : all;
}

/** Returns the lines that run a result again: the command, and a note where other steps may come of it. */
export function replayLines(report: Report, result: Addressed, context: Context): readonly string[] {
  const command = replayCommand(report, result, context);
  const { address, source } = result;
  if (askedBy(result).length > 0) return [command, "where that does not show it, the whole check does: the same command without --only"];
  if (source !== undefined) return [command, `${source} sent the request that it goes against`];
  const isDrawn = /^(scenario|concurrent)\//.test(address) && !context.saved.has(address);
  if (!isDrawn || report.target.kind === "embedded") return [command];
  const keeping = context.command ? "" : "; check --save <folder> keeps those that differ in files";
  return [command, `the steps are drawn anew: where the server has changed, they may be others${keeping}`];
}

/** The one command that runs a result again. */
function replayCommand({ seed, recorded }: Report, result: Addressed, context: Context): string {
  const { address, reason = "" } = result;
  const { args, saved, command = ["check", ...args], options = [], drawing = [] } = context;
  if (recorded) return ["npx", "touchstone", ...command, ...options].map(quoted).join(" ");
  const file = otherHalf(reason) === undefined ? saved.get(address) : undefined;
  // A monitor needs the whole run, since it looks at what others ask, or the property that it names.
  const own = address.startsWith("monitor/") ? [] : ["--only", address];
  const asked = askedBy(result);
  const only = asked.length > 0 ? [...asked, address].flatMap((each) => ["--only", each]) : own;
  // What contradicts a run before shows only behind that.
  const other = otherHalf(reason);
  if (other !== undefined && other !== address) only.unshift("--only", other);
  // So many have to be drawn that it is among them.
  const [, index] = /^concurrent\/(\d+)$/.exec(address) ?? [];
  if (index !== undefined) only.push("--racing", String(Number(index) + 1));
  const words = file
    ? ["replay", file, ...args]
    : [
        ...command,
        ...options,
        ...([address, other ?? ""].some((each) => /^(scenario|monitor)\//.test(each)) ? drawing : []),
        ...only,
        "--seed",
        String(seed),
      ];
  return ["npx", "touchstone", ...words].map(quoted).join(" ");
}
