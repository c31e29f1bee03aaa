import type { Command } from "commander";
import { coveringSet } from "../../conformance/cover/set.ts";
import { clauseMap } from "../../conformance/engine/clause-map.ts";
import { list as listed } from "../../conformance/engine/list.ts";
import { coverAddress } from "../../conformance/engine/scenarios.ts";
import { judgeRules, rulings } from "../../sim/index.ts";
import { writeText } from "../files.ts";
import { exitCodes, type Io } from "../io.ts";
import { clauseMapPage } from "../render/clause-map.ts";
import { coloursFor } from "../render/colours.ts";
import { ruleList } from "../render/judge.ts";
import { clauseList, coverList, rulingList } from "../render/list.ts";

export interface ListOptions {
  readonly json: boolean;
  readonly rulings: boolean;
  readonly judge: boolean;
  readonly cover: boolean;
  /** The file for the map as a page. */
  readonly html?: string;
}

/** The scenarios that every check plays first. */
function listCover(asJson: boolean, io: Io): number {
  const scenarios = new Map(coveringSet.map(({ historical: _, ...scenario }, i) => [coverAddress(i), scenario]));
  io.out(asJson ? `${JSON.stringify(Object.fromEntries(scenarios), null, 2)}\n` : coverList(scenarios, coloursFor(io)));
  return exitCodes.ok;
}

/** Returns what the judge asks of clients. */
function listRules(asJson: boolean, io: Io): number {
  if (asJson) io.out(`${JSON.stringify(judgeRules, null, 2)}\n`);
  else io.out(ruleList(judgeRules, coloursFor(io)));
  return exitCodes.ok;
}

/** Writes the map of clauses as a page. @throws UsageError: the file cannot be written */
async function writeMap(file: string): Promise<number> {
  const text = clauseMapPage(await clauseMap());
  writeText(file, text, `--html ${file}`);
  return exitCodes.ok;
}

/** `touchstone list`: every clause with its proofs, every ruling with its choices, every rule of the judge, or the covering set. */
export async function list(given: ListOptions, io: Io): Promise<number> {
  if (given.html !== undefined) return writeMap(given.html);
  if (given.cover) return listCover(given.json, io);
  if (given.judge) return listRules(given.json, io);
  const all = listed();
  if (given.json) io.out(`${JSON.stringify(given.rulings ? rulings : all, null, 2)}\n`);
  else io.out(given.rulings ? rulingList(rulings, coloursFor(io)) : clauseList(all, coloursFor(io)));
  return exitCodes.ok;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .option(
      "--rulings",
      "points that the specification leaves open, or that running servers decide otherwise, with their choices and reasons",
      false,
    )
    .option("--judge", "what `serve --judge` asks of clients", false)
    .option("--cover", "the scenarios that every check plays first", false)
    .option("--json", "print JSON", false)
    .option("--html <file>", "write the clauses as a page: what proves each, what breaks it, and what the text leaves open")
    .addHelpText("after", "\nExample:\n  $ touchstone list --json\n  $ touchstone list --html=map.html")
    .action(async (given: ListOptions) => done(await list(given, io)));
}
