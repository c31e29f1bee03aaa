import type { Command } from "commander";
import { coveringSet } from "../../conformance/cover/set.ts";
import { list as listed } from "../../conformance/engine/list.ts";
import { coverAddress } from "../../conformance/engine/scenarios.ts";
import { judgeRules, rulings } from "../../sim/index.ts";
import { exitCodes, type Io } from "../io.ts";
import { coloursFor } from "../render/colours.ts";
import { ruleList } from "../render/judge.ts";
import { clauseList, coverList, rulingList } from "../render/list.ts";

export interface ListOptions {
  readonly json: boolean;
  readonly rulings: boolean;
  readonly judge: boolean;
  readonly cover: boolean;
}

/** The scenarios that every check plays first. */
function listCover(asJson: boolean, io: Io): number {
  const scenarios = new Map(coveringSet.map(({ historical: _, ...scenario }, i) => [coverAddress(i), scenario]));
  io.out(asJson ? `${JSON.stringify(Object.fromEntries(scenarios), null, 2)}\n` : coverList(scenarios, coloursFor(io)));
  return exitCodes.ok;
}

/** What the judge asks of clients. */
function listRules(asJson: boolean, io: Io): number {
  if (asJson) io.out(`${JSON.stringify(judgeRules, null, 2)}\n`);
  else io.out(ruleList(judgeRules, coloursFor(io)));
  return exitCodes.ok;
}

/** `touchstone list`: every clause with its proofs, every ruling with its choices, every rule of the judge, or the covering set. */
export function list(given: ListOptions, io: Io): number {
  if (given.cover) return listCover(given.json, io);
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
    .option("--cover", "the scenarios that every check plays first", false)
    .option("--json", "print JSON", false)
    .addHelpText("after", "\nExample:\n  $ touchstone list --json")
    .action((given: ListOptions) => done(list(given, io)));
}
