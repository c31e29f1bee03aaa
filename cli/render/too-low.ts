import { brokenIn, reachedIn, standings, triedOf } from "../../conformance/ladder/standing.ts";
import { isTooLittle } from "../../conformance/report/tried.ts";
import type { Report } from "../../conformance/results/report.ts";

/** Returns why a target has not reached a level that is required; undefined where it has. */
export function whyTooLow(report: Report, required: number): string | undefined {
  const all = standings(report);
  const reached = reachedIn(all);
  if (reached >= required) return undefined;
  const words = reached < 0 ? "no level is reached" : `level ${reached} is reached`;
  const next = all[reached + 1];
  const left = report.notRun.length > 0 ? "; more time would tell" : "; touchstone next says why";
  const why =
    next !== undefined && brokenIn(next) === 0
      ? `${triedOf(next)} of the ${next.of} clauses of level ${next.level} were tried${left}`
      : "touchstone next says what to do";
  return `${words}, and level ${required} is required; ${why}`;
}

/** Returns whether less was tried than has to be: where a level decides, only the share that the user names counts. */
export const isShort = (report: Report, share: number | undefined, level: number | undefined): boolean =>
  (level === undefined || share !== undefined) && isTooLittle(report, share);
