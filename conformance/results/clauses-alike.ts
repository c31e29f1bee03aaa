import { opAt, stemOf } from "../catalogue/route.ts";
import { mainOf } from "../causes/citing.ts";
import { beyond, tracelessRoute } from "../causes/signature.ts";
import { isEqual, isObject, parsed, typeOf } from "../client/json.ts";
import { endpoints } from "../text/index.ts";
import { isMonitor, isOfOne } from "./exchanges.ts";
import { byEvidence, type Gathered } from "./gathered.ts";
import type { PropertyResult, ScenarioResult } from "./report.ts";

type Result = PropertyResult | ScenarioResult;

const notThere = "not there";
const tooMany = "more than expected";

/** Returns what differs first between two values, by kinds: `null for string`. */
function changeIn(actual: unknown, expected: unknown): string {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    if (actual.length !== expected.length) return actual.length < expected.length ? notThere : tooMany;
    const at = expected.findIndex((item, i) => !isEqual(item, actual[i]));
    return changeIn(actual[at], expected[at]);
  }
  const [ours, theirs] = [expected, actual] as readonly Readonly<Record<string, unknown>>[];
  if (typeOf(actual) !== "object" || typeOf(expected) !== "object") return `${typeOf(actual)} for ${typeOf(expected)}`;
  const name = [...new Set([...Object.keys(ours ?? {}), ...Object.keys(theirs ?? {})])].find((key) => !isEqual(ours?.[key], theirs?.[key]));
  return name === undefined ? "nothing" : changeIn(theirs?.[name], ours?.[name]);
}

/** A reason that counts what came. */
const countIn = /^the number of .* is (\d+), not (\d+)$/;

/** Returns how what a check says goes wrong, without names, ids and texts of the run. */
function changeOf({ reason = "" }: Result): string {
  if (tracelessRoute(reason) !== undefined) return notThere;
  const [, came, wanted] = countIn.exec(reason) ?? [];
  if (came !== undefined) return Number(came) < Number(wanted) ? notThere : tooMany;
  for (const { index } of reason.matchAll(/ is /g)) {
    const [actual, expected] = reason.slice(index + 4).split(", not ");
    const [theirs, ours] = [parsed(actual ?? ""), parsed(expected ?? "")];
    if (actual === "nothing" && ours !== undefined) return notThere;
    if (theirs !== undefined && ours !== undefined) return changeIn(theirs, ours);
  }
  return reason.replaceAll(/"(\\.|[^"\\])*"/g, '""').replaceAll(/\d+/g, "#");
}

/** Returns the subject of a clause by its endpoint or record: `user_groups-id.members.post` and `user-group` are the same. */
const subjectOf = ({ signature: { clause = "" } }: Gathered): string =>
  (clause.split(/[./]/)[0] ?? "").replace(/-id$/, "").replace(/s$/, "").replaceAll(/[-_]/g, "");

/** Key of a cause that no single answer shows: where it was seen, of what, and how it is otherwise. */
export function likenessOf(one: Gathered): string | undefined {
  const [result] = one.shows;
  if (one.signature.clause === undefined || !result) return undefined;
  // A monitor sees one mistake in many requests.
  if (isMonitor(result) && one.shows.every((other) => other === result)) return [result.address, ...result.clauses].join("\n");
  const changes = new Set(one.shows.map(changeOf));
  // Another value of the same type may be that of whatever field of a record; of events each check looks at few.
  const isOfAny = one.signature.at !== "GET /events" && [...changes].some((change) => /^(\w+) for \1$/.test(change));
  return changes.size > 1 || isOfAny ? undefined : [one.signature.at, subjectOf(one), ...changes].join("\n");
}

/** The words of checks and monitors for a field whose value has another form. */
const formIn = /(?:^|where )(\w+) (?:of an? [\w ]+ is \S+,|is) not (integer|number|string|boolean|array|object)\b/;

/** Key of a field that has another form wherever it is told, by what clauses say of it. */
export function formOf({ signature: { clause }, shows }: Gathered): string | undefined {
  if (clause === undefined) return undefined;
  const [form, ...others] = new Set(shows.map(({ reason = "" }) => formIn.exec(reason)?.slice(1).join("\n")));
  return others.length > 0 ? undefined : form;
}

