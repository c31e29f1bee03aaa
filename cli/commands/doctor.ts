import { type Command, Option } from "commander";
import { CannotTest } from "../../conformance/targets/cannot-test.ts";
import { type Diagnosis, doctor } from "../../conformance/targets/doctor.ts";
import { type OpenOptions, openTarget } from "../../conformance/targets/probe.ts";
import { TargetFileError } from "../../conformance/targets/target-file.ts";
import { newestLevel } from "../../sim/index.ts";
import { remember } from "../gate.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import * as options from "../options.ts";
import { coloursFor } from "../render/colours.ts";
import { diagnosisText } from "../render/doctor.ts";
import { quoted } from "../render/replay-line.ts";
import { targetArgs } from "../target.ts";

export interface DoctorOptions {
  readonly target?: string;
  readonly level: "auto" | number;
  readonly brand: "auto" | string;
  /** For the answer to a request, in milliseconds. */
  readonly timeout?: number;
  /** As for `check`: undefined for whether the server is on this machine. */
  readonly allowTraces?: boolean;
  readonly json: boolean;
}

async function diagnosed(asked: OpenOptions): Promise<Diagnosis> {
  let target: Awaited<ReturnType<typeof openTarget>>;
  try {
    target = await openTarget({ ...asked, onSecrets: remember });
  } catch (problem) {
    if (problem instanceof CannotTest) return doctor(problem);
    if (problem instanceof TargetFileError) throw new UsageError(problem.message);
    throw problem;
  }
  try {
    return await doctor(target);
  } finally {
    await target.close();
  }
}

/** The arguments that name the same target for `check`. */
const namedBy = (url: string | undefined, given: DoctorOptions): string[] =>
  targetArgs(url, { ...given, allowWaits: false, compareHtml: "structural" });

/** `touchstone doctor`: what a target is, and what of it can be tested. */
export async function examine(url: string | undefined, given: DoctorOptions, io: Io): Promise<number> {
  const { target, level, brand, timeout, allowTraces, json } = given;
  if (url === undefined && target === undefined) throw new UsageError("whom to examine is missing; a URL or --target <file> is accepted");
  const patience = timeout === undefined ? {} : { patience: { request: timeout } };
  const traces = allowTraces === undefined ? {} : { allowTraces };
  const asked = { level, brand, ...patience, ...traces, ...(url !== undefined && { url }), ...(target !== undefined && { file: target }) };
  const diagnosis = await diagnosed({ ...asked, ...(io.env && { env: io.env }) });
  const isTestable = diagnosis.problem === null && diagnosis.properties.testable > 0;
  const check = isTestable ? ["npx", "touchstone", "check", ...namedBy(url, given)].map(quoted).join(" ") : undefined;
  io.out(json ? `${JSON.stringify({ ...diagnosis, check: check ?? null })}\n` : diagnosisText(diagnosis, coloursFor(io), check));
  return isTestable ? exitCodes.ok : exitCodes.untested;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .argument("[url]", "base URL of the server; without one, that of the target file")
    .option("--target <file>", "target file: URL, accounts, channels")
    .addOption(
      new Option("--level <auto or number>", `feature level, 1 to ${newestLevel}`).argParser(options.autoOr(options.level)).default("auto"),
    )
    .addOption(
      new Option("--brand <auto or word>", "the word that names carry on the wire")
        .argParser(options.autoOr(options.brand))
        .default("auto"),
    )
    .addOption(new Option("--timeout <duration>", "how long to wait for an answer (default: 10s)").argParser(options.waiting))
    .option(
      "--allow-traces",
      "count also what leaves groups, folders, channels and emoji that nobody can remove (default: on this machine)",
    )
    .option("--no-allow-traces", "count nothing of that")
    .option("--json", "print one line of JSON instead", false)
    .addHelpText("after", "\nExample:\n  $ touchstone doctor https://chat.example.com --target target.json")
    .action(async (url: string | undefined, given: DoctorOptions) => done(await examine(url, given, io)));
}
