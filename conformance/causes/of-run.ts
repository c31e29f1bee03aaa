import { routed, stemOf } from "../catalogue/route.ts";
import { jsonText, noObjectIn, parsed, typeOf } from "../client/json.ts";
import type { Outgoing, Reply } from "../client/target.ts";
import type { Difference } from "../compare/values.ts";
import type { Oracle } from "../model/oracle.ts";
import { endpoints } from "../text/index.ts";
import { againstModel, type Disagreement, type ModelOptions } from "./against-model.ts";
import {
  codesIn,
  fieldName,
  follows,
  idOf,
  isNamedIn,
  isReadOfState,
  placeOf,
  refusalIn,
  type Signature,
  signaturesOf,
  tracelessRoute,
} from "./signature.ts";
import type { TraceEntry } from "./tracing.ts";

/** A run of a property that differs, or that could not prepare what it is about. */
interface FailedRun {
  /** The message of the failing check. */
  readonly reason: string;
  /** The clauses that the property proves. */
  readonly clauses: readonly string[];
  readonly record: readonly TraceEntry[];
  /** Whether the check itself says that a clause is broken that the property does not prove: no difference explains it but one that it names. */
  readonly isExact?: boolean;
}

const lastRequest = (record: readonly TraceEntry[]): string => {
  const last = record.findLast((recorded) => recorded.kind === "request");
  return last ? routed(last.request.method, last.request.path).route : "";
};

/** Clauses that hold of every request: one mistake breaks them everywhere. */
const ofAll = /^(conventions\/|errors\/body$|authentication\/(?!folders-|domains-|groups-|key-exchange|settings-))/;

/** The request that a clause is about, where it was sent and the last one does not read what comes of it, else the last one. */
function placeOfClause(clause: string, record: readonly TraceEntry[]): string {
  const asked = record.flatMap((entry) => (entry.kind === "request" ? [routed(entry.request.method, entry.request.path)] : []));
  const last = lastRequest(record);
  return (isReadOfState(last) ? undefined : asked.find(({ op }) => op === stemOf(clause))?.route) ?? last;
}

/**
 * Whether a reason quotes a text that differs, as it came, and where the answer is not the last one, as it was to come, too: one of the words of
 * every answer, and the code of whatever refusal, say nothing.
 */
const isQuoted = (differences: readonly Difference[], reason: string, isLast: boolean): boolean =>
  differences.some(({ path, expected, actual }) => {
    const isIn = (text: unknown): boolean => typeof text === "string" && text.length > 8 && reason.includes(JSON.stringify(text));
    return isIn(actual) && !follows(path, differences) && (isLast || isIn(expected));
  });

