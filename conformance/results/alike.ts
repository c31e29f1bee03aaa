import { routed } from "../catalogue/route.ts";
import { idOf, type Signature } from "../causes/signature.ts";
import { isEqual, typeOf } from "../client/json.ts";
import type { Seen } from "../client/seen.ts";
import { endpoints } from "../text/index.ts";
import type { PropertyResult, ScenarioResult } from "./report.ts";

type Result = PropertyResult | ScenarioResult;

/** Results with one signature. */
export interface Gathered {
  readonly signature: Signature;
  readonly shows: Result[];
  readonly waiting: Result[];
  /** Results whose checks name what differs, without a difference of their own from the model. */
  readonly naming: Result[];
  /** The signatures that were put together here, where there are several. */
  readonly alike?: readonly Signature[];
}

/** A property that is tried on each endpoint: its family, such as `conventions.unsupportedListed`. */
const familyIn = /^((?:conventions|authentication|errors|limits)\.\w+)\//;
/** On so many routes at least a mistake is one of all. */
const fewestRoutes = 3;

const isOfEach = (result: Result): boolean => familyIn.test(result.address) || isScenario(result);
const isScenario = ({ address }: Result): boolean => /^(scenario|cover|concurrent|recorded)\//.test(address);
const isMonitor = ({ address }: Result): boolean => address.startsWith("monitor/");
const familiesOf = ({ shows }: Gathered): string[] => shows.flatMap(({ address }) => familyIn.exec(address)?.[1] ?? []);

/** Returns what is left of what was gathered without what is of every request; scenarios stay where other properties do. */
function otherwise(one: Gathered): Gathered {
  // In the same words a server refuses for the same reason.
  if (one.signature.refusal !== undefined && one.signature.expected === "success") return { ...one, shows: [], waiting: [] };
  const isOwn = one.shows.some((result) => !isOfEach(result));
  return { ...one, shows: one.shows.filter((result) => isOwn && !familyIn.test(result.address)) };
}

/** Key of a difference but for its route: a refusal by mistake has its reason. */
const wayOf = ({ signature: { path, expected, actual, code = "", refusal = "" } }: Gathered): string =>
  [path, expected, actual, code, expected === "success" ? refusal : ""].join("\n");

/** Returns the groups of items with the same key. */
function groups<T>(all: readonly T[], keyOf: (one: T) => string | undefined): T[][] {
  const byKey = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  return [...byKey.values()];
}

/**
 * Puts to one cause what a convention's property finds on endpoint after endpoint: a server that refuses parameters which it does not know is wrong
 * in one place, not in each of its routes. What other properties find there stays.
 */
function acrossRoutes(all: readonly Gathered[]): Gathered[] {
  const onRoutes = all.filter(({ signature }) => signature.at.includes(" /") && signature.clause === undefined && !signature.ruling);
  const same = groups(onRoutes, wayOf).flatMap((alike) => {
    const families = groups(
      alike.flatMap((one) => familiesOf(one).map((family) => ({ family, one }))),
      ({ family }) => family,
    );
    const broad = families.filter((each) => new Set(each.map(({ one }) => one)).size >= fewestRoutes);
    const members = new Set(broad.flatMap((each) => each.map(({ one }) => one)));
    // What scenarios alone see on other routes is the same, as far as anybody can tell.
    const isRefused = alike.some(({ signature: { refusal, expected } }) => refusal !== undefined && expected === "success");
    return members.size === 0 ? [] : [alike.filter((one) => isRefused || members.has(one) || one.shows.every(isScenario))];
  });
  const taken = new Set(same.flat());
  const rest = all.map((one) => (taken.has(one) ? otherwise(one) : one)).filter((one) => one.shows.length + one.waiting.length > 0);
  const whole = same.map((members): Gathered => {
    const [first] = members as [Gathered];
    const kept = members.map(otherwise);
    const shows = members.flatMap((one, i) => one.shows.filter((result) => !kept[i]?.shows.includes(result)));
    const alike = members.map(({ signature }) => signature);
    const waiting = members.flatMap((one, i) => one.waiting.filter((result) => !kept[i]?.waiting.includes(result)));
    return { signature: { ...first.signature, at: "Every request" }, shows, waiting, naming: [], alike };
  });
  return [...rest, ...whole];
}

const notThere = "not there";

