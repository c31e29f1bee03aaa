import type { Command } from "commander";
import { clauses, properties } from "../../conformance/catalogue/catalogue.ts";
import { explain as explained, nearNames } from "../../conformance/check/explain.ts";
import { causesOf } from "../../conformance/results/causes.ts";
import type { Report } from "../../conformance/results/report.ts";
import { routesOfEndpoints } from "../../conformance/run/needs.ts";
import { embedded } from "../../conformance/targets/embedded.ts";
import { levelFacts } from "../../sim/core/levels.ts";
import { newestLevel } from "../../sim/index.ts";
import { type RefusalOf, refusalsOf } from "../../sim/protocol/refusals.ts";
import { allEndpoints } from "../../sim/server/routes.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { defined, repeated } from "../options.ts";
import { plugged } from "../plugin.ts";
import { coloursFor } from "../render/colours.ts";
import { type ExplainedCause, explainedCause, explanationText } from "../render/explain.ts";
import { viewOf } from "../render/view.ts";
import { firstOf } from "../render/visible.ts";
import { replayedTargetArgs, reportIn } from "../report-file.ts";
import { besideText } from "./check-selection.ts";

export interface ExplainOptions {
  /** The file of a report that has the cause. */
  readonly with?: string;
  readonly json: boolean;
  /** Files of modules with properties and clauses beside those of the suite. */
  readonly plugin?: readonly string[];
}

const accepted =
  "the id of a clause (touchstone list), the address of a property, the name of a ruling (touchstone list --rulings), METHOD path as in the " +
  "specification, a feature level, a code of errors such as BAD_EVENT_QUEUE_ID, " +
  "or the id of a cause with --with <report.json>";

interface ReadCauses {
  /** The report with the causes of its results. */
  readonly report: Report;
  /** The commands that the file has for causes, by their ids. */
  readonly replays: ReadonlyMap<string, string>;
  /** The arguments that name the target in a command. */
  readonly args: readonly string[];
}

/** Returns the causes in the file of a report: those that it names, which were found with all exchanges of the run. @throws UsageError: it cannot be read, or is no report */
function withCauses(file: string): ReadCauses {
  const report = reportIn(file, `--with ${file}`);
  const replays = new Map((report.causes ?? []).flatMap(({ id, replay }) => (replay === undefined ? [] : [[id, replay] as const])));
  const causes = report.causes ?? causesOf([...report.properties, ...report.scenarios]);
  return { report: { ...report, causes }, replays, args: replayedTargetArgs(report, [report]) };
}

const mostIds = 20;
const mostRoutes = 3;

/** Hint for a report whose commands name no target file. */
const targetNote = "where the run had a --target file, in place of the URL --target <file>";

/** So many characters of an id stand for the whole, where no other id begins with them. */
const leastOfId = 6;

/** Returns the cause of an id, or of the beginning of one. @throws UsageError: the report has no such cause */
function causeIn(file: string, id: string): ExplainedCause {
  const { report, replays, args } = withCauses(file);
  const view = viewOf(report, {
    clauses,
    args,
    ...(report.recorded && { command: ["check", "--from", "<file>"] }),
    saved: new Map(),
  });
  const begun = id.length < leastOfId ? [] : view.causes.filter(({ cause }) => cause.id.startsWith(id));
  const found = view.causes.find(({ cause }) => cause.id === id) ?? (begun.length === 1 ? begun[0] : undefined);
  if (found) {
    const cause = explainedCause(found);
    const replay = replays.get(cause.id);
    const [, ...notes] = cause.replay;
    if (replay !== undefined) return { ...cause, replay: [replay, ...notes] };
    const isNamed = args[0] === "--target" || report.target.kind === "embedded" || report.recorded;
    return isNamed ? cause : { ...cause, replay: [...cause.replay, targetNote] };
  }
  const ids = view.causes.map(({ cause }) => cause.id);
  const named = ids.length === 0 ? "none" : firstOf(ids, mostIds);
  throw new UsageError(`--with ${file}: no cause of the report is called '${id}'; it has ${named}`);
}

const isCode = (name: string): boolean => /^[A-Z_]{5,}$/.test(name);

