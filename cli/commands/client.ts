import { type Command, Option } from "commander";
import type { Simulator, Vary } from "../../sim/index.ts";
import { CannotStart } from "../client-command.ts";
import { excerpt } from "../client-output.ts";
import { remember, writeSafe } from "../gate.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import * as options from "../options.ts";
import { type Colours, coloursFor, plain } from "../render/colours.ts";
import { findingLine } from "../render/judge.ts";
import { failed, junitXml, skipped, suite, testcase } from "../render/junit-xml.ts";
import { plainName, type Situation, situations } from "../situations.ts";
import { type ClientRun, type SituationResult, staged } from "../staged-client.ts";
import { prepare, type WantedReport, wantedAmong, withText } from "../wanted.ts";
import { defineJudge, defineSimulated, type ServeOptions, simulatorFor } from "./serve.ts";

/** The outcome of running a client, as data. */
interface ClientReport {
  readonly command: readonly string[];
  readonly level: number;
  readonly brand: string;
  readonly realm: string;
  readonly seed: number;
  readonly passed: number;
  readonly failed: number;
  readonly untried: number;
  readonly situations: readonly SituationResult[];
}

/** The report for people: a line for each situation, and below it what went wrong. */
function clientText({ situations, passed, failed, untried }: ClientReport, { red, green, yellow, dim }: Colours): string {
  const paint = { passed: green, failed: red, untried: yellow };
  const width = Math.max(...situations.map(({ name }) => name.length));
  const told = new Set<string>();
  const lines = situations.flatMap(({ name, does, verdict, reasons, findings, output = "" }) => {
    const warnings = findings.filter(({ severity, rule }) => severity === "warning" && !told.has(rule));
    for (const { rule } of warnings) told.add(rule);
    const wrote = verdict === "failed" ? excerpt(output).map((line) => dim(`    | ${line}`)) : [];
    return [
      `${name.padEnd(width)}  ${paint[verdict](verdict.padEnd(7))}  ${dim(does)}`,
      ...reasons.map((reason) => `    ${reason}`),
      ...warnings.map((finding) => `    ${findingLine(finding)}`),
      ...wrote,
    ];
  });
  const notes = [...new Set(situations.flatMap((one) => one.notes))].map((note) => yellow(`note: ${note}`));
  return [...lines, "", ...notes, `${situations.length} situations: ${passed} passed, ${failed} failed, ${untried} untried`, ""].join("\n");
}

const clientJson = (report: ClientReport): string => `${JSON.stringify({ format: "touchstone-client", version: 1, ...report }, null, 2)}\n`;

/** A case for each situation; those that did not come about are skipped. */
function clientJunit({ situations, command }: ClientReport): string {
  const cases = situations.map(({ name, verdict, reasons, output = "" }) => {
    const [first = ""] = reasons;
    if (verdict === "passed") return testcase("client", name);
    return testcase("client", name, verdict === "untried" ? skipped(first) : failed(first, name, [...reasons, output].join("\n")));
  });
  const name = command.join(" ");
  return junitXml(`touchstone client ${name}`, [suite(name, cases)]);
}

const formats = ["text", "json", "junit"] as const;
type Wanted = WantedReport<(typeof formats)[number]>;

export interface ClientOptions extends Pick<ServeOptions, "realm" | "seed" | "level" | "brand" | "rulings" | "accept" | "levels"> {
  readonly vary: number;
  readonly as: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly timeout: number;
  readonly lasting?: number;
  readonly report?: readonly Wanted[];
}

/** The level of the older server, where no levels are given: one that organizations still run. */
const olderLevel = 372;

/** The distance of a later server's level beyond the newest. */
const laterLevels = 500;

/** A simulator for one situation. */
function simulatorIn({ level: where, vary }: Situation, given: ClientOptions): Simulator {
  const level = where === "oldest" ? (given.levels?.[0] ?? Math.min(olderLevel, given.level)) : given.level;
  const { vary: seed, ...rest } = given;
  const varied: { vary?: Vary } = vary === undefined ? {} : { vary: vary === "seed" ? seed : { seed, only: vary } };
  const simulator = simulatorFor({ ...rest, ...varied, level, clock: "real" });
  if (where === "later") simulator.announceLater(laterLevels);
  return simulator;
}

/** The situations to try: the plain one always is among them. */
function chosen({ only, skip = [] }: ClientOptions): readonly Situation[] {
  return situations.filter(({ name }) => name === plainName || (!skip.includes(name) && (only?.includes(name) ?? true)));
}

/** Hides the keys of a cast in all that leaves. */
function hideKeys({ cast }: Simulator): void {
  const secrets = Object.values(cast).flatMap(({ api_key, password }) => [api_key, password ?? api_key]);
  remember({ hide: (text) => secrets.reduce((safe, secret) => safe.replaceAll(secret, "(hidden)"), text) });
}

/** The situations that were tried, and whether the user ended that before all were. */
interface Tried {
  readonly results: readonly SituationResult[];
  readonly isInterrupted: boolean;
}

