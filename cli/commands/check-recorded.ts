import type { Command } from "commander";
import { clauses } from "../../conformance/catalogue/catalogue.ts";
import { Untestable } from "../../conformance/expect.ts";
import { checkRecorded, type Recording, RecordingError, readRecording } from "../../conformance/recorded/index.ts";
import { type Deviation, judged } from "../../conformance/run/baseline.ts";
import { readAs } from "../file-kind.ts";
import { readText } from "../files.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { defined, overrides, today } from "../options.ts";
import { exitCodeOf, withText, write } from "../reports.ts";
import { targetArgs } from "../target.ts";
import type { CheckOptions } from "./check.ts";

/** The options of `check` that concern a file. */
const concerned = new Set(["from", "account", "level", "brand", "like", "compareHtml", "rulings", "accept", "report", "baseline"]);

/** @throws UsageError: an option is given that says nothing about a file; `--target` has an error of its own */
export function refuseUnrecorded(command: Command): void {
  const odd = command.options.find((option) => {
    const name = option.attributeName();
    return name !== "target" && !concerned.has(name) && command.getOptionValueSource(name) === "cli";
  });
  if (!odd) return;
  const accepted = [...concerned].map((name) => `--${name.replace("H", "-h")}`).join(", ");
  throw new UsageError(`${odd.long} says nothing about recorded traffic; beside --from are accepted ${accepted.replace("--from, ", "")}`);
}

/** @throws UsageError: the file cannot be read, or is no recording; it names the place */
function recordingIn(file: string, account: string | undefined): Recording {
  const content = readText(file, `--from ${file}`);
  return readAs({ file, taker: "--from", kind: RecordingError, before: `--from ${file}: ` }, () => readRecording(content, account));
}

/** `touchstone check --from`: judges the server and the clients of traffic that was recorded. */
export async function checkFile(
  given: CheckOptions & { readonly from: string },
  listed: readonly Deviation[] | undefined,
  io: Io,
): Promise<number> {
  const { from, account, like, compareHtml: html, rulings, accept = [] } = given;
  const recording = recordingIn(from, account);
  try {
    const found = checkRecorded(recording, { like, html, accepts: accept, ...overrides(given), ...defined({ rulings }) });
    const report = listed ? judged(found, listed, today()) : found;
    const args = [
      "--from",
      from,
      ...(account === undefined ? [] : ["--account", account]),
      ...targetArgs(undefined, given),
      ...accept.flatMap((name) => ["--accept", name]),
    ];
    await write(report, withText(given.report), { clauses, args, saved: new Map(), listed }, io);
    return exitCodeOf(report, "check", io);
  } catch (problem) {
    if (!(problem instanceof Untestable)) throw problem;
    io.err(`touchstone: could not test: ${problem.message}\n`);
    return exitCodes.untested;
  }
}
