import { clausesOfField } from "../causes/citing.ts";
import { fieldName, idOf, isNamedIn, phraseOf, type Signature } from "../causes/signature.ts";
import { alike, type Gathered } from "./alike.ts";
import type { PropertyResult, ScenarioResult } from "./report.ts";

/** One mistake of a target: the differences with one signature, however many properties and scenarios show it. */
export interface Cause {
  /** Stable: equal mistakes have it in every run, on every server. */
  readonly id: string;
  /** Ids of what was put together here, where it was more than one. */
  readonly alike?: readonly string[];
  /** The difference, as a phrase. */
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
      const key = signature.code === undefined ? id : `${id} ${signature.refusal}`;
      const cause = byId.get(key) ?? { signature, shows: [], waiting: [], naming: [] };
      byId.set(key, cause);
      (result.verdict === "differs" ? cause.shows : cause.waiting).push(result);
    }
  }
  return withoutConsequences(alike(absorbed([...byId.values()])));
}

const idsOf = ({ signature, alike: same = [] }: Gathered): readonly string[] => [signature, ...same].map(idOf);

/**
 * Puts what scenarios alone show to a cause that a property shows, and that stands in each of these scenarios beside it or before it: where a
 * server has given a group the id of another, all that follows is about the other.
 */
function withoutConsequences(all: readonly Gathered[]): readonly Gathered[] {
  const roots = new Map<string, Gathered>();
  const byShows = all.filter((one) => one.shows.some(isProperty)).toSorted((a, b) => b.shows.length - a.shows.length);
  for (const root of byShows) for (const id of idsOf(root)) if (!roots.has(id)) roots.set(id, root);
  const rootsIn = (result: Result): ReadonlySet<Gathered> => {
    const there = [...(result.causes ?? []), ...("before" in result ? (result.before ?? []) : [])];
    return new Set(there.flatMap((signature) => roots.get(idOf(signature)) ?? []));
  };
  const following = new Map<Gathered, Result[]>();
  const kept = all.filter((one) => {
    const [first, ...others] = one.shows;
    if (!first || one.signature.ruling !== undefined || one.shows.some(isProperty)) return true;
    const root = [...rootsIn(first)].find((each) => others.every((result) => rootsIn(result).has(each)));
    if (root) following.set(root, [...(following.get(root) ?? []), ...one.shows]);
    return root === undefined;
  });
  return kept.map((root) => {
    const further = (following.get(root) ?? []).filter((result) => !root.shows.includes(result));
    return further.length === 0 ? root : { ...root, naming: [...root.naming, ...further] };
  });
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

/** Clauses about the code of a refusal. */
const ofCode = /[-/]code(-|$)|^errors\//;
/** Clauses that hold of request after request. */
const ofEach = /^(conventions|authentication|errors|limits)\//;

const isProperty = ({ address }: Result): boolean => !/^(scenario|cover|concurrent|recorded)\//.test(address);

/** Returns the number of results that could be tried and prove each clause. */
function proofsIn(results: readonly Result[]): ReadonlyMap<string, number> {
  const proofs = new Map<string, number>();
  for (const { clauses, verdict } of results.filter(isProperty))
    if (verdict !== "untestable") for (const id of clauses) proofs.set(id, (proofs.get(id) ?? 0) + 1);
  return proofs;
}

/**
 * Returns the clauses of a cause: those of the checks that failed, of these first those of the field that differs, then those of which the most
 * checks failed and the fewest held (Ochiai's measure). Where no check failed, those of the field, then those of the scenarios.
 */
function named(signature: Signature, results: readonly Result[], proofs: ReadonlyMap<string, number>): string[] {
  const failed = results.filter(isProperty);
  const ofField = signature.clause === undefined && signature.ruling === undefined ? clausesOfField(signature) : [];
  const failures = new Map<string, number>();
  for (const { clauses } of failed) for (const id of new Set(clauses)) failures.set(id, (failures.get(id) ?? 0) + 1);
  const first = new Set(failed.flatMap(({ clauses }) => clauses.slice(0, 1)));
  const likeness = (id: string): number => (failures.get(id) ?? 0) / Math.sqrt((proofs.get(id) ?? 1) * failed.length);
  // What is about the code itself, or about every request, says more of such a difference than what the request is for.
  const about = signature.code !== undefined ? ofCode : signature.at === "Every request" ? ofEach : /^$/;
  const keys = (id: string): number[] => [Number(about.test(id)), Number(ofField.includes(id)), Number(first.has(id)), likeness(id)];
  const byKeys = (a: string, b: string): number => {
    const [one, other] = [keys(a), keys(b)];
    const at = one.findIndex((key, i) => key !== other[i]);
    return at === -1 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
  };
  const ofChecks = [...failures.keys()].sort(byKeys);
  if (ofChecks.length > 0) return ofChecks.slice(0, mostClauses);
  // A scenario names its clauses for all that differs in its last answer.
  const alone = results.filter(({ causes = [] }) => causes.length < 2).flatMap(({ clauses }) => clauses);
  const isOfResult = signature.path === "result";
  const all = [
    ...(isOfResult ? alone : [...alone.filter((id) => ofField.includes(id)), ...ofField]),
    ...results.flatMap(({ clauses }) => clauses),
  ];
  return [...new Set(all)].slice(0, mostClauses);
}

const addresses = (results: readonly Result[]): string[] => [...new Set(results.map(({ address }) => address))];

/** Returns the causes of the differences of a run, that first which the most results show or wait for. */
export function causesOf(results: readonly Result[]): Cause[] {
  const proofs = proofsIn(results);
  return gathered(results)
    .map(({ signature, shows, waiting, naming, alike: same }): Cause => {
      const plainest = shows.toSorted((a, b) => lengthOf(a) - lengthOf(b));
      return {
        id: idOf(signature),
        ...(same && { alike: [...new Set(same.map(idOf))] }),
        signature: phraseOf(signature),
        clauses: named(signature, shows.length > 0 ? plainest : waiting, proofs),
        shows: addresses([...plainest, ...naming]),
        waiting: addresses(waiting),
      };
    })
    .sort((a, b) => b.shows.length + b.waiting.length - (a.shows.length + a.waiting.length) || (a.id < b.id ? -1 : 1));
}
