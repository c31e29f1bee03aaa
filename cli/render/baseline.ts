import { isScenario } from "../../conformance/results/exchanges.ts";
import { coversCause, type Deviation, nameOf } from "../../conformance/run/baseline.ts";
import { everyRequest } from "../../conformance/run/monitoring.ts";
import { sentence } from "./sentence.ts";
import type { View } from "./view.ts";
import { visibleLines } from "./visible.ts";

/**
 * A baseline file: the entries that still hold, then one for each cause beside them, and for each property that differs without a cause. After
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
  const isProperty = (address: string): boolean => report.properties.some((one) => one.address === address);
  const showing = (entry: Deviation): string[] =>
    causes.flatMap(({ cause }) => (coversCause(entry, cause) ? cause.shows.filter(isProperty) : []));
  const widened = (entry: Deviation): Deviation =>
    entry.shows ? { ...entry, shows: [...new Set([...entry.shows, ...showing(entry)])] } : entry;
  const kept = listed.filter((entry) => !isGone(nameOf(entry))).map(widened);
  // What is wrong with every request is nothing to live with: all else is untried.
  const isNew = ({ cause }: View["causes"][number]): boolean =>
    surprises.some(({ result: { address } }) => address !== everyRequest && cause.shows.includes(address)) &&
    !kept.some((entry) => coversCause(entry, cause));
  const found = causes.filter(isNew).map(({ cause: { id, shows: all, signature } }): Deviation => {
    const shows = all.filter(isProperty);
    return { cause: id, ...(shows.length > 0 && { shows, seed: report.seed }), reason: sentence(signature) };
  });
  const isOfCause = (address: string): boolean => causes.some(({ cause }) => cause.shows.includes(address));
  const properties = surprises
    .filter(({ result }) => !isScenario(result) && !isOfCause(result.address))
    .map(({ result: { address, reason = "it differs" } }): Deviation => ({ property: address, reason: sentence(reason) }));
  // In a text of JSON the escape of a character is that character.
  return `${visibleLines(JSON.stringify([...kept, ...found, ...properties], null, 2))}\n`;
}
