import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { type Command, Option } from "commander";
import type { Target } from "../conformance/client/target.ts";
import { CannotTest, Unfit, Unreachable, Untestable } from "../conformance/client/thrown.ts";
import type { HtmlMode } from "../conformance/compare/html.ts";
import type { Deviation } from "../conformance/run/baseline.ts";
import { PluginFault, SuiteCrash } from "../conformance/run/properties.ts";
import { newestLevel, type RulingName, type Vary } from "../sim/index.ts";
import { withKind } from "./file-kind.ts";
import { remember } from "./gate.ts";
import { exitCodes, type Io, isUsageError, UsageError } from "./io.ts";
import { type LedgerFile, ledgerFile } from "./ledger-file.ts";
import * as options from "./options.ts";
import { plugged } from "./plugin.ts";

/** The options that say what is tested. */
export interface TargetOptions {
  readonly target?: string;
  readonly level: "auto" | number;
  readonly brand: "auto" | string;
  readonly allowWaits: boolean;
  /** Whether a server may be left what nobody can remove; undefined for whether it is on this machine. */
  readonly allowTraces?: boolean;
  /** For the answer to a request, in milliseconds. */
  readonly timeout?: number;
  /** For a server that is starting, in milliseconds. */
  readonly wait?: number;
  readonly vary?: Vary;
  readonly compareHtml: HtmlMode;
  readonly like?: "zulip";
  /** The file of the ledger, with the undo of what changes on a server, while it is used. */
  readonly ledger?: string;
  readonly plugin?: readonly string[];
}

/** The options of a target where a command has none of its own. */
export const plainTarget = { level: "auto", brand: "auto", allowWaits: false, compareHtml: "structural" } as const satisfies TargetOptions;

export const defineTarget = (command: Command): Command =>
  command
    .argument("[url]", "the server to test; without it, and without --target, the embedded simulator")
    .option("--target <file>", "JSON file with the URL, the cast, the channels and the known deviations")
    .option("--level <auto or number>", `feature level to hold the target to, 1 to ${newestLevel}`, options.autoOr(options.level), "auto")
    .option("--brand <auto or word>", "the word that names carry on the wire", options.autoOr(options.brand), "auto")
    .option("--vary <seed or seed:names>", "vary the embedded simulator where the specification leaves it free", options.vary)
    .addOption(
      new Option("--compare-html <mode>", "how scenarios compare HTML: by its elements, words and links, or to the letter")
        .choices(["structural", "exact"])
        .default("structural"),
    )
    .addOption(
      new Option("--like <servers>", "hold the server also to what only such running servers show, and no sentence states").choices([
        "zulip",
      ]),
    )
    .option("--timeout <duration>", "how long to wait for an answer of a server (default: 10s)", options.waiting)
    .option("--wait <duration>", "how long to wait for a server that is starting, such as 30s (default: not at all)", options.waiting)
    .option(
      "--ledger <file>",
      "write here how to undo what the run changes on a server, for touchstone undo (default: among temporary files)",
    )
    .option("--allow-traces", "try also what leaves groups, folders, channels and emoji that nobody can remove (default: on this machine)")
    .option("--no-allow-traces", "try nothing of that")
    .option(
      "--plugin <file>",
      "a module with properties of your own, or a function that changes each request before it is sent (repeatable)",
      options.repeated,
    )
    .option("--allow-waits", "wait longer: 10 s for an event, 30 minutes for a limit on calls to pass, a minute for the clock", false);

/** The arguments that name the same target again. */
export const targetArgs = (
  url: string | undefined,
  { target, level, brand, allowWaits, allowTraces, timeout, vary, compareHtml, like, plugin = [] }: TargetOptions,
): string[] => [
  ...(url === undefined ? [] : [url]),
  ...(target === undefined ? [] : ["--target", target]),
  ...(level === "auto" ? [] : ["--level", String(level)]),
  ...(brand === "auto" ? [] : ["--brand", brand]),
  ...(compareHtml === "exact" ? ["--compare-html", compareHtml] : []),
  ...(like === undefined ? [] : ["--like", like]),
  ...(timeout === undefined ? [] : ["--timeout", `${timeout}ms`]),
  ...(allowWaits ? ["--allow-waits"] : []),
  ...(allowTraces === undefined ? [] : [allowTraces ? "--allow-traces" : "--no-allow-traces"]),
  ...plugin.flatMap((file) => ["--plugin", file]),
  ...(vary === undefined ? [] : ["--vary", typeof vary === "number" ? String(vary) : `${vary.seed}:${vary.only.join(",")}`]),
];

