import type { Seen } from "../../conformance/client/seen.ts";
import type { DifferingPlace, Paired, PropertyResult, ScenarioResult } from "../../conformance/results/report.ts";
import { type Bound, brief } from "./brief.ts";
import { allTelling } from "./telling.ts";
import type { Result, View } from "./view.ts";

/** Bytes of a report, where shorter values can bring it there: those of a shard are read by `merge` alone. */
const mostBytes = { whole: 2_000_000, shard: 20_000_000 } as const;

/** Bounds of an example: the length of values, and the number of its last exchanges. */
interface Amount extends Bound {
  readonly exchanges: number;
}

/** The first of these counts with which the report is short enough. */
const amounts: readonly Amount[] = [
  { text: 1_000, entries: 100, exchanges: 100 },
  { text: 400, entries: 20, exchanges: 40 },
  { text: 200, entries: 6, exchanges: 10 },
  { text: 80, entries: 2, exchanges: 2 },
];

/** An exchange with short values. One from a file may lack its fields or its body. */
const shortSeen = (seen: Seen, bound: Bound): Seen => ({
  ...seen,
  ...(seen.fields && { fields: brief(seen.fields, bound) as Seen["fields"] }),
  ...(seen.body && { body: brief(seen.body, bound) as Seen["body"] }),
});

const shortPair = ({ told, expected, actual }: Paired, bound: Bound): Paired => {
  return { told, expected: shortSeen(expected, bound), actual: shortSeen(actual, bound) };
};

const shortPlace = (place: DifferingPlace, bound: Bound): DifferingPlace => brief(place, bound) as DifferingPlace;

/** A result whose exchanges have short values, or that has none where it is no example. */
function shortResult<T extends PropertyResult | ScenarioResult>(result: T, isExample: (result: Result) => boolean, amount: Amount): T {
  const { seen, pairs, places, others, ...rest } = result as T & Partial<PropertyResult & ScenarioResult>;
  const isKept = isExample(result);
  return {
    ...rest,
    ...(isKept &&
      seen && {
        seen: allTelling(seen)
          .slice(-amount.exchanges)
          .map((each) => shortSeen(each, amount)),
      }),
    ...(isKept && pairs && { pairs: pairs.slice(-amount.exchanges).map((each) => shortPair(each, amount)) }),
    ...(places && { places: places.map((each) => shortPlace(each, amount)) }),
    ...(others && { others: others.map((each) => shortResult(each, isExample, amount)) }),
  } as T;
}

/** Returns which results keep their exchanges: of a shard all that have some, since `merge` finds the causes anew. */
function examplesOf({ report, causes, causeless, unsteady }: View): (result: Result) => boolean {
  const examples = new Set([...causes.flatMap(({ example }) => example ?? []), ...causeless, ...unsteady].map(({ result }) => result));
  return (result) => report.shard !== null || examples.has(result);
}

/** A report for programs: as it is, but for exchanges, which only the examples have, with the middle of long values left out. */
export function json(view: View): string {
  const { report, causes } = view;
  const isExample = examplesOf(view);
  const most = report.shard === null ? mostBytes.whole : mostBytes.shard;
  const written = (amount: Amount): string => {
    const properties = report.properties.map((result) => shortResult(result, isExample, amount));
    const scenarios = report.scenarios.map((result) => shortResult(result, isExample, amount));
    const own = causes.map(({ cause, replay: [replay] }) => ({ ...cause, ...(replay !== undefined && { replay }) }));
    return `${JSON.stringify({ ...report, causes: own, properties, scenarios }, null, 2)}\n`;
  };
  let text = "";
  for (const amount of amounts) {
    text = written(amount);
    if (Buffer.byteLength(text) <= most) break;
  }
  return text;
}