/** The line on what cannot be explained. */
function complaint(name: string): string {
  if (/^c-[0-9a-f]{4,8}$/.test(name)) return `${name} is a cause of a report: --with <file> of check --report json=<file> is needed`;
  const beside = besideText(name);
  if (beside !== undefined) return beside;
  const near = isCode(name)
    ? nearNames(
        name,
        refusals().map(({ code }) => code),
      )
    : nearNames(name);
  if (near.length === 0 && name.includes(" /"))
    return `the specification has no endpoint '${name}'; accepted are ${[...routesOfEndpoints.values()].join(", ")}`;
  const nearest = near.length === 0 ? "" : `; near are ${near.join(", ")}`;
  return `nothing is called '${name}'${nearest}; accepted is ${accepted}`;
}

/** The names among words: a method and its path are one, in quotes or not. */
const namesIn = (words: readonly string[]): readonly string[] =>
  words
    .join(" ")
    .trim()
    .split(/\s+(?!\/)/)
    .map((name) => name.replace(/\s+/, " "));

/** Returns what a feature level changed. */
function levelText(level: number): string {
  const brought = Object.values(levelFacts).filter(({ since }) => since === level);
  const lines = brought.map(({ brings, source }) => `  ${brings}  ${source === "observed" ? "(seen on running servers)" : source}`);
  return [`level ${level}`, ...(lines.length > 0 ? lines : ["  Nothing that the suite knows of changed."]), ""].join("\n");
}

/** Returns the refusals of all requests at the newest level. */
const refusals = (): readonly (RefusalOf & { readonly route: string })[] =>
  allEndpoints.flatMap((endpoint) =>
    [...refusalsOf(endpoint, newestLevel).values()].flat().map((refusal) => ({ ...refusal, route: endpoint.route })),
  );

/** Returns what a code of errors means, with the requests that get it; undefined where no refusal has it. */
function codeText(code: string): string | undefined {
  const routes = new Map<string, string[]>();
  for (const { status, when, route } of refusals().filter((refusal) => refusal.code === code)) {
    const meaning = `${status}  ${when}`;
    routes.set(meaning, [...(routes.get(meaning) ?? []), route]);
  }
  if (routes.size === 0) return undefined;
  const naming = clauses.filter(({ statement }) => statement.split(/[^A-Z_]+/).includes(code));
  return [
    `${code}  a code of errors`,
    ...[...routes].map(([meaning, all]) => `  ${meaning}  (${firstOf(all, mostRoutes)})`),
    ...(naming.length > 0 ? ["  clauses", ...naming.map(({ id, statement }) => `    ${id}: ${statement}`)] : []),
    "",
  ].join("\n");
}

/** `touchstone explain`: clauses, rulings or endpoints of the specification, or causes of a report, each on one screen. */
export async function explain(words: readonly string[], given: ExplainOptions, io: Io): Promise<number> {
  await plugged(given.plugin, io);
  const open = (level?: number) => embedded({ realm: "crowded", ...defined({ level }) });
  const texts: string[] = [];
  for (const name of namesIn(words)) {
    if (/^\d{1,4}$/.test(name) && !given.json) {
      if (Number(name) > newestLevel) throw new UsageError(`'${name}' is no level that is known; accepted are those up to ${newestLevel}`);
      texts.push(levelText(Number(name)));
      continue;
    }
    const code = isCode(name) && !given.json ? codeText(name) : undefined;
    if (code !== undefined) {
      texts.push(code);
      continue;
    }
    // Of a property its first clause is explained.
    const clause = properties.get(name)?.clauses[0] ?? name;
    const found = given.with === undefined ? await explained(clause, open) : causeIn(given.with, name);
    if (!found) throw new UsageError(complaint(name));
    texts.push(given.json ? `${JSON.stringify(found)}\n` : explanationText(found, coloursFor(io)));
  }
  io.out(texts.join(given.json ? "" : "\n"));
  return exitCodes.ok;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .argument("<name...>", accepted)
    .option("--with <report>", "the report that has the cause: a file of `check --report json=<file>`")
    .option("--plugin <file>", "explain also what a module declares (repeatable)", repeated)
    .option("--json", "print one line of JSON instead", false)
    .addHelpText(
      "after",
      `
Example:
  $ touchstone explain messages.get/anchor-optional
  $ touchstone explain anchorRequired
  $ touchstone explain POST /messages
  $ touchstone explain BAD_EVENT_QUEUE_ID
  $ touchstone explain c-13d37c8b --with report.json`,
    )
    .action(async (words: readonly string[], given: ExplainOptions) => done(await explain(words, given, io)));
}
