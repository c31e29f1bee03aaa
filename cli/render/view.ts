import type { Clause } from "../../conformance/declare/clause.ts";
import { shareOf, shares, type TriedClauses, triedIn } from "../../conformance/report/tried.ts";
import { exampleOf } from "../../conformance/results/causes.ts";
import { isScenario } from "../../conformance/results/exchanges.ts";
import {
  type Cause,
  type KnownDifference,
  type PropertyResult,
  type Report,
  type ScenarioResult,
  type Stale,
  type Summary,
  summarise,
  type Verdict,
} from "../../conformance/results/report.ts";
import { surprises } from "../../conformance/run/baseline.ts";
import { type Context, replayLines } from "./replay-line.ts";
import { isShort, whyTooLow } from "./too-low.ts";
import { counted, firstOf } from "./visible.ts";

export type Result = PropertyResult | ScenarioResult;

/** A result that differs, with all that explains it. */
export interface Failure {
  readonly result: Result;
  /** The clauses that it is about: those of a property, or the first few of a scenario's. */
  readonly clauses: readonly Clause[];
  /** The number of a scenario's clauses that are left out. */
  readonly moreClauses: number;
  /** The reason of the baseline entry that lists it, with the entry. */
  readonly known: string | undefined;
  /** The command that runs it again, and what to know of it. */
  readonly replay: readonly string[];
}

/** A mistake of the target, with the plainest of the results that show it. */
export interface CauseView {
  readonly cause: Cause;
  readonly clauses: readonly Clause[];
  /** Undefined where results only wait for it. */
  readonly example: Failure | undefined;
  /** The reason of the baseline entry that covers all that shows it, with the entry. */
  readonly known: string | undefined;
  /** The command that runs the example again, or the first result that waits for the cause. */
  readonly replay: readonly string[];
}

/** The results about one section of the specification. */
export interface Section {
  readonly name: string;
  readonly results: readonly Result[];
  readonly notRun: readonly string[];
  readonly summary: Summary;
}

export interface View {
  readonly report: Report;
  readonly causes: readonly CauseView[];
  /** The failures that show no cause. */
  readonly causeless: readonly Failure[];
  readonly failures: readonly Failure[];
  /** Results that differed once and not again, which is no failure. */
  readonly unsteady: readonly Failure[];
  /** The failures that no baseline lists. */
  readonly surprises: readonly Failure[];
  readonly sections: readonly Section[];
  /** The number of scenarios that were to run and did not. */
  readonly scenariosNotRun: number;
  /** Whether the level that is required is reached, and something differs that no baseline lists: of higher levels, or in scenarios alone. */
  readonly isAbove: boolean;
  /** Whether the run is a success: nothing differs that no baseline lists, or that counts, and enough was tried. */
  readonly isSuccess: boolean;
  /** Whether the last line says that the target conforms: a success in which half of the clauses that were asked for were tried, or more. */
  readonly conforms: boolean;
  /** One line for the whole. */
  readonly closing: string;
  /** A line on how much of the specification was tried; none where the closing line says it. */
  readonly tried: readonly string[];
  /** One line on what was tested. */
  readonly heading: string;
  /** The files of the reports that the same run writes, by format. */
  readonly written: ReadonlyMap<string, string>;
}

const mostNamed = 6;

const generated = "Generated scenarios";
const elsewhere = "Elsewhere";

