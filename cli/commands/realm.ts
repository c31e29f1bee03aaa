import type { Command } from "commander";
import { Untestable } from "../../conformance/expect.ts";
import { realmFileOf } from "../../conformance/model/mirror/realm-file.ts";
import { type CopyDifference, verified } from "../../conformance/model/mirror/verified.ts";
import { RealmFileError, realmSchema } from "../../sim/index.ts";
import { writeText } from "../files.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import * as options from "../options.ts";
import { plainTarget, withTarget } from "../target.ts";

export interface RealmOptions {
  readonly from?: string;
  readonly target?: string;
  readonly messages: number;
  readonly out?: string;
  readonly timeout?: number;
  readonly schema?: boolean;
  readonly verify?: boolean;
}

function write(file: string | undefined, text: string, io: Io): void {
  if (file === undefined) io.out(text);
  else writeText(file, text, `--out ${file}`);
}

const mostShown = 100;

const shown = (value: unknown): string => {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
};

const lineOf = ({ route, path, as, theirs, ours, count }: CopyDifference): string =>
  `${route} ${path || "the answer"}: ${count} times, for ${as} the server says ${shown(theirs)}, the copy ${shown(ours)}`;

/** `touchstone realm`: a realm file from what a server tells some of its accounts, or the JSON schema of such files. */
export async function realm(given: RealmOptions, io: Io): Promise<number> {
  const { from, target, messages, out, timeout, schema } = given;
  if (schema) {
    if (from !== undefined || target !== undefined)
      throw new UsageError("--schema goes without --from and --target: it is the same for all servers");
    write(out, `${JSON.stringify(realmSchema, null, 2)}\n`, io);
    return exitCodes.ok;
  }
  if (from === undefined && target === undefined)
    throw new UsageError("--from <url> or --target <file> names the server, --schema prints the schema of realm files");
  return withTarget(from, { ...plainTarget, ...options.defined({ timeout, target }) }, io, async (opened) => {
    if (Object.keys(opened.target.cast).length === 0)
      throw new UsageError("--target <file> with an account is missing: a server tells nothing without credentials");
    try {
      const file = await realmFileOf(opened.target, messages);
      if (out !== undefined || !given.verify) write(out, `${JSON.stringify(file.realm, null, 2)}\n`, io);
      for (const note of file.notes) io.err(`touchstone realm: ${note}\n`);
      if (!given.verify) return exitCodes.ok;
      const { differences, compared } = await verified(opened.target, file.realm, messages);
      for (const difference of differences) io.err(`touchstone realm: ${lineOf(difference)}\n`);
      io.err(`touchstone realm: ${compared} answers compared, ${differences.length} places differ\n`);
      return differences.length === 0 ? exitCodes.ok : exitCodes.differs;
    } catch (problem) {
      if (!(problem instanceof RealmFileError || problem instanceof Untestable)) throw problem;
      io.err(`touchstone realm: ${problem.message}\n`);
      return exitCodes.untested;
    }
  });
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .option("--from <url>", "the server")
    .option("--target <file>", "target file with the accounts whose keys are used; one is enough")
    .option("--messages <number>", "so many of the newest messages of each account", options.count, 1000)
    .option("--out <file>", "where to write (default: stdout, or nowhere with --verify)")
    .option("--timeout <duration>", "how long to wait for an answer (default: 10s)", options.waiting)
    .option("--verify", "read all that the accounts can read on the server and on a simulator with the file; exit code 1 where they differ")
    .option("--schema", "print the JSON schema of realm files, draft 2020-12, for editors")
    .addHelpText(
      "after",
      "\nExamples:\n  $ touchstone realm --from https://chat.example.org --target target.json --out realm.json\n  $ touchstone serve --realm realm.json\n  $ touchstone realm --schema > realm.schema.json",
    )
    .action(async (given: RealmOptions) => done(await realm(given, io)));
}
