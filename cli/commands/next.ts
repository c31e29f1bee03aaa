import type { Command } from "commander";
import { clauses } from "../../conformance/catalogue/catalogue.ts";
import type { Seen } from "../../conformance/client/seen.ts";
import { climb } from "../../conformance/ladder/climb.ts";
import { rungs } from "../../conformance/ladder/ladder.ts";
import { type NextStep, nextStep } from "../../conformance/ladder/next-step.ts";
import { simulatedFor } from "../../conformance/ladder/simulated.ts";
import { brokenIn, type LevelStanding, reachedIn, routeAwaited, standings, triedOf } from "../../conformance/ladder/standing.ts";
import { isHelped, remedyOf } from "../../conformance/report/remedies.ts";
import { makerOfRead } from "../../conformance/results/exchanges.ts";
import type { Report } from "../../conformance/results/report.ts";
import { judged } from "../../conformance/run/baseline.ts";
import type { Place } from "../../conformance/run/failing-check.ts";
import { exitCodes, type Io } from "../io.ts";
import * as options from "../options.ts";
import { briefJson } from "../render/brief.ts";
import { type Colours, coloursFor } from "../render/colours.ts";
import { progress } from "../render/progress.ts";
import { replayLines } from "../render/replay-line.ts";
import { partOf, untilSpoken } from "../render/spoken.ts";
import { cut, indented, requestText } from "../render/text-failures.ts";
import { columns, visible } from "../render/visible.ts";
import { defineTarget, type Opened, type TargetOptions, targetArgs, withTarget } from "../target.ts";

/** The next thing to do, with its explanation. */
interface Advice {
  readonly step: NextStep;
  /** The same exchange with the embedded simulator; undefined where it has none. */
  readonly simulated: Seen | undefined;
  /** The command that checks it again. */
  readonly command: string;
}

const longestBody = 600;
const mostReasons = 6;

/** Whether a level is reached though most of its clauses cannot be tried on the target. */
const isReachedInPart = (standing: LevelStanding): boolean =>
  standing.isReached && !standing.isAssumed && 2 * triedOf(standing) < standing.of;

/** The word for a level that is reached; where most of it cannot be tried it says how much was. */
const reachedText = (standing: LevelStanding): string =>
  isReachedInPart(standing) ? `reached as far as it can be tried (${triedOf(standing)} of ${standing.of})` : "reached";

function standingText(standing: LevelStanding): string {
  if (standing.isAssumed) return "taken as reached";
  const { broken, brokenElsewhere, isReached, of, untested } = standing;
  const left = of - triedOf(standing);
  if (brokenIn(standing) === 0 && left === of) return "not tried";
  return [
    ...(isReached ? [reachedText(standing)] : []),
    ...(broken.length > 0 ? [`${broken.length} broken`] : []),
    ...(brokenElsewhere.length > 0 ? [`${brokenElsewhere.length} of other levels broken`] : []),
    ...(untested.length > 0 ? [`${untested.length} not yet tried`] : []),
    ...(left > untested.length ? [`${left - untested.length} that cannot be tried on it`] : []),
    ...(!isReached && brokenIn(standing) + left === 0 ? ["waits for the levels below"] : []),
  ].join(", ");
}

const mostNotTried = 3;

/** Reasons why clauses were not tried, a line for each level of which some were. */
function notTriedLines(all: readonly LevelStanding[]): string[] {
  const lines = all.flatMap((standing) => {
    if (standing.isAssumed) return [];
    const { level, notTried, of } = standing;
    const left = of - triedOf(standing);
    if (left === 0 || left === of) return [];
    const named = notTried.slice(0, mostNotTried).map(({ reason, clauses }) => `${clauses} x ${visible(cut(reason))}`);
    const rest = notTried.slice(mostNotTried).reduce((sum, { clauses }) => sum + clauses, 0);
    return [`level ${level}: ${left} not tried: ${named.join("; ")}${rest > 0 ? `; ${rest} for other reasons` : ""}`];
  });
  return lines.length === 0 ? [] : [...lines, ""];
}

