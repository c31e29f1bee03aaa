import { type Deviation, nameOf } from "../../conformance/run/baseline.ts";
import { isScenario, type View } from "./view.ts";
import { sentence } from "./work-list.ts";

/**
 * A baseline file after which this run is a success: the entries that still hold, then one for each property that differs beside them, and for each
 * cause that scenarios show.
 * @param listed the entries of the baseline that the run was judged by
 */
export function baseline(
  { report, causes, surprises }: Pick<View, "report" | "causes" | "surprises">,
  listed: readonly Deviation[] = [],
): string {
  const stale = new Set(report.baseline?.stale.map(({ entry }) => entry));
  const kept = listed.filter((entry) => !stale.has(nameOf(entry)));
  const properties = surprises
    .filter(({ result }) => !isScenario(result))
    .map(({ result: { address, reason = "" } }): Deviation => ({ property: address, reason: sentence(reason) }));
  const scenarios = new Set(surprises.flatMap(({ result }) => (isScenario(result) ? [result.address] : [])));
  const found = causes
    .filter(({ cause: { id, shows } }) => shows.some((address) => scenarios.has(address)) && !kept.some(({ cause }) => cause === id))
    .map(({ cause: { id, signature } }): Deviation => ({ cause: id, reason: signature }));
  return `${JSON.stringify([...kept, ...properties, ...found], null, 2)}\n`;
}