/** A target, and what its file lists as known deviations. */
export interface Opened {
  readonly target: Target;
  readonly deviations: readonly Deviation[];
  /** The rulings that its file accepts. */
  readonly accepts: readonly RulingName[];
  /** Returns how many changes of a server are not undone; undefined where none is left. */
  readonly left?: () => string | undefined;
}

/** The waits of `--allow-waits` for an event, for a limit on calls to pass and for the server's clock to go on, in milliseconds. */
const long = { poll: 10_000, rateLimit: 30 * 60_000, clock: 60_000 };

/** Returns an error of a target with what the user may have meant: a file in place of a URL, or another kind of file. */
export function withHint(problem: unknown, url: string | undefined, file: string | undefined): unknown {
  if (!isUsageError(problem)) return problem;
  if (file !== undefined) return new UsageError(withKind(problem.message, file, "--target"));
  return url !== undefined && existsSync(url)
    ? new UsageError(`${problem.message}; for a target file --target ${url} is accepted`)
    : problem;
}

async function open(url: string | undefined, given: TargetOptions, ledger: LedgerFile, io: Io): Promise<Opened> {
  const { target: file, level, brand, allowWaits, allowTraces, timeout, vary, like } = given;
  const before = await plugged(given.plugin, io);
  if (url === undefined && file === undefined) {
    if (given.wait !== undefined) throw new UsageError("--wait is for a server: a URL or --target stands beside it");
    const { embedded, embeddedServer } = await import("../conformance/targets/embedded.ts");
    return {
      target: embedded({ ...embeddedServer, ...options.overrides(given), ...options.defined({ vary }) }),
      deviations: [],
      accepts: [],
    };
  }
  if (vary !== undefined) throw new UsageError("--vary is for the embedded simulator: neither a URL nor --target stands beside it");
  const { openTarget } = await import("../conformance/targets/probe.ts");
  const patience = { ...(allowWaits && long), ...(timeout !== undefined && { request: timeout }) };
  const target = await openTarget({
    ...options.defined({ url, file, allowTraces }),
    ...{ level, brand, like, patience, before },
    onSecrets: remember,
    onLedger: (change, url) => ledger.note(change, url),
  }).catch((problem: unknown) => {
    throw withHint(problem, url, file);
  });
  return { target, deviations: target.deviations, accepts: target.accepts, left: ledger.left };
}

/** So often a server that is starting is tried, in milliseconds. */
const startMillis = 250;

/** Whether a server may be starting: nothing answers, or a gateway before it does. */
const mayStart = (problem: unknown): boolean =>
  problem instanceof Unreachable || (problem instanceof Unfit && (problem.target.ailment?.reply.status ?? 0) >= 500);

/** Opens a target, again and again while it may be starting, until the time for that is over or the user ends it. */
async function openStarted(url: string | undefined, given: TargetOptions, ledger: LedgerFile, io: Io): Promise<Opened> {
  const end = performance.now() + (given.wait ?? 0);
  let isEnded = false;
  const interrupted = io.interrupted().then(() => {
    isEnded = true;
  });
  for (;;) {
    try {
      return await open(url, given, ledger, io);
    } catch (problem) {
      if (!mayStart(problem) || isEnded || performance.now() >= end) throw problem;
      await Promise.race([setTimeout(startMillis), interrupted]);
    }
  }
}

/** Returns why nothing is known of the target, in one line; undefined where a problem is of another kind. */
function whyUntested(problem: unknown): string | undefined {
  if (problem instanceof CannotTest || problem instanceof Untestable || problem instanceof PluginFault) return problem.message;
  if (!(problem instanceof SuiteCrash)) return undefined;
  return `${problem.message.replaceAll(/\s+/g, " ")}; this is a fault of the suite, not a difference of the server`;
}

/**
 * Opens the target, uses it and closes it. What does not speak as the specification's servers do is used too where `unfit` is set: it gives
 * a report of its own. A target that cannot be tested, and a fault of the suite, is one line and an exit code of its own.
 */
export async function withTarget(
  url: string | undefined,
  given: TargetOptions,
  io: Io,
  use: (opened: Opened) => Promise<number>,
  { unfit = false } = {},
): Promise<number> {
  const ledger = ledgerFile(given.ledger, given.target, io);
  try {
    const opened = await openStarted(url, given, ledger, io).catch((problem: unknown): Opened => {
      if (unfit && problem instanceof Unfit) return { target: problem.target, deviations: [], accepts: [] };
      throw problem;
    });
    try {
      return await use(opened);
    } finally {
      await opened.target.close();
      ledger.close();
    }
  } catch (problem) {
    const why = whyUntested(problem);
    if (why === undefined) throw problem;
    io.err(`touchstone: could not test: ${why}\n`);
    return exitCodes.untested;
  }
}