/** The line for the highest level that is reached, and for those up to it of which most cannot be tried. */
function sumText(all: readonly LevelStanding[]): string {
  const reached = reachedIn(all);
  if (reached < 0) return "no level is reached";
  const inPart = all.filter(isReachedInPart).map(({ level }) => level);
  const levels = `level${inPart.length === 1 ? "" : "s"} ${inPart.join(", ")}`;
  const words = inPart.length === 0 ? "" : `, ${levels} as far as ${inPart.length === 1 ? "it" : "they"} can be tried`;
  return `level ${reached} of ${rungs.length - 1} is reached${words}`;
}

function table(all: readonly LevelStanding[]): string[] {
  const rows = all.map((each) => [String(each.level), each.name, String(each.held), `of ${each.of}`, standingText(each)]);
  return columns([["level", "name", "clauses held", "of all", ""], ...rows]);
}

/** @param place of what is wrong in the answer, as far as it is known: the rest of a long one is left out */
function exchangeLines(title: string, seen: Seen | undefined, { bold }: Colours, place: Place = []): string[] {
  if (!seen) return [];
  const answer = briefJson(partOf(seen.body ?? {}, place, longestBody), longestBody);
  return [bold(title), ...indented([requestText(seen), `${seen.status} ${visible(answer)}`])];
}

/** The reason of what an interrupted run did not come to. */
const interruption = "the run was interrupted before it";

/** Returns where an endpoint was asked for that is not there: behind the prefix of all of them. */
function askedLines(reason: string, url: string): string[] {
  const [method, path] = routeAwaited(reason)?.split(" ") ?? [];
  return path === undefined ? [] : [`it is asked for as ${method} ${visible(url)}/api/v1${path}`];
}

function reasonLines({ why, reason, waiting, level }: NextStep, { red, yellow }: Colours, url: string): string[] {
  const [first = "", ...more] = reason.split("\n").slice(0, mostReasons).map(visible);
  if (why === "differs") return [red(`but ${first}`), ...more.map((line) => red(`    ${line}`))];
  const others = waiting === 1 ? "1 clause" : `${waiting} clauses`;
  return [
    yellow(`could not be tried: ${first}`),
    ...askedLines(reason, url),
    `${others} of level ${level} could not be tried for this reason`,
    `what would help: ${remedyOf(reason)}`,
  ];
}

function adviceText({ step, simulated, command }: Advice, url: string, colours: Colours): string[] {
  const { bold, dim, cyan } = colours;
  const { clause, address, level, result } = step;
  const name = rungs[level]?.name ?? "";
  const { said, place } = result ? untilSpoken(result, result.seen ?? []) : { said: [], place: [] };
  return [
    `${bold(`next, for level ${level}`)} (${name})`,
    ...indented([
      ...(clause ? [`${bold(clause.id)}  ${dim(clause.section)}`, `"${clause.statement}"`] : [bold(address)]),
      ...reasonLines(step, colours, url),
      ...exchangeLines("after", makerOfRead(said, result?.clauses ?? []), colours),
      ...exchangeLines("the server was asked", said.at(-1), colours, place),
      ...exchangeLines("the embedded simulator answers", simulated, colours),
      `${bold("check it again")}  ${cyan(visible(command))}`,
    ]),
    "",
  ];
}

/** A server's levels as a table, and what to do next. @param from the lowest level that was run */
export function nextText(report: Report, advice: Advice | undefined, colours: Colours, from = 0): string {
  const { kind, url, level, brand } = report.target;
  const all = standings(report, from);
  const name = kind === "embedded" ? "the embedded simulator" : visible(url);
  return [
    `touchstone next of ${name}: level ${level}, brand ${visible(brand)}, seed ${report.seed}`,
    "",
    ...table(all),
    "",
    ...notTriedLines(all),
    colours.bold(sumText(all)),
    "",
    ...(advice ? adviceText(advice, url, colours) : []),
  ].join("\n");
}

function adviceData({ step, simulated, command }: Advice): object {
  const { level, why, clause, address, reason, waiting, result } = step;
  const { id = null, section = null, statement = null } = clause ?? {};
  const asked = result?.seen?.at(-1) ?? null;
  return { level, why, clause: id, section, statement, address, reason, waiting, asked, simulated: simulated ?? null, command };
}

