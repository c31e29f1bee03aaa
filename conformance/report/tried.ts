import { properties as declared } from "../catalogue/catalogue.ts";
import type { Report } from "../results/report.ts";

/** The number of clauses that a run was to try, and of those that it tried. */
export interface TriedClauses {
  readonly clauses: number;
  readonly of: number;
}

/** The share of the clauses that has to be tried for a server to be said to conform, and for a run to say anything. */
export const shares = { conforms: 0.5, says: 0.1 } as const;

/** Returns how many of the clauses that a run was asked for were tried: by properties that were not untestable. */
export function triedIn({ properties, notRun }: Pick<Report, "properties" | "notRun">): TriedClauses {
  const tried = new Set(properties.flatMap(({ verdict, clauses }) => (verdict === "untestable" ? [] : clauses)));
  const left = notRun.flatMap((address) => declared.get(address)?.clauses ?? []);
  const all = new Set([...properties.flatMap(({ clauses }) => clauses), ...left]);
  return { clauses: tried.size, of: all.size };
}

/** Returns the share of the clauses that was tried; 1 where none was asked for, as of scenarios alone. */
export const shareOf = ({ clauses, of }: TriedClauses): number => (of === 0 ? 1 : clauses / of);

/**
 * Whether so little was tried in a run that nothing can be said of its target.
 * @param required the share of the clauses that has to be tried, where the user says one
 */
export function isTooLittle(report: Report, required?: number): boolean {
  const { summary, recorded } = report;
  const share = recorded ? 1 : shareOf(triedIn(report));
  return summary.run === 0 || share < (required ?? shares.says) || (summary.agrees === 0 && share < 1);
}
