import { brotliDecompressSync, constants } from "node:zlib";
import type { Command } from "commander";
import { type Certified, certify as certified, readTranscripts, type Transcript } from "../../conformance/certificate/index.ts";
import { chosen } from "../../conformance/check/check.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import * as options from "../options.ts";
import { packaged } from "../packaged.ts";
import { type Colours, print } from "../render/colours.ts";
import { columns, visibleLines } from "../render/visible.ts";

/** Returns the transcripts that come with the package. */
export function packagedTranscripts(): readonly Transcript[] {
  const files = ["levels", "directed", "drawn"];
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  return files.flatMap((name) =>
    readTranscripts(brotliDecompressSync(packaged(`fixtures/transcripts/${name}.jsonl.br`), { params }).toString()),
  );
}

export interface CertifyOptions {
  readonly json: boolean;
  /** Whether runs that are equal are listed, too. */
  readonly all: boolean;
  readonly only?: readonly string[];
}

/** Digits of a digest that the table shows. */
const digestLength = 16;

/** The outcome: a table of the runs that differ, or of all, the first answer of each that differs, and a line that counts them. */
export function certificateText(rows: readonly Certified[], { bold, green, red }: Colours, all = false): string {
  const differing = rows.filter((row) => row.differing > 0);
  const isEqual = (row: Certified): string => (row.differing === 0 ? green("equal") : red(`${row.differing} differ`));
  const table = columns(
    (all ? rows : differing).map((row) => [row.name, String(row.exchanges), row.digest.slice(0, digestLength), isEqual(row)]),
  );
  const firstDifferences = differing.flatMap(({ name, first = "" }) => [
    "",
    bold(`${name}: the first answer that differs`),
    visibleLines(first),
  ]);
  const closing =
    differing.length === 0
      ? green(`All ${rows.length} runs are equal to those of the package.`)
      : red(`${differing.length} of ${rows.length} runs differ from those of the package.`);
  return [...table, ...firstDifferences, ...(table.length > 0 ? [""] : []), closing, ""].join("\n");
}

/** `touchstone certify`: replays the transcripts of the package and compares every answer. */
export async function certify(
  { json, all, only }: CertifyOptions,
  io: Io,
  transcripts: readonly Transcript[] = packagedTranscripts(),
): Promise<number> {
  const names = chosen(
    transcripts.map(({ run }) => run),
    options.defined({ only }),
  );
  if (names.length === 0) throw new UsageError(`no run is called so; there are ${transcripts.length}, such as ${transcripts.at(-1)?.run}`);
  const rows = certified(transcripts.filter(({ run }) => names.includes(run)));
  print(io, json, rows, (colours) => certificateText(rows, colours, all));
  return rows.some(({ differing }) => differing > 0) ? exitCodes.differs : exitCodes.ok;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .option("--only <pattern>", "runs with this name; * is any text (repeatable)", options.repeated)
    .option("--all", "print a line for each run, not for those alone that differ", false)
    .option("--json", "print JSON", false)
    .addHelpText("after", "\nExit codes: 0 equal, 1 differs, 2 usage\n\nExample:\n  $ touchstone certify --only 'level 372*'")
    .action(async (given: CertifyOptions) => done(await certify(given, io)));
}
