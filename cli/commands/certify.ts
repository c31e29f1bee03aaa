import type { Command } from "commander";
import { type Certified, certify as certified } from "../../conformance/certificate/index.ts";
import { exitCodes, type Io } from "../io.ts";
import { type Colours, coloursFor } from "../render/colours.ts";
import { columns } from "../render/columns.ts";
import { visibleLines } from "../render/visible.ts";

export interface CertifyOptions {
  readonly json: boolean;
}

/** Digits of a digest that the table shows. */
const digestLength = 16;
/** Characters of an exchange that differs. */
const longest = 2000;

/** The outcome as a table, and the first exchange of each run that differs. */
export function certificateText(rows: readonly Certified[], { bold, green, red }: Colours): string {
  const differing = rows.filter(({ differsAt }) => differsAt !== undefined);
  const isEqual = ({ differsAt }: Certified): string => (differsAt === undefined ? green("equal") : red("differs"));
  const table = columns(rows.map((row) => [row.name, String(row.exchanges), row.digest.slice(0, digestLength), isEqual(row)]));
  const firstDifferences = differing.flatMap(({ name, differsAt, exchange }) => [
    "",
    bold(differsAt === 0 ? `${name}: the package has no such run` : `${name}: the first exchange that differs is number ${differsAt}`),
    ...(exchange === undefined ? [] : [visibleLines(exchange.slice(0, longest))]),
  ]);
  const closing =
    differing.length === 0
      ? green(`All ${rows.length} runs are equal to those of the package.`)
      : red(`${differing.length} of ${rows.length} runs differ from those of the package.`);
  return [...table, ...firstDifferences, "", closing, ""].join("\n");
}

/** `touchstone certify`: a fixed set of runs of the simulator, held against the digests in the package. */
export async function certify(given: CertifyOptions, io: Io): Promise<number> {
  const rows = await certified();
  io.out(given.json ? `${JSON.stringify(rows, null, 2)}\n` : certificateText(rows, coloursFor(io)));
  return rows.some(({ differsAt }) => differsAt !== undefined) ? exitCodes.differs : exitCodes.ok;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .option("--json", "print JSON", false)
    .addHelpText("after", "\nExit codes: 0 equal, 1 differs\n\nExample:\n  $ touchstone certify")
    .action(async (given: CertifyOptions) => done(await certify(given, io)));
}
