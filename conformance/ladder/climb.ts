import { type CheckOptions, check } from "../check/check.ts";
import type { Report } from "../results/report.ts";
import { monitorLevels, propertyLevels, rungs } from "./ladder.ts";
import { standings } from "./standing.ts";

/** Returns the addresses of what is run for a level: its properties, and the monitors that watch from there on. */
const addressesAt = (level: number): string[] => [
  ...[...propertyLevels].flatMap(([address, own]) => (own === level ? [address] : [])),
  ...[...monitorLevels].flatMap(([address, from]) => (from <= level ? [address] : [])),
];

const joined = (former: Report, report: Report): Report => ({
  ...report,
  causes: [...former.causes, ...report.causes],
  properties: [...former.properties, ...report.properties],
  choices: { ...report.choices, ...former.choices },
  chosenIn: { ...report.chosenIn, ...former.chosenIn },
  notes: [...new Set([...(former.notes ?? []), ...(report.notes ?? [])])],
  ...(former.failures && { failures: [...former.failures, ...(report.failures ?? [])] }),
});

/**
 * Runs the properties of the levels, from the lowest up to the first that the target does not reach. Scenarios are left out.
 * @param judge tells the differences that a baseline lists
 * @param from the lowest level that is run
 */
export async function climb(
  options: Omit<CheckOptions, "runs" | "concurrent" | "only" | "skip">,
  judge: (report: Report) => Report = (report) => report,
  from = 0,
): Promise<Report> {
  let whole: Report | undefined;
  let before = 0;
  const onResult: typeof options.onResult = (result, done, expected) => options.onResult?.(result, before + done, before + expected);
  for (const level of [...rungs.keys()].slice(from)) {
    const report = await check({ ...options, onResult, runs: 0, concurrent: 0, only: addressesAt(level) });
    before += report.summary.expected;
    whole = judge(whole ? joined(whole, report) : report);
    if (!standings(whole, from)[level]?.isReached) break;
  }
  if (!whole) throw new Error("the ladder has no levels");
  return whole;
}