/** The words with which checks say that a request is refused. */
const refused = / answers \d+ (?:\{.*, not a success|.*, which is no JSON object)$/s;

/** The words with which they say that a request is taken. */
const taken = / answers \d+ (?:\{.*, not a refusal|.*, which is no JSON object)$/s;

/** So much of an answer tells it from others. */
const tellingLength = 100;

const isQuotedIn = (reason: string, reply: Reply | undefined): boolean =>
  reply !== undefined && reason.includes((noObjectIn(reply) ?? jsonText(reply.body)).slice(0, tellingLength));

/** Whether a check says of a request that it is refused, or taken, and a difference is that. */
const isResult = ({ at, path, expected }: Signature, { routed: { route }, reply }: Disagreement, reason: string): boolean =>
  at === route && path === "result" && (expected === "success" ? refused : taken).test(reason) && isQuotedIn(reason, reply);

/** Returns how likely it is that a difference made a check fail: the check names its field or code, or quotes it, or its request was the last one. */
function likelihood(signature: Signature, disagreement: Disagreement, { reason }: FailedRun, last: string): number {
  const {
    routed: { route },
    differences,
  } = disagreement;
  // Every answer that a check quotes has a result.
  const field = signature.path === "result" ? "" : fieldName(signature);
  // What was to be refused is quoted with all its fields.
  const said = taken.test(reason) ? reason.slice(0, reason.indexOf(" answers ")) : reason;
  const isNamed = [field, signature.code ?? ""].some((name) => isNamedIn(said, name));
  const isSaid = isNamed || isResult(signature, disagreement, reason) || isQuoted(differences, reason, route === last);
  return (isSaid ? named : 0) + (route === last ? 2 : 0);
}

/** The weight of a check that names what differs. */
const named = 4;

/** The most differences of one run that are mended by themselves. */
const mostMended = 12;

/** Runs what failed once more, with the answers of the model wherever one of some places would differ. Returns what the check says now; undefined where it holds. */
export type Rerun = (places: ReadonlySet<string>) => Promise<string | undefined>;

/**
 * Returns the difference that made a run of a property fail: without it, the check that failed holds. Undefined where the check fails though every
 * answer is the model's.
 * @param innocent ids of signatures that show in runs that agree, too
 */
export async function mendedIn(
  run: FailedRun,
  oracle: Oracle,
  rerun: Rerun,
  innocent: ReadonlySet<string> = new Set(),
  options: ModelOptions = {},
): Promise<Signature | undefined> {
  const all = candidatesIn(run, oracle, innocent, options);
  const without = (places: readonly string[], left?: string): Promise<string | undefined> =>
    rerun(new Set(places.filter((place) => place !== left)));
  for (const [place, signature] of all.slice(0, mostMended)) if ((await without([place])) === undefined) return signature;
  const places = all.map(([place]) => place);
  if (all.length < 2 || (await without(places)) !== undefined) return undefined;
  // Several differences fail it, one after the other: the first is that without which the others leave the check as it was.
  for (const [place, signature] of all.slice(0, mostMended)) if ((await without(places, place)) === run.reason) return signature;
  return undefined;
}

/**
 * Whether a check may fail because a request before it was taken, or refused, by mistake: it is about that, or nothing else was to be changed afterwards.
 * From there on the model answers, and with its answers every check holds.
 */
function mayPart(
  { path }: Signature,
  { routed: { route, op }, request, reply }: Disagreement,
  { reason, clauses, record }: FailedRun,
): boolean {
  if (path !== "result" || request.method === "GET") return true;
  if (reason.includes(route) || isQuotedIn(reason, reply) || clauses.some((id) => stemOf(id) === op)) return true;
  const later = record.slice(record.findIndex((entry) => entry.kind === "request" && entry.request === request) + 1);
  return !later.some((entry) => entry.kind === "request" && entry.request.method !== "GET" && entry.request.path !== "/register");
}

/** Whether a difference is in a field of a success of which the check says that it was to be a refusal: no other value of it would make it one. */
const isOfTaken = ({ path }: Signature, { reply }: Disagreement, { reason }: FailedRun): boolean =>
  path !== "result" && reply?.body.result === "success" && taken.test(reason) && isQuotedIn(reason, reply);

/** Returns the differences in the answers of a run, those first that most likely made its check fail. */
function rankedIn(run: FailedRun, oracle: Oracle, options: ModelOptions): { readonly signature: Signature; readonly rank: number }[] {
  const last = lastRequest(run.record);
  return againstModel(run.record, oracle, options)
    .flatMap((one) =>
      signaturesOf(one.routed.route, one.differences, one.expected, one.reply)
        .filter((signature) => mayPart(signature, one, run) && !isOfTaken(signature, one, run))
        .map((signature) => ({
          signature,
          rank: likelihood(signature, one, run, last),
        })),
    )
    .sort((a, b) => b.rank - a.rank);
}

/**
 * Returns these differences, one of each place, without those of fields that the check does not name and that show in runs that agree: where the sides
 * have other parts, a whole list is mended, and with it what else is wrong. What is a refusal is no matter of a field.
 */
function candidatesIn(
  run: FailedRun,
  oracle: Oracle,
  innocent: ReadonlySet<string>,
  options: ModelOptions,
): (readonly [place: string, signature: Signature])[] {
  const ranked = rankedIn(run, oracle, options).filter(
    ({ signature, rank }) => rank >= named || ["status", "result"].includes(signature.path) || !innocent.has(idOf(signature)),
  );
  return [...new Map(ranked.toReversed().map(({ signature }) => [placeOf(signature), signature]))].reverse();
}

/**
 * Returns the difference in an answer that most likely made a run of a property fail: its exchanges are played on the model. Undefined where
 * the model says the same as the target, or where what it says otherwise is neither named by the check nor seen in failing runs alone.
 * @param innocent ids of signatures that show in runs that agree, too
 */
export function differenceIn(
  run: FailedRun,
  oracle: Oracle,
  innocent: ReadonlySet<string>,
  options: ModelOptions = {},
): Signature | undefined {
  const ranked = rankedIn(run, oracle, options).filter(
    ({ signature, rank }) => rank >= named || (!run.isExact && !innocent.has(idOf(signature))),
  );
  return ranked[0]?.signature;
}

/** Returns the field of which a check says that an answer has it and must not; undefined where it says something else. */
export const surplusField = (reason: string): string | undefined =>
  / has the field (\w+)(?:, which \w+ does not carry)?$/.exec(reason)?.[1];

/** Returns the difference that an answer has a field which it must not have. */
function surplusIn({ reason, record }: FailedRun): Signature | undefined {
  const field = surplusField(reason);
  for (const entry of field === undefined ? [] : record.toReversed()) {
    if (entry.kind !== "request" || field === undefined || !Object.hasOwn(entry.reply?.body ?? {}, field)) continue;
    const { route } = routed(entry.request.method, entry.request.path);
    return { at: route, path: field, expected: "nothing", actual: typeOf(entry.reply?.body[field]) };
  }
  return undefined;
}

/**
 * Returns the field with which the message of a check begins, where the last answer that has it, or should have it, is one of those whose value is
 * not compared with the model's: the table of the endpoint, or the check, says what it has to be.
 */
function fieldIn({ reason, record }: FailedRun): Signature | undefined {
  const [, field = "", expected = ""] = /^(?:the )?([a-z]\w*)(?: [^"]*)? is (?:.*), not (.*)$/s.exec(reason) ?? [];
  if (field === "") return undefined;
  for (const entry of record.toReversed()) {
    if (entry.kind !== "request" || entry.reply?.body.result !== "success") continue;
    const { op = "", route } = routed(entry.request.method, entry.request.path);
    const stated = endpoints.get(op)?.returns?.[field]?.type;
    const { body } = entry.reply;
    if (stated === undefined && !Object.hasOwn(body, field)) continue;
    const actual = Object.hasOwn(body, field) ? typeOf(body[field]) : "nothing";
    const type = expected === "nothing" ? expected : (stated?.toString() ?? kindIn(expected));
    const isOfType = type === "integer" && Number.isInteger(body[field]);
    return { at: route, path: field, expected: isOfType ? actual : type, actual };
  }
  return undefined;
}

/** Returns the type of what a check expects: it is spelled as JSON, or is the name of the type itself. */
function kindIn(expected: string): string {
  const value = parsed(expected);
  return value === undefined ? expected : typeOf(value);
}

/** An answer of which a check says itself how it is to be otherwise. */
export interface SaidAnswer {
  readonly request: Outgoing;
  readonly reply: Reply;
  readonly difference: Difference;
}

/** Returns the answer that a check quotes, or else the last one, where it says that it is refused, or taken, or that its code is another one: no model is needed for that. */
export function saidOf({ reason, record }: Pick<FailedRun, "reason" | "record">): SaidAnswer | undefined {
  const requests = record.filter((entry) => entry.kind === "request");
  const { request, reply } = requests.findLast((entry) => isQuotedIn(reason, entry.reply)) ?? requests.at(-1) ?? {};
  if (!request || !reply) return undefined;
  const { result, code } = reply.body;
  const codes = codesIn(reason);
  const said = (path: string, expected: unknown, actual: unknown): SaidAnswer => ({
    request,
    reply,
    difference: { path, expected, actual },
  });
  if (codes && code === codes.came) return said("code", codes.wanted, codes.came);
  if (refused.test(reason) && result === "error") return said("result", "success", result);
  return taken.test(reason) && result === "success" ? said("result", "error", result) : undefined;
}

/**
 * Returns the refusal of the last request, or its code, where the check says that this is what fails it. What is taken has no reason to tell it by, but for
 * a thing that is read by its id: that is not there, or not for everybody.
 */
function saidIn(run: FailedRun): Signature | undefined {
  const said = saidOf(run);
  if (!said) return undefined;
  const { request, reply, difference } = said;
  const { route } = routed(request.method, request.path);
  const { path, expected, actual } = difference;
  if (expected === "error") return /^GET .*\}$/.test(route) ? { at: route, path, expected: "error", actual: "success" } : undefined;
  if (path === "result") return { at: route, path, expected: "success", actual: "error", refusal: refusalIn(route, reply.body) };
  return { at: route, path, expected: "string", actual: "string", code: String(actual), refusal: `${expected}:` };
}

/**
 * Returns the cause of a run in which no answer differs from the model's, or which no model can be asked about: the refusal, the code or the field that its check
 * is about, or else the clause stands for the difference.
 */
export function clauseOf(run: FailedRun): Signature {
  const {
    clauses: [clause = ""],
    record,
    reason,
  } = run;
  // What a right request leaves undone is its own mistake, whatever was tried before it.
  const [method, path] = tracelessRoute(reason)?.split(" ") ?? [];
  const undone = method === undefined || path === undefined ? undefined : routed(method, path).route;
  const at = undone ?? (ofAll.test(clause) ? "Every request" : placeOfClause(clause, record));
  return saidIn(run) ?? surplusIn(run) ?? fieldIn(run) ?? { at, path: "", expected: "", actual: "", clause };
}