/** The same as data. */
function nextData(report: Report, advice: Advice | undefined, from: number): object {
  const { url, level, brand } = report.target;
  const levels = standings(report, from);
  return {
    ...{ format: "touchstone-next", version: 1, target: { url, level, brand }, seed: report.seed },
    ...{ reached: reachedIn(levels), levels, next: advice ? adviceData(advice) : null },
  };
}

export interface NextOptions extends TargetOptions {
  readonly seed?: number;
  readonly json: boolean;
  readonly from: number;
}

/** So many values are drawn for a property: of a server, which is asked again and again, as few as `check` draws there. */
const triesOn = ({ kind }: Report["target"]): number => (kind === "live" ? 1 : 3);

/** Climbs the ladder until a level is not reached, or the user interrupts it. */
async function climbed({ target, deviations, accepts }: Opened, { compareHtml, seed, from }: NextOptions, io: Io) {
  let interrupted = false;
  let unheard: (() => void) | undefined;
  void io.interrupted().then(() => {
    interrupted = true;
  });
  const line = progress(io, "next", 0);
  const climbing = climb(
    {
      ...{ target, accepts, tries: triesOn(target), html: compareHtml, seed: seed ?? options.randomSeed() },
      hasTime: () => !interrupted,
      onResult: line.step,
      onStart: (_, stray) => {
        unheard?.();
        unheard = io.strays?.(stray);
      },
    },
    (report) => (deviations.length === 0 ? report : judged(report, deviations, options.today())),
    from,
  );
  const report = await climbing.finally(() => {
    line.end();
    unheard?.();
  });
  return { report, interrupted };
}

/** Returns the exit code of a ladder: that of a success only where every level is reached. */
function exitCodeOf(report: Report, advice: Advice | undefined, from: number): number {
  if (report.failures && report.failures.length > 0) return exitCodes.untested;
  // Where all levels are reached the next thing is an endpoint that is not there yet.
  if (!advice || standings(report, from).every(({ isReached }) => isReached)) return exitCodes.ok;
  return advice.step.why === "differs" ? exitCodes.differs : exitCodes.untested;
}

/** Returns the options with which `check` draws what a step needs. */
const drawnBy = ({ result }: NextStep, { target }: Report): readonly string[] =>
  result && "path" in result ? ["--tries", String(triesOn(target))] : [];

/** `touchstone next`: the levels that a server has reached, and the one thing to do next. */
export async function next(url: string | undefined, given: NextOptions, io: Io): Promise<number> {
  return withTarget(
    url,
    given,
    io,
    async (opened) => {
      const { report, interrupted } = await climbed(opened, given, io);
      const found = nextStep(report, isHelped, given.from);
      const ended = interrupted ? interruption : report.failures?.[0]?.reason;
      const step = found && ended !== undefined && !found.result ? { ...found, reason: ended } : found;
      const advice = step && {
        step,
        simulated: await simulatedFor(step, report),
        command:
          replayLines(report, step, { clauses, args: targetArgs(url, given), options: drawnBy(step, report), saved: new Map() })[0] ?? "",
      };
      const text = given.json
        ? `${JSON.stringify(nextData(report, advice, given.from))}\n`
        : nextText(report, advice, coloursFor(io), given.from);
      io.out(text);
      return exitCodeOf(report, advice, given.from);
    },
    { unfit: true },
  );
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  defineTarget(command)
    .option("--seed <number>", "seed of what is drawn (default: a random one, printed)", options.seed)
    .option("--from <level>", "begin there: what is below was reached before, and is not asked again", options.rung, 0)
    .option("--json", "print one line of JSON instead", false)
    .addHelpText(
      "after",
      "\nExit codes: 0 all levels are reached, 1 something differs, 2 usage, 3 something could not be tested" +
        "\n\nExample:\n  $ touchstone next https://chat.example.org --target target.json",
    )
    .action(async (url: string | undefined, given: NextOptions) => done(await next(url, given, io)));
}
