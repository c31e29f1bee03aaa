import type { Command } from "commander";
import { list as listed } from "../../conformance/engine/list.ts";
import { judgeRules, rulings } from "../../sim/index.ts";
import { exitCodes, type Io } from "../io.ts";
import { coloursFor } from "../render/colours.ts";
import { ruleList } from "../render/judge.ts";
import { clauseList, rulingList } from "../render/list.ts";

export interface ListOptions {
  readonly json: boolean;
  readonly rulings: boolean;
  readonly judge: boolean;
}

/** What the judge asks of clients. */
function listRules(asJson: boolean, io: Io): number {
  if (asJson) io.out(`${JSON.stringify(judgeRules, null, 2)}\n`);
  else io.out(ruleList(judgeRules, coloursFor(io)));
  return exitCodes.ok;
}

/** `touchstone list`: every clause with its proofs, every ruling with its choices, or every rule of the judge. */
export function list(given: ListOptions, io: Io): number {
  if (given.judge) return listRules(given.json, io);
  const all = listed();
  if (given.json) io.out(`${JSON.stringify(given.rulings ? rulings : all, null, 2)}\n`);
  else io.out(given.rulings ? rulingList(rulings, coloursFor(io)) : clauseList(all, coloursFor(io)));
  return exitCodes.ok;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .option("--rulings", "points on which the specification is silent, with their choices and reasons", false)
    .option("--judge", "what `serve --judge` asks of clients", false)
    .option("--json", "print JSON", false)
    .addHelpText("after", "\nExample:\n  $ touchstone list --json")
    .action((given: ListOptions) => done(list(given, io)));
}
