import type { Command } from "commander";
import { list as listed } from "../../conformance/list.ts";
import { rulings } from "../../sim/index.ts";
import { exitCodes, type Io } from "../io.ts";
import { coloursFor } from "../render/colours.ts";
import { clauseList, rulingList } from "../render/list.ts";

export interface ListOptions {
  readonly json: boolean;
  readonly rulings: boolean;
}

/** `touchstone list`: every clause with its proofs, or every ruling with its choices. */
export function list(given: ListOptions, io: Io): number {
  const all = listed();
  if (given.json) io.out(`${JSON.stringify(given.rulings ? rulings : all, null, 2)}\n`);
  else io.out(given.rulings ? rulingList(rulings, coloursFor(io)) : clauseList(all, coloursFor(io)));
  return exitCodes.ok;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .option("--rulings", "points on which the specification is silent, with their choices and reasons", false)
    .option("--json", "print JSON", false)
    .addHelpText("after", "\nExample:\n  $ touchstone list --json")
    .action((given: ListOptions) => done(list(given, io)));
}