/** Runs a client in each situation, one after the other, until the user ends that: what was under way then counts as untried, what comes after it not at all. */
async function runAll(given: ClientOptions, run: ClientRun, io: Io): Promise<Tried> {
  const results: SituationResult[] = [];
  const known = new Set<string>();
  let isEnded = false;
  void run.stop.then(() => (isEnded = true));
  for (const situation of chosen(given)) {
    if (isEnded) return { results, isInterrupted: true };
    if (results[0]?.ended === "badly") {
      const { name, does } = situation;
      results.push({
        name,
        does,
        verdict: "untried",
        reasons: ["the client fails where nothing goes wrong"],
        requests: 0,
        notes: [],
        findings: [],
      });
      continue;
    }
    const result = await staged(simulatorIn(situation, given), situation, run, known);
    if (isEnded) {
      results.push({ ...result, verdict: "untried", reasons: ["the run was interrupted"] });
      return { results, isInterrupted: true };
    }
    if (situation.name === plainName) for (const { rule } of result.findings) known.add(rule);
    io.err(`touchstone client: ${result.name} ${result.verdict}\n`);
    results.push(result);
  }
  return { results, isInterrupted: false };
}

const renderers = { text: clientText, json: clientJson, junit: clientJunit };

/** `touchstone client`: runs a client's command in a world for each situation. */
export async function client(command: readonly string[], given: ClientOptions, io: Io): Promise<number> {
  prepare(given.report ?? []);
  const simulator = simulatorIn({ name: plainName, does: "" }, given);
  const { as } = given;
  const members = Object.keys(simulator.cast);
  if (!members.includes(as)) throw new UsageError(`--as ${as}: a member of the cast is accepted: ${members.join(", ")}`);
  hideKeys(simulator);
  const run: ClientRun = {
    ...{ command, as },
    accept: given.accept ?? [],
    oldest: given.levels?.[0],
    millis: given.lasting ?? given.timeout,
    isLasting: given.lasting !== undefined,
    env: io.env ?? {},
    stop: io.interrupted(),
  };
  let tried: Tried;
  try {
    tried = await runAll(given, run, io);
  } catch (problem) {
    if (!(problem instanceof CannotStart)) throw problem;
    io.err(`touchstone client: ${problem.message}\n`);
    return exitCodes.untested;
  }
  const { results, isInterrupted } = tried;
  const count = (verdict: SituationResult["verdict"]): number => results.filter((one) => one.verdict === verdict).length;
  const { level, brand, realm, seed } = simulator.server;
  const counted = { passed: count("passed"), failed: count("failed"), untried: count("untried") };
  const report: ClientReport = { command, level, brand, realm, seed, ...counted, situations: results };
  for (const { format, file } of withText(given.report)) {
    const text = renderers[format as Wanted["format"]](report, file === undefined ? coloursFor(io) : plain);
    if (file === undefined) io.out(text);
    else writeSafe(file, text);
  }
  const left = chosen(given).length - results.length;
  if (isInterrupted) io.err(`touchstone client: interrupted; ${left} more situations were not tried\n`);
  if (counted.failed > 0) return exitCodes.differs;
  return counted.passed === 0 || isInterrupted ? exitCodes.untested : exitCodes.ok;
}

const names = situations.map(({ name }) => name);
/** The situations that may be left out: without the plain one the others would say less. */
const leavable = names.filter((name) => name !== plainName);

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command.argument("<command...>", "what starts the client, after --");
  defineJudge(defineSimulated(command))
    .option("--vary <seed>", "how the server of the situation varied differs", options.seed, 7)
    .option("--as <name>", "the account that the client is given", "alice")
    .option("--only <situation>", "try this one beside the plain one (repeatable)", options.nameAmong("situation", names))
    .option("--skip <situation>", "leave one out (repeatable)", options.nameAmong("situation", leavable))
    .addOption(
      new Option("--timeout <duration>", "how long the command may run in each situation")
        .argParser(options.waiting)
        .default(30_000, "30s"),
    )
    .option("--lasting <duration>", "for clients that run until they are stopped: how long each runs before it is", options.waiting)
    .option("--report <format or format=file>", `${formats.join(", ")} (repeatable)`, wantedAmong<Wanted["format"]>(formats))
    .addHelpText(
      "after",
      `\nThe command gets TOUCHSTONE_URL, TOUCHSTONE_EMAIL, TOUCHSTONE_KEY and TOUCHSTONE_SITUATION.\n\nSituations:\n${situations
        .map(({ name, does }) => `  ${name.padEnd(16)}${does}\n`)
        .join("")}\nExit codes: 0 passed, 1 a situation failed, 2 usage, 3 nothing could be tried` +
        "\n\nExample:\n  $ touchstone client --report junit=client.xml -- node client.test.mjs",
    )
    .action(async (words: readonly string[], given: ClientOptions) => done(await client(words, given, io)));
}