/** Returns the key of what shows only that a request leaves no trace, with what else shows that it does something else. */
export function withoutTrace(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const lostIn = ({ signature, shows }: Gathered): string | undefined => {
    const [op, ...others] = new Set(shows.map(({ reason = "" }) => opAt(tracelessRoute(reason) ?? "")));
    return signature.clause === undefined || others.length > 0 ? undefined : op;
  };
  const lost = new Set(all.map(lostIn));
  const doneIn = ({ signature, shows }: Gathered): string | undefined => {
    const own = shows.find(isOfOne);
    const stem = stemOf(own?.clauses[0]);
    return signature.ruling === undefined && own && lost.has(stem) ? stem : undefined;
  };
  const hosts = new Map<string, Gathered>();
  for (const one of all.toSorted(byEvidence)) {
    const stem = lostIn(one) === undefined ? doneIn(one) : undefined;
    if (stem !== undefined && !hosts.has(stem)) hosts.set(stem, one);
  }
  // What a queue is told of it is the trace.
  const untoldOf = (one: Gathered): string | undefined =>
    one.signature.clause !== undefined && one.signature.at === "GET /events" ? doneIn(one) : undefined;
  // That it did not do what it is for is seen elsewhere, too.
  const undoneOf = ({ signature: { clause = "" } }: Gathered): string | undefined => {
    const stem = stemOf(clause);
    return lost.has(stem) && mainOf(stem).includes(clause) ? stem : undefined;
  };
  return (one) => lostIn(one) ?? [...hosts].find(([, host]) => host === one)?.[0] ?? untoldOf(one) ?? undoneOf(one);
}

/** Returns the endpoint to which alone the properties belong that show a cause, its monitors aside; undefined where there is none, or more than one. */
function opOfOwn({ shows }: Gathered, ops: ReadonlySet<string>): string | undefined {
  const opOf = ({ address }: Result): string | undefined =>
    [...ops].find((stem) => address.startsWith(`${stem}.`) || address.startsWith(`${stem}/`));
  const [op, ...others] = new Set(shows.filter(isOfOne).map(opOf));
  return others.length > 0 ? undefined : op;
}

/**
 * Returns the key of what a request leaves undone that leaves no trace: the fields that its own properties alone find as they were, and the clauses of
 * it that go against what is read later.
 */
export function leftUndone(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const ops = new Set(all.flatMap(({ shows }) => shows.flatMap(({ reason = "" }) => opAt(tracelessRoute(reason) ?? "") ?? [])));
  return (one) => {
    const { at, path, expected, actual, clause, ruling } = one.signature;
    const isLeft = clause !== undefined || (path !== "result" && (expected === actual || actual === "nothing"));
    const op = ruling === undefined && isLeft ? opOfOwn(one, ops) : undefined;
    return op === opAt(at) ? undefined : op;
  };
}

/** Returns the endpoint and the parameter, as `<stem>/<parameter>`, of which a check says that it is not kept as it was sent; undefined where it says something else. */
export function notKept({ address, reason = "" }: Result): string | undefined {
  const [, kept, removed] = /^(?:the (\w+) that is kept|what (\w+) removed)(?: (?:of|in) [A-Z]+ .*)? is /s.exec(reason) ?? [];
  const name = kept ?? removed;
  const op = [...endpoints.keys()].filter((stem) => address.includes(stem)).sort((a, b) => b.length - a.length)[0];
  return name === undefined || op === undefined ? undefined : `${op}/${name}`;
}

/** Key of a parameter that an endpoint does not keep, as one or more checks say, whatever is tried beside it. */
export function keptOf({ signature: { clause }, shows }: Gathered): string | undefined {
  const [lost, ...others] = new Set(shows.flatMap((result) => notKept(result) ?? []));
  return clause === undefined || others.length > 0 ? undefined : lost;
}

/** Key of what goes against a clause alone, at whatever request it shows. */
export const clauseOf = ({ signature: { clause } }: Gathered): string | undefined => clause;

/** Returns the words that a check misses in what came: the texts that were expected more often. Where something else came altogether, nothing is missing. */
export function missingIn(reason: string): string[] {
  const [, actual, expected] = /^.*? is (.*), not (.*)$/s.exec(reason) ?? [];
  const [came, wanted] = [actual, expected].map((text) => (text === undefined ? undefined : parsed(text)));
  if (isObject(came) && isObject(wanted) && Object.keys(came).some((name) => name in wanted && !isEqual(came[name], wanted[name])))
    return [];
  const [ours, theirs] = [expected, actual].map((text) =>
    text === undefined ? [] : [...text.matchAll(/"(\w+)"/g)].map(([, word = ""]) => word),
  );
  return [...beyond(ours ?? [], theirs ?? [])].map(String);
}
