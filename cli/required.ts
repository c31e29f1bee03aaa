import { Option } from "commander";
import type { Report } from "../conformance/results/report.ts";
import type { Io } from "./io.ts";
import { requirement } from "./options.ts";

/** The option that says what exit code 0 takes. */
export const requireOption = (): Option =>
  new Option(
    "--require <share or level=n>",
    "what exit code 0 takes: a share of the clauses tried, such as 80%, or a level of touchstone next, such as level=3 (repeatable)",
  ).argParser(requirement);

/** Whether a target has reached the level that is required, where one is; where it has not, a line says so. @param command its name stands before the line */
export async function isHighEnough(report: Report, required: number | undefined, command: string, io: Io): Promise<boolean> {
  if (required === undefined) return true;
  const { reachedIn, standings, triedOf } = await import("../conformance/ladder/standing.ts");
  const all = standings(report);
  const reached = reachedIn(all);
  if (reached >= required) return true;
  const words = reached < 0 ? "no level is reached" : `level ${reached} is reached`;
  const next = all[reached + 1];
  const isUnknown = next !== undefined && next.broken.length === 0;
  const left = report.notRun.length > 0 ? "; more time would tell" : "; touchstone next says why";
  const why = isUnknown
    ? `${triedOf(next)} of the ${next.of} clauses of level ${next.level} were tried${left}`
    : "touchstone next says what to do";
  io.err(`touchstone ${command}: ${words}, and level ${required} is required; ${why}\n`);
  return false;
}
