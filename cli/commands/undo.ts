import type { Command } from "commander";
import { CannotTest } from "../../conformance/client/thrown.ts";
import { openTarget } from "../../conformance/targets/probe.ts";
import { type Environment, readTargetFile } from "../../conformance/targets/target-file.ts";
import { appendSafe, remember } from "../gate.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { ledgerIn, rewriteLedger } from "../ledger-file.ts";
import * as options from "../options.ts";

export interface UndoOptions {
  readonly url?: string;
  readonly target?: string;
  /** For the answer to a request, in milliseconds. */
  readonly timeout?: number;
}

/** Refuses to send the keys of a target file to a server that it does not name. @throws UsageError */
async function requireSameServer(ledger: string, url: string, given: string | undefined, target: string | undefined, env: Environment) {
  const named = given ?? (target === undefined ? undefined : (await readTargetFile(target, env)).url);
  if (named === undefined || new URL(named).href === new URL(url).href) return;
  const from = given === undefined ? `the target file names ${named}` : `--url is ${named}`;
  throw new UsageError(`${ledger} is of ${url}, and ${from}: --url ${url} is accepted`);
}

/** `touchstone undo`: takes back what a run that was killed changed on a server, as its ledger says. */
export async function undo(file: string, given: UndoOptions, io: Io): Promise<number> {
  const { url, target: ofRun, entries } = ledgerIn(file, file);
  const target = given.target ?? ofRun;
  const env = io.env ?? {};
  if (entries.length === 0) {
    io.out(`nothing is left to undo in ${file}\n`);
    return exitCodes.ok;
  }
  try {
    await requireSameServer(file, url, given.url, target, env);
    const patience = options.defined({ request: given.timeout });
    const opened = await openTarget({ url, sends: false, ...options.defined({ file: target }), env, patience, onSecrets: remember });
    try {
      const done = new Set<string>();
      const strike = (key: string): void => {
        done.add(key);
        appendSafe(file, `${JSON.stringify({ gone: key })}\n`);
      };
      const left = await opened.undo(entries, strike, true);
      rewriteLedger(file, { url, target: ofRun, entries: entries.filter(({ key }) => !done.has(key)) });
      for (const line of left) io.out(`not undone: ${line}\n`);
      io.out(`${done.size} of ${entries.length} changes on ${url} are undone\n`);
      return left.length === 0 ? exitCodes.ok : exitCodes.differs;
    } finally {
      await opened.close();
    }
  } catch (problem) {
    if (!(problem instanceof CannotTest)) throw problem;
    io.err(`touchstone undo: ${problem.message}; what is not undone stays in ${file}\n`);
    return exitCodes.untested;
  }
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .argument("<ledger>", "the file that a run named when it began to change something")
    .option("--target <file>", "target file with the accounts (default: that of the run)")
    .option("--url <url>", "base URL of the server, where the target file names another")
    .option("--timeout <duration>", "how long to wait for an answer (default: 10s)", options.waiting)
    .addHelpText(
      "after",
      "\nExit codes: 0 all is undone, 1 something is not, 2 usage, 3 the server cannot be reached" +
        "\n\nExample:\n  $ touchstone undo /tmp/touchstone-m3k2.jsonl",
    )
    .action(async (file: string, given: UndoOptions) => done(await undo(file, given, io)));
}
