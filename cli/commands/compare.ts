import { existsSync } from "node:fs";
import { type Command, Option } from "commander";
import { clauses } from "../../conformance/catalogue/catalogue.ts";
import { compareTargets } from "../../conformance/check/compare-targets.ts";
import { type Exactness, exactly, Unlike } from "../../conformance/check/exact.ts";
import { hidden } from "../../conformance/client/seen.ts";
import { routesOfEndpoints } from "../../conformance/run/needs.ts";
import { acceptedWords } from "../configured.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import * as options from "../options.ts";
import { visible } from "../render/visible.ts";
import { exitCodeOf, prepare, reportWords, wanted, withText, write } from "../reports.ts";
import { type Opened, plainTarget, type TargetOptions, targetArgs, withTarget } from "../target.ts";
import { amountArgs, type CheckOptions } from "./check-options.ts";
import { selected } from "./check-selection.ts";

type OfCheck = "seed" | "only" | "skip" | "accept" | "report" | "concurrency" | "timeout" | "compareHtml" | "shrink";

export interface CompareOptions extends Pick<CheckOptions, OfCheck> {
  readonly runs: number;
  readonly tries?: number;
  readonly steps: number;
  /** Whether the two are compared with each other alone, to the letter. */
  readonly exact?: boolean;
}

/** Options that both targets have in common. */
const plainOf = ({ timeout, compareHtml }: CompareOptions): TargetOptions => {
  return { ...plainTarget, compareHtml, ...options.defined({ timeout }) };
};

/** A target by its file or its URL. */
function named(text: string, given: CompareOptions): readonly [url: string | undefined, given: TargetOptions] {
  const plain = plainOf(given);
  return existsSync(text) || !/^https?:\/\//.test(text) ? [undefined, { ...plain, target: text }] : [text, plain];
}

/** Returns what differs between two servers, a line with the count for each place and one with an example, and the share that agrees. */
function exactText({ parts, differences, ...all }: Exactness): string {
  const number = (count: number): string => count.toLocaleString("en");
  const brief = (value: unknown): string => visible((JSON.stringify(value) ?? "nothing").slice(0, 120));
  const lines = differences.map(({ route, field, count, example: { request, first, second } }) => {
    const asked = `${request.as ?? "nobody"} ${request.method} ${request.path} ${brief(hidden(request.fields))}`;
    return `${visible(`${route} ${field}`)}: ${number(count)}\n  ${asked}\n  ${brief(hidden(first))} and ${brief(hidden(second))}\n`;
  });
  const share = ({ exchanges, agreeing }: typeof all): string => {
    const percent = exchanges === 0 ? 0 : Math.floor((10_000 * agreeing) / exchanges) / 100;
    return `${number(agreeing)} of ${number(exchanges)} exchanges agree (${percent} %)`;
  };
  const asked = Object.entries(parts).filter(([, { exchanges }]) => exchanges > 0 && exchanges < all.exchanges);
  return `${lines.join("")}${share(all)}\n${asked.map(([part, counts]) => `  ${part}: ${share(counts)}\n`).join("")}`;
}

type Use = (a: Opened, b: Opened, seed: number) => Promise<number>;

/** Opens both targets, and says with which seed they are compared. */
function withBoth(first: string, second: string, given: CompareOptions, io: Io, use: Use): Promise<number> {
  const seed = given.seed ?? options.randomSeed();
  return withTarget(...named(first, given), io, (a) =>
    withTarget(...named(second, given), io, (b) => {
      io.err(`touchstone compare: seed ${seed}\n`);
      return use(a, b, seed);
    }),
  );
}

