import { isScenario } from "../../conformance/results/exchanges.ts";
import { coversCause, type Deviation, nameOf } from "../../conformance/run/baseline.ts";
import { sentence } from "./sentence.ts";
import type { View } from "./view.ts";
import { visibleLines } from "./visible.ts";

/**
 * A baseline file: the entries that still hold, then one for each property that differs beside them, and for each cause that scenarios show. After
 * it this run is a success, but for entries that have expired, and for scenarios that differ without a cause.
 * @param listed the entries of the baseline that the run was judged by
 */
export function baseline(
  { report, causes, surprises }: Pick<View, "report" | "causes" | "surprises">,
  listed: readonly Deviation[] = [],
): string {
  const names = listed.map(nameOf);
  const entriesOf = (all: readonly { readonly entry: string }[] = []): ReadonlySet<string> => new Set(all.map(({ entry }) => entry));
  const [stale, used] = [entriesOf(report.baseline?.stale), entriesOf(report.baseline?.known)];
  // Of two entries of one name, a clause and a property, a report does not say which is stale; one that has expired may still be what something rests on.
  const isGone = (name: string): boolean => stale.has(name) && !used.has(name) && names.indexOf(name) === names.lastIndexOf(name);
  const kept = listed.filter((entry) => !isGone(nameOf(entry)));
  const properties = surprises
    .filter(({ result }) => !isScenario(result))
    .map(({ result: { address, reason = "it differs" } }): Deviation => ({ property: address, reason: sentence(reason) }));
  const scenarios = new Set(surprises.flatMap(({ result }) => (isScenario(result) ? [result.address] : [])));
  const found = causes
    .filter(({ cause }) => cause.shows.some((address) => scenarios.has(address)) && !kept.some((entry) => coversCause(entry, cause)))
    .map(({ cause: { id, signature } }): Deviation => ({ cause: id, reason: signature }));
  // In a text of JSON the escape of a character is that character.
  return `${visibleLines(JSON.stringify([...kept, ...properties, ...found], null, 2))}\n`;
}