/** Returns what differs first between two values, by kinds: `null for string`. */
function changeIn(actual: unknown, expected: unknown): string {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    if (actual.length !== expected.length) return actual.length < expected.length ? notThere : "more than expected";
    const at = expected.findIndex((item, i) => !isEqual(item, actual[i]));
    return changeIn(actual[at], expected[at]);
  }
  const [ours, theirs] = [expected, actual] as readonly Readonly<Record<string, unknown>>[];
  if (typeOf(actual) !== "object" || typeOf(expected) !== "object") return `${typeOf(actual)} for ${typeOf(expected)}`;
  const name = [...new Set([...Object.keys(ours ?? {}), ...Object.keys(theirs ?? {})])].find((key) => !isEqual(ours?.[key], theirs?.[key]));
  return name === undefined ? "nothing" : changeIn(theirs?.[name], ours?.[name]);
}

function parsed(text = ""): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns how what a check says goes wrong, without names, ids and texts of the run. */
function changeOf({ reason = "" }: Result): string {
  if (reason.endsWith("leaves no trace")) return notThere;
  for (const { index } of reason.matchAll(/ is /g)) {
    const [actual, expected] = reason.slice(index + 4).split(", not ");
    const [theirs, ours] = [parsed(actual), parsed(expected)];
    if (theirs !== undefined && ours !== undefined) return changeIn(theirs, ours);
  }
  return reason.replaceAll(/"(\\.|[^"\\])*"/g, '""').replaceAll(/\d+/g, "#");
}

/** Returns the subject of a clause by its endpoint or record: `user_groups-id.members.post` and `user-group` are the same. */
const subjectOf = ({ signature: { clause = "" } }: Gathered): string =>
  (clause.split(/[./]/)[0] ?? "").replace(/-id$/, "").replace(/s$/, "").replaceAll(/[-_]/g, "");

/** Key of a cause that no single answer shows: where it was seen, of what, and how it is otherwise. */
function likenessOf(one: Gathered): string | undefined {
  const [result] = one.shows;
  if (one.signature.clause === undefined || !result) return undefined;
  // A monitor sees one mistake in many requests.
  if (one.shows.every(({ address }) => address === result.address && isMonitor(result))) return result.address;
  const changes = new Set(one.shows.map(changeOf));
  return changes.size > 1 ? undefined : [one.signature.at, subjectOf(one), ...changes].join("\n");
}

/** A code in the place of another refusal stands for it least. */
const byEvidence = (a: Gathered, b: Gathered): number =>
  Number(a.signature.code !== undefined) - Number(b.signature.code !== undefined) ||
  b.shows.length - a.shows.length ||
  (idOf(a.signature) < idOf(b.signature) ? -1 : 1);

/** Paths at which one route shows many mistakes. */
const ofAll = /^(result|code|status|msg|)$/;

/** Key of a difference in a field: one mistake may leave a field out here, and put another value there. */
const placeOf = ({ signature: { at, path, clause, ruling } }: Gathered): string | undefined =>
  clause !== undefined || ruling !== undefined || ofAll.test(path) ? undefined : `${at}\n${path}`;

/** Puts together what has one key, under what ranks lowest or has the most evidence. */
const joined = (
  keyOf: (one: Gathered) => string | undefined,
  all: readonly Gathered[],
  rankOf: (one: Gathered) => number = () => 0,
): Gathered[] => {
  const merged = new Map<Gathered, Gathered | undefined>();
  for (const group of groups(all, keyOf)) {
    const alike = group.toSorted((a, b) => rankOf(a) - rankOf(b) || byEvidence(a, b)) as [Gathered, ...Gathered[]];
    const [main, ...others] = alike;
    if (others.length === 0) continue;
    for (const each of others) merged.set(each, undefined);
    merged.set(main, {
      ...main,
      shows: [...new Set(alike.flatMap(({ shows }) => shows))],
      waiting: [...new Set(alike.flatMap(({ waiting }) => waiting))],
      naming: [...new Set(alike.flatMap(({ naming }) => naming))],
      alike: alike.flatMap(({ signature, alike: same = [signature] }) => same),
    });
  }
  return all.flatMap((one) => (merged.has(one) ? (merged.get(one) ?? []) : [one]));
};

const stemOf = (clause = ""): string => clause.slice(0, clause.indexOf("/"));

/** Returns the exchanges of a result. */
const askedIn = (result: Result): readonly Seen[] =>
  "pairs" in result ? (result.pairs ?? []).map(({ actual }) => actual) : "seen" in result ? (result.seen ?? []) : [];

