import { newestLevel } from "../../sim/index.ts";
import { properties } from "../catalogue/catalogue.ts";
import type { Seen } from "../client/seen.ts";
import { causesOf } from "../results/causes.ts";
import { type PropertyResult, type Report, summarise } from "../results/report.ts";

/** Reports of the whole suite in which all agrees but what a test says. */

type Other = Partial<PropertyResult> & Pick<PropertyResult, "verdict">;

export const seenAt = (method: string, path: string): Seen => ({ as: "alice", method, path, fields: {}, status: 200, body: {} });

/**
 * @param others what came of properties, by a function of their addresses; all others agree
 * @param more results beside those of the properties
 */
export function reportOf(
  others: (address: string) => Other | undefined = () => undefined,
  more: readonly PropertyResult[] = [],
  level = newestLevel,
): Report {
  const results = [...properties].map(([address, { clauses }]): PropertyResult => {
    return { address, clauses, verdict: "agrees", ...others(address) };
  });
  const all = [...results, ...more];
  return {
    format: "touchstone-report",
    version: 1,
    target: { kind: "live", url: "http://127.0.0.1:9", level, brand: "service" },
    seed: 7,
    shard: null,
    partial: false,
    causes: causesOf(all),
    properties: all,
    scenarios: [],
    choices: {},
    chosenIn: {},
    accepted: [],
    notRun: [],
    summary: summarise(all.length, all),
  };
}
