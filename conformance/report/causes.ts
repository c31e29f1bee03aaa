import { fieldName, idOf, isNamedIn, phraseOf, type Signature } from "../engine/causes/signature.ts";
import { alike, type Gathered } from "./alike.ts";
import type { PropertyResult, ScenarioResult } from "./report.ts";

/** One mistake of a target: the differences with one signature, however many properties and scenarios show it. */
export interface Cause {
  /** Stable: equal mistakes have it in every run, on every server. */
  readonly id: string;
  /** Ids of what was put together here, where it was more than one. */
  readonly alike?: readonly string[];
  /** What differs, as a phrase. */
  readonly signature: string;
  /** The clauses that it breaks, at most three, those first that most results name. */
  readonly clauses: readonly string[];
  /** Addresses of the properties and scenarios that show it, the plainest first. */
  readonly shows: readonly string[];
  /** Addresses of those that could not be tried for it: what prepares them shows it. */
  readonly waiting: readonly string[];
  /** The command that shows it again, in a report that the command line wrote. */
  readonly replay?: string;
}

type Result = PropertyResult | ScenarioResult;

/** A result, and what else it shows. */
const withOthers = (result: Result): readonly Result[] => [result, ...("others" in result ? (result.others ?? []) : [])];

/** Returns what shows a cause in a result: the result itself, or the example of its own that it has for it. */
export function exampleOf(result: Result, { id, alike = [] }: Pick<Cause, "id" | "alike">): Result {
  const isOfCause = (signature: Signature): boolean => [id, ...alike].includes(idOf(signature));
  return withOthers(result).find(({ causes = [] }) => causes.some(isOfCause)) ?? result;
}

function gathered(results: readonly Result[]): readonly Gathered[] {
  const byId = new Map<string, Gathered>();
  for (const result of results.flatMap(withOthers).filter(({ verdict }) => verdict === "differs" || verdict === "untestable")) {
    for (const signature of result.causes ?? []) {
      const id = idOf(signature);
      const cause = byId.get(id) ?? { signature, shows: [], waiting: [], naming: [] };
      byId.set(id, cause);
      (result.verdict === "differs" ? cause.shows : cause.waiting).push(result);
    }
  }
  return alike(absorbed([...byId.values()]));
}

/** A place in what servers send that has no route of its own, such as `Message`. */
const isRecord = (at: string): boolean => !at.includes(" /");

/** Whether the checks of results that go against a clause name the field in which answers differ. */
function isNamedBy({ signature }: Gathered, { signature: other, shows }: Gathered): boolean {
  const isThere = signature.at === other.at || isRecord(signature.at);
  return isThere && shows.length > 0 && shows.every(({ reason = "" }) => isNamedIn(reason, fieldName(signature)));
}

/** Puts what goes against a clause alone to the difference that its checks name, where there is one: it is the same mistake. */
function absorbed(all: readonly Gathered[]): readonly Gathered[] {
  const differences = all.filter(
    ({ signature, shows }) => signature.clause === undefined && signature.ruling === undefined && shows.length > 0,
  );
  return all.filter((each) => {
    const same = each.signature.clause === undefined ? undefined : differences.find((one) => isNamedBy(one, each));
    same?.naming.push(...each.shows);
    return same === undefined;
  });
}

/** Monitors look at all that the others do, so that none of what they see is an example of its own. */
const isMonitor = ({ address }: Result): boolean => address.startsWith("monitor/");

/** The length of a result, for who reads it: exchanges of a property, steps of a scenario. */
const lengthOf = (result: Result): number =>
  isMonitor(result)
    ? Number.POSITIVE_INFINITY
    : (("pairs" in result ? result.pairs?.length : "seen" in result ? result.seen?.length : undefined) ?? Number.MAX_SAFE_INTEGER);

const mostClauses = 3;

/** What a scenario's guess at the clause counts, beside a property, which proves its clauses. */
const guess = 0.2;
/** What a clause counts that a result names behind another: that is the one which its check is about. */
const later = 0.1;
/** What a clause counts that holds of every request, beside one of an endpoint or a record. */
const general = 0.5;

const isProperty = ({ address }: Result): boolean => !/^(scenario|cover|concurrent|recorded)\//.test(address);
const isGeneral = (clause: string): boolean => /^(conventions|authentication|errors|limits|versioning)\//.test(clause);

/** The clauses that results name, by how many name them. */
function named(results: readonly Result[]): string[] {
  const votes = new Map<string, number>();
  for (const result of results)
    for (const [i, id] of result.clauses.entries()) {
      const weight = (isProperty(result) ? 1 : guess) * (i === 0 ? 1 : later) * (isGeneral(id) ? general : 1);
      votes.set(id, (votes.get(id) ?? 0) + weight);
    }
  return [...votes]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostClauses)
    .map(([id]) => id);
}

const addresses = (results: readonly Result[]): string[] => [...new Set(results.map(({ address }) => address))];

/** Returns the causes of the differences of a run, that first which the most results show or wait for. */
export function causesOf(results: readonly Result[]): Cause[] {
  return gathered(results)
    .map(({ signature, shows, waiting, naming, alike: same }): Cause => {
      const plainest = shows.toSorted((a, b) => lengthOf(a) - lengthOf(b));
      return {
        id: idOf(signature),
        ...(same && { alike: same.map(idOf) }),
        signature: phraseOf(signature),
        clauses: named(shows.length > 0 ? shows : waiting),
        shows: addresses([...plainest, ...naming]),
        waiting: addresses(waiting),
      };
    })
    .sort((a, b) => b.shows.length + b.waiting.length - (a.shows.length + a.waiting.length) || (a.id < b.id ? -1 : 1));
}
