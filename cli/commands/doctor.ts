import type { Command } from "commander";
import { CannotTest } from "../../conformance/client/thrown.ts";
import { doctorTells, remedies } from "../../conformance/report/remedies.ts";
import { type Diagnosis, doctor } from "../../conformance/targets/doctor.ts";
import type { HttpTarget } from "../../conformance/targets/http.ts";
import { type OpenOptions, openTarget } from "../../conformance/targets/probe.ts";
import { missingToPrepare } from "../../conformance/targets/probe-routes.ts";
import { newestLevel } from "../../sim/index.ts";
import { remember } from "../gate.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import * as options from "../options.ts";
import { type Colours, coloursFor } from "../render/colours.ts";
import { quoted } from "../render/replay-line.ts";
import { block, columns } from "../render/visible.ts";
import { plainTarget, type TargetOptions, targetArgs, withHint } from "../target.ts";

const mostMembers = 10;
const mostReasons = 8;

const andMore = (all: number, shown: number, of: string): string[] =>
  all > shown ? [`  and ${all - shown} more ${of}: --json lists all`] : [];

function castLines({ cast }: Diagnosis): string[] {
  if (cast.length === 0) return ["  nobody"];
  const rows = cast.slice(0, mostMembers).map(({ name, user_id, role, is_bot, is_deactivated, password }) => {
    const facts = [...(is_bot ? ["bot"] : []), ...(is_deactivated ? ["deactivated"] : []), ...(password ? ["password known"] : [])];
    return [`  ${name}`, role, user_id === null ? "id not known" : `id ${user_id}`, facts.join(", ")];
  });
  return [...columns(rows), ...andMore(cast.length, mostMembers, "members")];
}

function untestableLines({ untestable, properties }: Diagnosis): string[] {
  const rows = untestable.slice(0, mostReasons).map(({ reason, properties: those }) => [`  ${String(those.length).padStart(4)}`, reason]);
  return [
    `${properties.testable} of ${properties.all} properties can be tested${untestable.length > 0 ? "; not" : ""}`,
    ...columns(rows),
    ...andMore(untestable.length, mostReasons, "reasons"),
  ];
}

/** Remedies that would let more properties be tested, by how many. */
function remedyLines({ untestable }: Diagnosis, { bold }: Colours): string[] {
  const all = remedies(untestable.flatMap(({ reason, properties }) => properties.map(() => reason)));
  return block(
    bold("what would help"),
    columns(all.map(({ remedy, count }) => [`  ${String(count).padStart(4)}`, remedy.replace(doctorTells, "")])),
  );
}

/** The accounts that are missing, with the number of properties that each would add. */
function missingLines({ missing: { accounts, together } }: Diagnosis, { bold }: Colours): string[] {
  const rows = accounts.map(({ name, role, is_bot, is_deactivated, adds }) => [
    `  ${name}`,
    `${is_bot ? "bot" : role}${is_deactivated ? ", deactivated" : ""}`,
    `adds ${adds}`,
  ]);
  const all = accounts.length > 1 ? [["  all of these", "", `add ${together}`]] : [];
  return block(bold("accounts that are missing, and the properties that each would add"), columns([...rows, ...all]));
}

/** The endpoints that are not there, those first that add most, each with the number of properties that it alone would add, and that wait for it. */
function routeLines({ missingRoutes, untestable }: Diagnosis, { bold }: Colours): string[] {
  const counts = new Map(untestable.map(({ reason, properties }) => [reason, properties.length]));
  const rows = missingRoutes
    .map(({ route, adds }) => ({ route, adds, waiting: counts.get(`waits for ${route}`) ?? 0 }))
    .filter(({ adds, waiting }) => adds + waiting > 0)
    .sort((a, b) => b.adds - a.adds || b.waiting - a.waiting)
    .map(({ route, adds, waiting }) => [`  ${route}`, `adds ${adds}`, `of ${waiting} that wait for it`]);
  return block(bold("endpoints that are missing, and the properties that each would add"), columns(rows));
}