/** Returns what was to run and did not, in words; undefined where all did. */
export function notRunText({ report: { notRun }, scenariosNotRun }: Pick<View, "report" | "scenariosNotRun">): string | undefined {
  const parts = [
    ...(notRun.length > 0 ? [`${counted(notRun.length, "property", "properties")} (${firstOf(notRun, mostNamed)})`] : []),
    ...(scenariosNotRun > 0 ? [counted(scenariosNotRun, "scenario")] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(" and ");
}

/** Whether a property was run on drawn values that are worth telling. */
export const hasGiven = (result: Result): result is PropertyResult & { readonly given: unknown } => {
  const given = "given" in result ? result.given : undefined;
  return typeof given === "object" && given !== null ? Object.keys(given).length > 0 : given !== undefined && given !== null;
};

const addressStem = (address: string): string => address.replace(/\/.*/s, "");

/** Sections in the order of the specification, those with results or with something that was to run. */
function sectionsOf({ properties, scenarios, notRun, summary, recorded }: Report, clauses: readonly Clause[]): Section[] {
  const byId = new Map(clauses.map((clause) => [clause.id, clause.section]));
  const sectionOfStem = new Map(clauses.map(({ id, section }) => [addressStem(id), section]));
  for (const { address, clauses: ids } of properties) sectionOfStem.set(addressStem(address), byId.get(ids[0] ?? "") ?? elsewhere);
  const names = [...new Set(clauses.map(({ section }) => section)), elsewhere];
  const of = (name: string): Section => {
    const results = properties.filter(({ clauses: ids }) => (byId.get(ids[0] ?? "") ?? elsewhere) === name);
    const missed = notRun.filter((address) => (sectionOfStem.get(addressStem(address)) ?? elsewhere) === name);
    return { name, results, notRun: missed, summary: summarise(results.length + missed.length, results) };
  };
  const drawn = summary.expected - properties.length - notRun.length;
  const last: Section = {
    name: recorded ? "Recorded exchanges" : generated,
    results: scenarios,
    notRun: [],
    summary: summarise(drawn, scenarios),
  };
  return [...names.map(of), last].filter(({ summary: { expected } }) => expected > 0);
}

const triedText = ({ clauses, of }: TriedClauses): string => `${clauses} of ${of} clauses`;

/** Says how many more or fewer clauses were tried than by the run before, where both were asked for the same. */
function sinceText({ clauses, of }: TriedClauses, { before }: Context): string {
  if (before === undefined || before.tried.of !== of) return "";
  const more = clauses - before.tried.clauses;
  return more === 0 ? `, as many as in ${before.file}` : `, ${Math.abs(more)} ${more > 0 ? "more" : "fewer"} than in ${before.file}`;
}

/** Whether as much was tried as has to be for a target to be said to conform. */
const isMostTried = (report: Report): boolean =>
  report.recorded ? report.recorded.compared > 0 : shareOf(triedIn(report)) >= shares.conforms;

function closingLine(
  {
    report,
    causes,
    surprises: unknown,
    scenariosNotRun,
    isAbove,
  }: Omit<View, "closing" | "conforms" | "heading" | "isSuccess" | "sections" | "tried">,
  { required, interrupted, skipsAll, level, missing = [], nothingFailed, emptyShard }: Context,
): string {
  const { summary, baseline, notRun, recorded, failures = [] } = report;
  const { agrees, silent, unsteady, differs, untestable } = summary;
  const known = differs - unknown.length;
  const stale = baseline?.stale.length ?? 0;
  const missed = notRun.length + scenariosNotRun;
  const rest = [
    `${agrees} agree`,
    ...(silent > 0 ? [`${silent} silent`] : []),
    ...(known > 0 ? [counted(known, "known deviation")] : []),
    ...(unsteady > 0 ? [`${unsteady} unsteady`] : []),
    ...(untestable > 0 ? [`${untestable} untestable`] : []),
    ...(missed > 0 ? [`${missed} not run`] : []),
    ...(interrupted ? ["the run was interrupted"] : []),
  ].join(", ");
  const found = causes.filter((each) => each.known === undefined && each.cause.shows.length > 0).length;
  const inAll = counted(unknown.length, "result differs", "results differ");
  const broken = `${found === 0 ? "" : `${counted(found, "cause")}, `}${inAll}; ${rest}`;
  if (unknown.length > 0 && !isAbove) return `The target does not conform: ${broken}.`;
  if (interrupted) return `This is no success: ${rest}.`;
  if (failures.length > 0)
    return `This is no success, since ${counted(failures.length, "part was", "parts were")} not run to the end: ${rest}.`;
  if (stale > 0) return `The baseline is stale: ${counted(stale, "entry no longer holds", "entries no longer hold")}; ${rest}.`;
  if (missing.length > 0) return `Not all was tested, so this is no success: ${missing.join(", ")} is missing; ${rest}.`;
  if (nothingFailed !== undefined)
    return `Nothing was tested, so this is no success: nothing failed in ${nothingFailed}; without --failed all is tried.`;
  if (emptyShard) return `Nothing of what was asked for is in shard ${report.shard}: other shards have it.`;
  if (summary.expected === 0 && skipsAll) return "Nothing was tested, so this is no success: --skip leaves out all that was chosen.";
  if (summary.expected === 0 && report.partial)
    return "Nothing was tested, so this is no success: nothing has such an address; `touchstone list` prints those of properties.";
  if (summary.run === 0) return `Nothing was tested, so this is no success: ${rest}.`;
  const low = level === undefined ? undefined : whyTooLow(report, level);
  if (low !== undefined) return `This is no success: ${low}: ${rest}.`;
  if (isAbove) return `Level ${level} is reached, as required; above it the target does not conform: ${broken}.`;
  const tried = triedIn(report);
  const counts = triedText(tried);
  const demand = required !== undefined && shareOf(tried) < required ? `, and ${Math.ceil(required * 100)} % are required` : "";
  if (isShort(report, required, level)) return `Too little was tried, so this is no success: ${counts}${demand}; ${rest}.`;
  const but = known > 0 ? " but for its known deviations" : "";
  const asked = report.partial ? " asked for" : "";
  if (recorded?.compared === 0)
    return `No difference found${but} in the form of what is recorded; the model was compared with none of it: ${rest}.`;
  if (!isMostTried(report)) return `No difference found${but} in ${counts}${asked}: ${rest}.`;
  return `The target conforms${but}${recorded ? "" : partText(tried, asked)}: ${rest}.`;
}

/** Says in how much of the specification a target conforms, where that is a part: nobody is to take it for the whole. */
function partText(tried: TriedClauses, asked: string): string {
  const left = tried.of - tried.clauses;
  if (left > 0) return ` in ${triedText(tried)}${asked}, and ${left} ${left === 1 ? "was" : "were"} not tried`;
  return asked === "" || tried.of === 0 ? "" : ` in ${tried.of === 1 ? "the clause" : `all ${tried.of} clauses`}${asked}`;
}

function headingLine({ target: { kind, url, level, brand }, seed, shard, recorded, compared }: Report): string {
  if (recorded)
    return `touchstone check of what was recorded of ${url}: level ${level}, brand ${brand}, ${counted(recorded.exchanges, "exchange")}`;
  if (compared) return `touchstone compare of ${compared.first.url} and ${url}: level ${level}, brand ${brand}, seed ${seed}`;
  const name = kind === "embedded" ? "the embedded simulator" : url;
  return `touchstone check of ${name}: level ${level}, brand ${brand}, seed ${seed}${shard === null ? "" : `, shard ${shard}`}`;
}

/** A scenario is about everything that stands on its last endpoint: so many clauses are shown. */
const mostCited = 3;

function causeViews(report: Report, failures: readonly Failure[], context: Context): CauseView[] {
  const byId = new Map(context.clauses.map((clause) => [clause.id, clause]));
  const byAddress = new Map(failures.map((failure) => [failure.result.address, failure]));
  return report.causes.map((cause) => {
    const showing = cause.shows.flatMap((address) => byAddress.get(address) ?? []);
    const [first] = showing;
    const [waiting] = cause.waiting;
    const isKnown = showing.length > 0 && showing.every(({ known }) => known !== undefined);
    const listed = report.baseline?.causes?.includes(cause.id) ? `entry ${cause.id}` : undefined;
    return {
      cause,
      clauses: cause.clauses.flatMap((id) => byId.get(id) ?? []),
      example: first && { ...first, result: exampleOf(first.result, cause) },
      known: isKnown ? first?.known : listed,
      replay: first?.replay ?? (waiting === undefined ? [] : replayLines(report, { address: waiting }, context)),
    };
  });
}

/** Returns why a difference is known, with the entry of the baseline that says so and its last day. */
const knownText = ({ entry, reason, expires }: KnownDifference): string =>
  `${reason} (entry ${entry}${expires === undefined ? "" : `, until ${expires}`})`;

/** An entry of a baseline that no longer holds, by its name and its own reason, and why. */
export const staleLine = ({ entry, why, reason }: Stale): string => `${entry}${reason === undefined ? "" : ` (${reason})`}: ${why}`;

/** A report arranged for reading. */
export function viewOf(report: Report, context: Context): View {
  const byId = new Map(context.clauses.map((clause) => [clause.id, clause]));
  const known = new Map(report.baseline?.known.map((one) => [one.address, knownText(one)]));
  const unlisted = new Set(surprises(report).map(({ address }) => address));
  const having = (wanted: Verdict): Failure[] =>
    [...report.properties, ...report.scenarios]
      .filter(({ verdict }) => verdict === wanted)
      .map((result): Failure => {
        const cited = result.clauses.flatMap((id) => byId.get(id) ?? []);
        const shown = cited.slice(0, isScenario(result) ? mostCited : cited.length);
        const replay = replayLines(report, result, context);
        return { result, clauses: shown, moreClauses: cited.length - shown.length, known: known.get(result.address), replay };
      });
  const failures = having("differs");
  const explained = new Set(report.causes.flatMap(({ shows }) => shows));
  const causes = causeViews(report, failures, context);
  const causeless = failures.filter(({ result }) => !explained.has(result.address));
  const { expected } = report.summary;
  const scenariosNotRun = expected - report.properties.length - report.notRun.length - report.scenarios.length;
  const unknown = failures.filter(({ result }) => unlisted.has(result.address));
  const isReached = context.level !== undefined && whyTooLow(report, context.level) === undefined;
  const part = {
    report,
    causes,
    causeless,
    failures,
    unsteady: having("unsteady"),
    surprises: unknown,
    isAbove: isReached && unknown.length > 0,
    scenariosNotRun,
    written: context.written ?? new Map<string, string>(),
  };
  const closing = closingLine(part, context);
  const tried = triedIn(report);
  const isSaid = report.recorded !== undefined || tried.of === 0 || closing.includes(triedText(tried));
  const isSuccess =
    (unknown.length === 0 || isReached) &&
    (report.baseline?.stale.length ?? 0) === 0 &&
    report.failures === undefined &&
    !context.interrupted &&
    (context.missing ?? []).length === 0 &&
    (context.emptyShard || !isShort(report, context.required, context.level)) &&
    (context.level === undefined || isReached);
  return {
    ...part,
    sections: sectionsOf(report, context.clauses),
    isSuccess,
    conforms: isSuccess && unknown.length === 0 && !context.emptyShard && isMostTried(report),
    closing,
    tried: (isSaid && !context.before) || tried.of === 0 ? [] : [`${triedText(tried)} were tried${sinceText(tried, context)}`],
    heading: headingLine(report),
  };
}
