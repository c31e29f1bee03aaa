import { routed } from "../catalogue/route.ts";
import { unasked } from "../causes/mended.ts";
import { saidOf, surplusField } from "../causes/of-run.ts";
import { isNamedIn } from "../causes/signature.ts";
import type { TraceEntry } from "../causes/tracing.ts";
import { at, type Body, isEqual, isObject, jsonText, parsed, sortedTexts } from "../client/json.ts";
import type { Outgoing, Reply } from "../client/target.ts";
import type { Difference } from "../compare/values.ts";
import { endpoints } from "../text/index.ts";
import { codes } from "../text/limits.ts";

/** A run of a property in which a check failed. */
export interface FailedRun {
  /** The message of the check. */
  readonly reason: string;
  readonly record: readonly TraceEntry[];
  /** Runs the property once more on the answers of a record. Returns what fails then; undefined where it holds, or asks for more than the record has. */
  readonly rerun: (record: readonly TraceEntry[]) => Promise<string | undefined>;
}

/**
 * A difference of which a check may say no more than the JSON types that it accepts, or that a list in whatever order has other items; or a record that
 * one side alone has in the list at the path.
 */
export type FoundDifference = Difference & { readonly types?: readonly string[]; readonly isUnordered?: true; readonly isItem?: true };

/** The places of one answer of which a failing check speaks. */
export interface MeantPlaces {
  readonly request: Outgoing;
  readonly reply: Reply;
  readonly differences: readonly FoundDifference[];
}

/** The place of a value in a JSON value: the names and the indexes that lead to it. */
export type Place = readonly (string | number)[];

/** A finding that a check may mean, and the answer with which it would hold. */
export interface Candidate extends MeantPlaces {
  readonly answer: Partial<Reply>;
}

type Found = Pick<Candidate, "differences"> & { readonly body: Body };

/** Two values as the message of a check spells them: what it is about, what came, and what it wants: a value, or JSON types. */
export interface ComparedValues {
  readonly what: string;
  /** The beginning of it, where it is long. */
  readonly came: string;
  readonly wanted: unknown;
  readonly types?: readonly string[];
}

/** The most values that are tried in place of one. */
const mostTries = 100;

const samples: Readonly<Record<string, unknown>> = {
  ...{ null: null, boolean: true, number: 1, integer: 1, string: "text", array: [], object: {} },
};
const typeNames = /^(?:string|number|integer|boolean|array|object|null)(?: or (?:string|number|integer|boolean|array|object|null))*$/;

const lastName = (path: string): string => path.split(/[.[\]]+/).findLast((name) => /^[a-z]/.test(name)) ?? "";

/** Whether a check says the name of a field that differs. */
export const isNamedBy = (reason: string, differences: readonly Difference[]): boolean =>
  differences.some(({ path }) => isNamedIn(reason, lastName(path)));