/** Returns the lines about what a run leaves on the server, before it is run. */
function leavingLines({ leaves }: Diagnosis, { bold }: Colours): string[] {
  const rows = leaves.map(({ what, most }) => [`  ${what}`, most === null ? "" : `${most} at most`]);
  return block(bold("what a whole run leaves there; all else that it changes it takes back"), columns(rows));
}

/**
 * A diagnosis on one screen.
 * @param check the command that tests the target; undefined where it cannot be tested
 */
export function diagnosisText(diagnosis: Diagnosis, colours: Colours, check?: string): string {
  const { bold, green, red, yellow, cyan } = colours;
  const { problem, url, level, brand, control, channels, notes } = diagnosis;
  if (problem !== null) return `${red("cannot be tested")}: ${problem}\n`;
  const mapped = Object.entries(channels).map(([name, id]) => `${name} (${id})`);
  return [
    `${green("can be tested")}: ${url}`,
    `level ${level}, brand ${brand}, ${control ? "with" : "without"} control API`,
    ...notes.map((note) => `${yellow("note")}: ${note}`),
    "",
    bold("cast"),
    ...castLines(diagnosis),
    bold("channels"),
    `  ${mapped.length === 0 ? "none" : mapped.join(", ")}`,
    "",
    ...routeLines(diagnosis, colours),
    ...untestableLines(diagnosis),
    "",
    ...remedyLines(diagnosis, colours),
    ...missingLines(diagnosis, colours),
    ...leavingLines(diagnosis, colours),
    ...(check === undefined ? [] : [`next: ${cyan(check)}`, ""]),
  ].join("\n");
}

export interface DoctorOptions extends Pick<TargetOptions, "target" | "level" | "brand" | "timeout" | "allowTraces"> {
  readonly json: boolean;
}

async function diagnosed(asked: OpenOptions): Promise<Diagnosis> {
  let target: HttpTarget;
  try {
    target = await openTarget({ ...asked, sends: false, onSecrets: remember });
  } catch (problem) {
    if (problem instanceof CannotTest) return doctor(problem);
    throw withHint(problem, asked.url, asked.file);
  }
  try {
    return await doctor(target, undefined, await missingToPrepare(target));
  } finally {
    await target.close();
  }
}

/** `touchstone doctor`: what a target is, and what of it can be tested. */
export async function examine(url: string | undefined, given: DoctorOptions, io: Io): Promise<number> {
  const { target: file, level, brand, timeout, allowTraces, json } = given;
  if (url === undefined && file === undefined) throw new UsageError("whom to examine is missing; a URL or --target <file> is accepted");
  const patience = options.defined({ request: timeout });
  const diagnosis = await diagnosed({ level, brand, patience, ...options.defined({ url, file, allowTraces, env: io.env }) });
  const isTestable = diagnosis.problem === null && diagnosis.properties.testable > 0;
  const args = ["npx", "touchstone", "check", ...targetArgs(url, { ...plainTarget, ...given })];
  const check = isTestable ? args.map(quoted).join(" ") : undefined;
  io.out(json ? `${JSON.stringify({ ...diagnosis, check: check ?? null })}\n` : diagnosisText(diagnosis, coloursFor(io), check));
  return isTestable ? exitCodes.ok : exitCodes.untested;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .argument("[url]", "base URL of the server; without one, that of the target file")
    .option("--target <file>", "target file: URL, accounts, channels")
    .option("--level <auto or number>", `feature level, 1 to ${newestLevel}`, options.autoOr(options.level), "auto")
    .option("--brand <auto or word>", "the word that names carry on the wire", options.autoOr(options.brand), "auto")
    .option("--timeout <duration>", "how long to wait for an answer (default: 10s)", options.waiting)
    .option(
      "--allow-traces",
      "count also what leaves groups, folders, channels and emoji that nobody can remove (default: on this machine)",
    )
    .option("--no-allow-traces", "count nothing of that")
    .option("--json", "print one line of JSON instead", false)
    .addHelpText("after", "\nExample:\n  $ touchstone doctor https://chat.example.com --target target.json")
    .action(async (url: string | undefined, given: DoctorOptions) => done(await examine(url, given, io)));
}