/** Refuses texts that are no routes. @throws UsageError */
function refuseOthers(routes: readonly string[] = []): void {
  const odd = routes.find((route) => !/^[A-Z]+ \//.test(route));
  if (odd === undefined) return;
  const accepted = acceptedWords(odd, [...routesOfEndpoints.values()]);
  throw new UsageError(`--only ${odd}: --exact takes routes, such as 'POST /messages'; ${accepted}`);
}

/** `touchstone compare --exact`: the same on two servers in lock step, to the letter. */
function compareExactly(first: string, second: string, given: CompareOptions, io: Io): Promise<number> {
  const { runs, steps, only } = given;
  refuseOthers(only);
  return withBoth(first, second, given, io, async (a, b, seed) => {
    if (a.target.url === b.target.url)
      throw new UsageError("--exact: the two are one server, which would be asked everything twice; two servers are accepted");
    try {
      const found = await exactly(a.target, b.target, { seed, runs, steps, ...options.defined({ only }) });
      io.out(exactText(found));
      if (found.exchanges === 0) {
        io.err(`touchstone compare: nothing was compared${only ? `: no scenario asks ${only.join(" or ")}` : ""}\n`);
        return exitCodes.untested;
      }
      return found.differences.length === 0 ? exitCodes.ok : exitCodes.differs;
    } catch (problem) {
      if (!(problem instanceof Unlike)) throw problem;
      throw new UsageError(`--exact: ${problem.message}`);
    }
  });
}

/** `touchstone compare`: the same on two servers and the model, and which of the servers does what otherwise. */
export async function compare(first: string, second: string, given: CompareOptions, io: Io): Promise<number> {
  if (given.exact) return compareExactly(first, second, given, io);
  prepare(given.report ?? []);
  const { runs, steps, shrink, compareHtml: html, tries, skip, concurrency } = given;
  const { only } = selected(options.defined({ only: given.only }));
  return withBoth(first, second, given, io, async (a, b, seed) => {
    const accepts = [...new Set([...a.accepts, ...b.accepts, ...(given.accept ?? [])])];
    const report = await compareTargets(a.target, b.target, {
      ...{ seed, runs, steps, shrink, html, accepts, deviations: b.deviations },
      ...options.defined({ tries, concurrency, only, skip }),
    });
    const { tries: drawn, drawing } = amountArgs(given);
    const accepted = (given.accept ?? []).flatMap((name) => ["--accept", name]);
    const own = [...accepted, ...drawn, ...targetArgs(undefined, plainOf(given))];
    const context = { clauses, args: [], command: ["compare", first, second], options: own, drawing, saved: new Map<string, string>() };
    await write(report, withText(given.report), context, io);
    return exitCodeOf(report, "compare", io);
  });
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .argument("<first>", "URL or target file of the server to compare with, such as the release in use")
    .argument("<second>", "URL or target file of the server under test")
    .option("--seed <number>", "seed of what is drawn (default: a random one, printed)", options.seed)
    .option("--runs <number>", "generated scenarios", options.count, 100)
    .option("--tries <number>", "runs of each property that draws", options.count)
    .option("--steps <number>", "steps of a scenario at most", options.positive, 30)
    .option("--only <pattern>", "run what has this address; * is any text (repeatable)", options.repeated)
    .option("--skip <pattern>", "leave out what has this address (repeatable)", options.repeated)
    .option("--accept <ruling or observed>", "accept a point that running servers decide otherwise (repeatable)", options.accepted)
    .option("--report <format or format=file>", reportWords, wanted)
    .option("--concurrency <number>", "how many properties or scenarios are under way at once", options.positive)
    .option("--timeout <duration>", "how long to wait for an answer (default: 10s)", options.waiting)
    .addOption(new Option("--compare-html <mode>", "how scenarios compare HTML").choices(["structural", "exact"]).default("structural"))
    .option("--exact", "compare the two with each other to the letter, in lock step; --only takes routes, such as 'POST /messages'")
    .option("--no-shrink", "leave scenarios as long as they were drawn")
    .addHelpText(
      "after",
      `\nExit codes: ${exitCodes.ok} the second differs from the model only as the first does, ${exitCodes.differs} otherwise, ${exitCodes.usage} usage, ${exitCodes.untested} could not test` +
        "\n\nExample:\n  $ touchstone compare https://old.example.org https://new.example.org --report html=compared.html",
    )
    .action(async (first: string, second: string, given: CompareOptions) => done(await compare(first, second, given, io)));
}