/** Returns the last request in a result that changed something before the answer that differs. */
function makerIn(result: Result): string | undefined {
  const ops = askedIn(result)
    .slice(0, -1)
    .map(({ method, path }) => (method === "GET" ? undefined : routed(method, path).op));
  return ops.findLast((op) => op !== undefined && endpoints.has(op));
}

/** Returns the request of which an event does not come, or comes to somebody else. */
function untoldOf({ signature: { path, expected, actual }, shows: [result] }: Gathered): string | undefined {
  if (!result || (actual !== "nothing" && expected !== "nothing") || !/^events\[\w+\]$/.test(path)) return undefined;
  const stem = stemOf(result.clauses[0]);
  return isScenario(result) ? makerIn(result) : endpoints.has(stem) ? stem : undefined;
}

/** Returns the request that has a clause against which goes what is read later. */
function undoneOf({ signature: { at, clause } }: Gathered): string | undefined {
  const [method = "", route = ""] = at.split(" ");
  return clause !== undefined && endpoints.has(stemOf(clause)) && routed(method, route).op !== stemOf(clause) ? stemOf(clause) : undefined;
}

/** Puts together what a request leaves undone: the events that do not come, or come to others, and the one clause of it against which goes what is read later. */
function byRequest(all: readonly Gathered[]): Gathered[] {
  const undone = all.flatMap((one) => undoneOf(one) ?? []);
  const isAlone = (stem: string): boolean => undone.filter((one) => one === stem).length === 1;
  return joined((one) => {
    const stem = undoneOf(one);
    return stem !== undefined && isAlone(stem) ? stem : untoldOf(one);
  }, all);
}

/** Returns the one operator by which the last request of each of some results narrows; undefined where there is none, or more than one. */
function operatorIn(results: readonly Result[]): string | undefined {
  const narrows = results.map((result) => {
    const narrow = askedIn(result).at(-1)?.fields.narrow;
    return new Set(Array.isArray(narrow) ? narrow.map((term) => String((term as { operator?: unknown } | null)?.operator)) : []);
  });
  const common = [...(narrows[0] ?? [])].filter((operator) => narrows.every((one) => one.has(operator)));
  return common.length === 1 ? common[0] : undefined;
}

/** Key of a refusal that does not come: another may come in its place, since the server goes on to what else is wrong. */
function missingRefusalOf({ signature: { at, expected, code, refusal }, shows }: Gathered): string | undefined {
  if (refusal === undefined || !(expected === "error" || code !== undefined)) return undefined;
  if (!/narrow|operand/i.test(refusal)) return `${at}\n${refusal}`;
  // Every route reads narrows by the same code, and each operator by its own.
  const operator = operatorIn(shows);
  return operator === undefined ? `narrow\n${refusal}` : `narrow ${operator}`;
}

/** Key of a code that comes in the place of others on one route. */
const codeOf = ({ signature: { at, code }, alike: same }: Gathered): string | undefined =>
  code === undefined || same ? undefined : `${at}\n${code}`;

/** Key of how a request is answered, but for the reason. */
const answeredOf = ({ signature: { at, path, expected, actual } }: Gathered): string => [at, path, expected, actual].join("\n");

/**
 * Puts what scenarios alone show to what properties show of the same request: one that is taken or refused by mistake once is so elsewhere, too, and a
 * mistake of its own has a property that shows it.
 */
function besideProperties(all: readonly Gathered[]): Gathered[] {
  const isOfAnswer = ({ signature: { path } }: Gathered): boolean => path === "result";
  const isRoot = (one: Gathered): boolean => isOfAnswer(one) && one.shows.some((result) => !isScenario(result));
  const roots = new Map<string, Gathered>();
  for (const one of all.filter(isRoot).toSorted(byEvidence)) if (!roots.has(answeredOf(one))) roots.set(answeredOf(one), one);
  const rootOf = (one: Gathered): Gathered | undefined =>
    isOfAnswer(one) && one.shows.length > 0 && one.shows.every(isScenario) ? roots.get(answeredOf(one)) : undefined;
  const isKey = new Set(roots.values());
  return joined(
    (one) => (isKey.has(one) || rootOf(one) ? answeredOf(one) : undefined),
    all,
    (one) => Number(!isKey.has(one)),
  );
}

/** Puts together what comes of one mistake though its signatures differ. */
export const alike = (all: readonly Gathered[]): readonly Gathered[] =>
  besideProperties(
    byRequest([placeOf, missingRefusalOf, codeOf, likenessOf].reduce((some, keyOf) => joined(keyOf, some), acrossRoutes(all))),
  );