const pathOf = (place: Place): string =>
  place.reduce<string>((path, key) => (typeof key === "number" ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`), "");

/** Returns a value that fits one of some types: the value that came, where it spells one. */
function sampleOf([type = ""]: readonly string[], came: string): unknown {
  const text = parsed(came);
  return type === "integer" && typeof text === "string" && /^\d+$/.test(text) ? Number(text) : samples[type];
}

/** Returns the ways to read a message as `<what> is <came>, not <wanted>`, or as `… <what> as <came>, not <wanted>`. */
export function* comparedIn(reason: string): Iterable<ComparedValues> {
  for (const { 0: is, index } of reason.matchAll(/ is (?=["[{\dtfn-])| as (?=["[{\d-]|(?:true|false|null),)/g)) {
    const [what, rest] = [reason.slice(0, index), reason.slice(index + is.length)];
    for (const { 0: not, index: end } of rest.matchAll(/, not /g)) {
      const [came, text] = [rest.slice(0, end), rest.slice(end + not.length)];
      const types = typeNames.test(text) && text !== "null" ? text.split(" or ") : undefined;
      const wanted = types ? sampleOf(types, came) : text === "nothing" ? undefined : parsed(text);
      if (wanted !== undefined || text === "nothing") yield { what, came, wanted, ...(types && { types }) };
    }
  }
}

/** Returns each value within a value with its place. What stands under a name that a path cannot have is left out. */
export function* valuesIn(value: unknown, place: Place = []): Iterable<readonly [place: Place, value: unknown]> {
  yield [place, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && /[.[\]]/.test(key) && !isEqual(place, ["presences"])) continue;
    yield* valuesIn(inner, [...place, Array.isArray(value) ? Number(key) : key]);
  }
}

/** Returns a value with another one at a place; undefined takes away what is there. */
function altered(value: unknown, [key, ...rest]: Place, wanted: unknown): unknown {
  if (key === undefined) return wanted;
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? altered(item, rest, wanted) : item));
  const inner = altered((value as Body)[key], rest, wanted);
  const { [key]: _, ...others } = value as Body;
  return inner === undefined ? others : { ...(value as Body), [key]: inner };
}

/** Returns the differences of two values: of objects those of their fields. */
function leaves(place: Place, wanted: unknown, actual: unknown): readonly Difference[] {
  if (isEqual(wanted, actual)) return [];
  if (!isObject(wanted) || !isObject(actual)) return [{ path: pathOf(place), expected: wanted, actual }];
  return [...new Set([...Object.keys(wanted), ...Object.keys(actual)])].flatMap((key) => leaves([...place, key], wanted[key], actual[key]));
}

/** Looks for what came as the value at a place. */
function* whole(body: Body, { came, wanted, types }: ComparedValues): Iterable<Found> {
  for (const [place, value] of valuesIn(body)) {
    if (place.length === 0 || jsonText(value) !== came) continue;
    const differences = types ? [{ path: pathOf(place), expected: wanted, actual: value, types }] : leaves(place, wanted, value);
    yield { body: altered(body, place, wanted) as Body, differences };
  }
}

/** Looks for what came as the items of a list, of which a check compares the sorted texts. */
function* items(body: Body, { what, came, wanted }: ComparedValues): Iterable<Found> {
  if (!/, sorted,$/.test(what) || !Array.isArray(wanted) || !wanted.every((one) => typeof one === "string")) return;
  for (const [place, value] of valuesIn(body)) {
    if (!Array.isArray(value) || jsonText(sortedTexts(value)) !== came) continue;
    const list = wanted.map(parsed);
    yield {
      body: altered(body, place, list) as Body,
      differences: [{ path: pathOf(place), expected: list, actual: value, isUnordered: true }],
    };
  }
}

/** Returns the items of the two lists that a check compares, in their order or as sorted texts; undefined where it compares something else. */
function listsIn({ what, came, wanted }: ComparedValues) {
  const isSorted = /, sorted,$/.test(what);
  const itemsIn = (list: readonly unknown[]): readonly unknown[] => (isSorted ? list.map((text) => parsed(String(text))) : list);
  const told = parsed(came);
  return Array.isArray(told) && Array.isArray(wanted) ? { isSorted, came: itemsIn(told), wanted: itemsIn(wanted) } : undefined;
}

/** Looks for what came as the ids of a list of records: of one that is missing there, others have all but the id. An empty list is one of messages. */
function* records(body: Body, compared: ComparedValues): Iterable<Found> {
  const lists = listsIn(compared);
  if (!lists) return;
  const { isSorted, came: ids, wanted } = lists;
  const inOrder = (list: readonly unknown[]): readonly unknown[] => (isSorted ? sortedTexts(list) : list);
  for (const [place, value] of valuesIn(body)) {
    if (!Array.isArray(value) || !value.every(isObject) || (value.length === 0 && place.at(-1) !== "messages")) continue;
    if (!isEqual(inOrder(value.map(({ id }) => id)), inOrder(ids))) continue;
    const list = wanted.map((id): Body => value.find((one) => one.id === id) ?? { ...value[0], id });
    const item = (expected: unknown, actual: unknown): FoundDifference => ({ path: pathOf(place), expected, actual, isItem: true });
    const missing = list.filter(({ id }) => !ids.includes(id)).map((one) => item(one, undefined));
    const surplus = value.filter(({ id }) => !wanted.includes(id)).map((one) => item(undefined, one));
    if (missing.length + surplus.length > 0) yield { body: altered(body, place, list) as Body, differences: [...missing, ...surplus] };
  }
}

/** Looks for what came as some of the fields of an object. */
function* part(body: Body, { came, wanted, types }: ComparedValues): Iterable<Found> {
  const fields = parsed(came);
  if (types || !isObject(fields) || !isObject(wanted) || Object.keys(fields).length < 2) return;
  for (const [place, value] of valuesIn(body)) {
    const isWhole = !isObject(value) || Object.keys(value).length === Object.keys(fields).length;
    if (isWhole || !Object.entries(fields).every(([key, one]) => isEqual(value[key], one))) continue;
    const mended = { ...value, ...wanted };
    yield { body: altered(body, place, mended) as Body, differences: leaves(place, mended, value) };
  }
}

/** Looks for where a field is missing that the message names, or whose name it need not say. */
function* missing(body: Body, { what, came, wanted, types }: ComparedValues, op: string): Iterable<Found> {
  if (came !== "nothing") return;
  const told = [...(what.match(/[a-z]+_\w+/g) ?? []), "ignored_parameters_unsupported", ...Object.keys(endpoints.get(op)?.returns ?? {})];
  for (const name of new Set(told)) {
    for (const [place, value] of valuesIn(body)) {
      if (!isObject(value) || Object.hasOwn(value, name)) continue;
      const own = [...place, name];
      const difference = { path: pathOf(own), expected: wanted, actual: undefined };
      yield { body: altered(body, own, wanted) as Body, differences: [types ? { ...difference, types } : difference] };
    }
  }
}

/** Reads what came as the keys of an object, or of a part of it where they are sorted as texts, of which some are not wanted. */
function* keys(body: Body, compared: ComparedValues): Iterable<Found> {
  const lists = listsIn(compared);
  if (!lists) return;
  const [told, kept] = [lists.came, lists.wanted].map((list) => list.map(String)) as [string[], string[]];
  for (const [place, value] of valuesIn(body)) {
    if (!isObject(value)) continue;
    if (lists.isSorted ? !told.every((key) => Object.hasOwn(value, key)) : !isEqual(Object.keys(value), told)) continue;
    const extra = told.filter((key) => !kept.includes(key));
    if (extra.length === 0) continue;
    const left = Object.fromEntries(Object.entries(value).filter(([key]) => !extra.includes(key)));
    const differences = extra.map((key) => ({ path: pathOf([...place, key]), expected: undefined, actual: value[key] }));
    yield { body: altered(body, place, left) as Body, differences };
  }
}

/** Takes away the field that an answer must not have by the message. */
function* further(body: Body, reason: string): Iterable<Found> {
  const name = surplusField(reason);
  if (name === undefined || !Object.hasOwn(body, name)) return;
  const differences = [{ path: name, expected: undefined, actual: body[name] }];
  yield { body: altered(body, [name], undefined) as Body, differences };
}

/** Lists the parameters of a request as ignored: of a target that never does, no message names the field. */
function* unlisted(body: Body, { fields }: Outgoing, reason: string): Iterable<Found> {
  const name = "ignored_parameters_unsupported";
  if (!reason.includes("ignored") || Object.hasOwn(body, name)) return;
  const wanted = Object.keys(fields);
  yield { body: { ...body, [name]: wanted }, differences: [{ path: name, expected: wanted, actual: undefined, types: ["array"] }] };
}

/** The beginning of messages that may mean that a request is to be refused, without quoting its answer. */
const decidedOtherwise = "the target does not do what the specification states";

const refusal = { status: 400, body: { result: "error", msg: "no", code: codes.badRequest } };

/** Returns a refusal in place of a success. */
function refused({ body: { result } }: Reply, reason: string): Pick<Candidate, "answer" | "differences">[] {
  if (result !== "success" || !reason.startsWith(decidedOtherwise)) return [];
  return [{ answer: refusal, differences: [{ path: "result", expected: "error", actual: result }] }];
}

/** Returns what a failing check may mean: what its message names first, and of that what came last. */
function candidatesIn({ reason, record }: FailedRun): readonly Candidate[] {
  const compared = [...comparedIn(reason)];
  const found = record.toReversed().flatMap((entry): Candidate[] => {
    if (entry.kind !== "request" || !entry.reply) return [];
    const { request, reply } = entry;
    const { op = "" } = routed(request.method, request.path);
    const { body } = reply;
    const inCompared = compared.flatMap((one) => [
      ...whole(body, one),
      ...items(body, one),
      ...records(body, one),
      ...part(body, one),
      ...missing(body, one, op),
      ...keys(body, one),
    ]);
    const all = [...inCompared, ...further(body, reason), ...unlisted(body, request, reason)];
    const own = all.map(({ body: other, differences }) => ({ answer: { body: other }, differences }));
    return [...own, ...refused(reply, reason)].map((one) => ({ ...one, request, reply }));
  });
  const asked = new Set(record.flatMap((entry) => (entry.kind === "request" ? (entry.request.path.match(/\d+/g) ?? []) : [])));
  const isOfAsked = ({ reply: { body }, differences }: Candidate): boolean =>
    differences.some(({ path }) => idsAlong(body, path).some((id) => asked.has(String(id))));
  // A long list has many things with the same value: those first that the run asks for.
  const rankOf = (one: Candidate): number => 2 * Number(isNamedBy(reason, one.differences)) + Number(isOfAsked(one));
  const ranks = new Map(found.map((one) => [one, rankOf(one)]));
  return found.toSorted((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0));
}

/** Returns the ids of the things that hold what stands at a path. */
function idsAlong(body: Body, path: string): unknown[] {
  const ids: unknown[] = [];
  let value: unknown = body;
  for (const key of path.match(/[^.[\]]+/g) ?? []) {
    if (isObject(value) && value.id !== undefined) ids.push(value.id);
    value = at(value, Array.isArray(value) ? Number(key) : key);
  }
  return ids;
}

/** A record with other answers to some of its requests. */
const withAnswers = (record: readonly TraceEntry[], answers: ReadonlyMap<Outgoing, Partial<Reply>>): readonly TraceEntry[] =>
  record.map((entry) => {
    const answer = entry.kind === "request" ? answers.get(entry.request) : undefined;
    if (entry.kind !== "request" || !answer || !entry.reply) return entry;
    const { text: _, ...reply } = entry.reply;
    return { ...entry, reply: { ...reply, ...answer } };
  });

/** Returns whether a run holds where one of its answers is another. */
export const holdsWith = async ({ record, rerun }: FailedRun, request: Outgoing, answer: Partial<Reply>): Promise<boolean> =>
  (await rerun(withAnswers(record, new Map([[request, answer]])))) === undefined;

/**
 * Whether a check holds with some other answers, or at least fails otherwise: of the next thing in a list, of a value that is of the type now, or,
 * where a refusal is taken for right, of what the server did instead of it.
 */
async function isMeant(candidates: readonly Candidate[], { reason, record, rerun }: FailedRun): Promise<boolean> {
  const said = await rerun(withAnswers(record, new Map(candidates.map(({ request, answer }) => [request, answer]))));
  if (said === undefined) return true;
  if (said === reason || said === unasked) return false;
  if (candidates.some(({ answer }) => answer === refusal)) return !said.includes(jsonText(refusal.body));
  const [what = ""] = reason.split(" is ", 1);
  return said.startsWith(what);
}

/** Whether another check fails where what a candidate names is as it is to be. */
async function failsOtherwise({ request, answer }: Candidate, { reason, record, rerun }: FailedRun): Promise<boolean> {
  const said = await rerun(withAnswers(record, new Map([[request, answer]])));
  return said !== undefined && said !== reason && said !== unasked;
}

const placesOf = ({ differences }: Candidate): string =>
  differences.map(({ path, expected }) => `${path} ${jsonText(expected)}`).join("\n");

/**
 * Returns the places of an answer of which a failing check speaks: with what it wants there, it holds. Undefined where no single answer has such.
 * @param first what is tried before anything else
 */
export async function placesMeant(run: FailedRun, first: readonly Candidate[] = []): Promise<MeantPlaces | undefined> {
  const said = saidOf(run);
  if (said) return { ...said, differences: [said.difference] };
  for (const candidate of first.slice(0, mostTries)) if (await isMeant([candidate], run)) return candidate;
  const candidates = candidatesIn(run).slice(0, mostTries);
  for (const candidate of candidates) if (await isMeant([candidate], run)) return candidate;
  // Where the first that is named by it is mended, another check of the same answer may fail.
  const [likeliest] = candidates;
  if (likeliest && isNamedBy(run.reason, likeliest.differences) && (await failsOtherwise(likeliest, run))) return likeliest;
  // Several answers may have what one check looks at.
  for (const places of new Set(candidates.map(placesOf))) {
    const alike = candidates.filter((one) => placesOf(one) === places);
    if (alike.length > 1 && (await isMeant(alike, run))) return alike[0];
  }
  return undefined;
}
