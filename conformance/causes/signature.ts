import { fnv1a, type RulingName, rulings } from "../../sim/index.ts";
import { routed } from "../catalogue/route.ts";
import { typeOf } from "../client/json.ts";
import type { NoAnswer } from "../client/thrown.ts";
import type { ComparedAnswer } from "../compare/matched-ids.ts";
import { type Difference, isBrief } from "../compare/values.ts";
import { endpoints } from "../text/index.ts";

/** The features that differences of one mistake have in common. */
export interface Signature {
  /** The request, such as `POST /user_groups/create`, or the object that carries the field wherever it is sent, such as `Message` or `Every error`. */
  readonly at: string;
  /** Path of the field, without indices. Empty where no field is known to differ. */
  readonly path: string;
  /** Type of what was expected: a JSON type, `nothing`, or the value itself for `result`, and its hundred for `status`. */
  readonly expected: string;
  /** Type of what came, likewise. */
  readonly actual: string;
  /** The code that came where a code differs. */
  readonly code?: string;
  /**
   * Why the request is to be refused, or is refused by mistake: a code with its parameter, or the words of the refusal without values. A wrong code
   * is the same in the place of any.
   */
  readonly refusal?: string;
  /** The clause that is broken, where no field of an answer shows it. */
  readonly clause?: string;
  /** The ruling that explains it: the specification states the point, and running servers decide it so, too. */
  readonly ruling?: RulingName;
}

/** The part of a signature that tells a request without an answer from any other difference. */
const anAnswer = "an answer";

/** Whether a difference is that a request gets no answer. */
export const isUnanswered = ({ expected }: Signature): boolean => expected === anAnswer;

/** Returns the difference that requests of a route get no answer: without the time that was waited, and the code of the connection. */
export function unansweredAt({ route, isLate, why, failure }: Pick<NoAnswer, "route" | "isLate" | "why" | "failure">): Signature {
  const [method = "", path = ""] = route.split(" ");
  if (failure) return { at: routed(method, path).route, path: "status", expected: "4xx", actual: kindOf(failure.status, "status") };
  const actual = isLate ? "no answer in time" : `no answer${why.replace(/,? \(\w+\).*$|, \d+ times$/s, "")}`;
  return { at: routed(method, path).route, path: "answer", expected: anAnswer, actual };
}

/** The places of the specification's objects in answers and events; for parts that an event tells alone, with their place in the object. */
const objects: readonly (readonly [where: RegExp, object: string, part?: string])[] = [
  [/^(message|messages\[\]|events\[message\]\.message)\./, "Message"],
  [/^(realm_user_groups\[\]|events\[user_group\]\.group)\./, "User group"],
  [/^(channel_folders\[\]|events\[channel_folder\]\.channel_folder)\./, "Channel folder"],
  [/^(user_topics\[\]|events\[user_topic\])\.(?=stream_id|topic_name|last_updated|visibility_policy)/, "User topic"],
  [/^(presences\[\]|events\[presence\]\.presence)\.(website|aggregated)\./, "Presence"],
  [/^events\[message\]\.(?=flags)/, "Message"],
  [/^events\[update_message\]\.(?=(flags|is_me_message)\b)/, "Message"],
  [/^events\[reaction\]\.(?=emoji_name|emoji_code|reaction_type|user_id)/, "Message", "reactions[]."],
  [/^events\[submessage\]\.(?=sender_id|msg_type|content)/, "Message", "submessages[]."],
  [/^(navigation_views\[\]|events\[navigation_view\]\.navigation_view)\./, "Navigation view"],
  [/^(realm_domains\[\]|events\[realm_domains\]\.realm_domain)\./, "Allowed domain"],
  [/^(realm_linkifiers\[\]|linkifiers\[\]|events\[realm_linkifiers\]\.realm_linkifiers\[\])\./, "Linkifier"],
];

function kindOf(value: unknown, path: string): string {
  if (value === undefined) return "nothing";
  if (path === "status" && typeof value === "number") return `${Math.trunc(value / 100)}xx`;
  if (isBrief(value)) return "array";
  return path === "result" && typeof value !== "object" ? String(value) : typeOf(value);
}

interface Typed {
  readonly type?: unknown;
}

/** A path without indices: that of an item of `events` has the event's type, that of an object keyed by ids has none of them. */
function plainPath(path: string, events: unknown): string {
  const typed = path.replace(/^events\[(\d+)\]/, (_, index: string) => {
    const type = Array.isArray(events) ? (events as readonly (Typed | undefined)[])[Number(index)]?.type : undefined;
    return `events[${typeof type === "string" ? type : ""}]`;
  });
  // The entries of `presences` are keyed by addresses, which have dots in them.
  const keyed = typed.replace(/^presences\..*?(?=\.(?:website|aggregated)(?:\.|$)|$)/, "presences[]");
  // What stands in brackets is an index, or the name by which two servers' records are matched; but for the type of an event.
  return keyed.replace(/(?<!^events)\[[^\]]*\]/g, "[]").replace(/\.\d+(?=\.|$)/g, "[]");
}

/** A field, and the object that carries it wherever it is sent. */
interface Field {
  /** Undefined where the answer itself carries it. */
  readonly object?: string;
  /** Path in the object or in the answer, without indices. */
  readonly path: string;
}

/** Returns the field at a path into an answer. @param events those of the answer, by whose types their paths are told apart */
export function fieldAt(path: string, events: unknown): Field {
  const plain = plainPath(path, events);
  const carrier = objects.find(([where]) => where.test(plain));
  if (!carrier) return { path: plain };
  const [where, object, part = ""] = carrier;
  return { object, path: plain.replace(where, part) };
}

/** Whether a difference is in what all answers have in common, whatever was asked: status, ignored parameters, and fields of the envelope that have no right form. */
function isOfEnvelope(route: string, path: string, actual: unknown): boolean {
  if (route.includes("/_control/")) return false;
  if (path === "status" || path === "msg" || path === "ignored_parameters_unsupported") return true;
  return path === "code" ? typeof actual !== "string" : path === "result" && actual !== "success" && actual !== "error";
}

/** Returns why a request is refused: the parameter, where it is named, else the words without the values of the request. */
export function refusalIn(route: string, { code, var_name, msg }: ComparedAnswer["body"]): string {
  const [method = "", path = ""] = route.split(" ");
  const [first = ""] = String(msg).split(" ");
  const parameter = var_name ?? (Object.hasOwn(endpoints.get(routed(method, path).op ?? "")?.parameters ?? {}, first) ? first : undefined);
  if (parameter !== undefined) return `${String(code)} ${String(parameter)}`;
  // The names of profile fields are a server's own.
  const named = path === "/users/me/profile_data" ? String(msg).replace(/^.+(?= is not an? )/, "_") : String(msg);
  // A place in a parameter, such as `narrow[0]`, is of that.
  const words = named.replaceAll(/(["'`])(?:(?!\1).)*\1|\S*\d\S*/g, (value) => /^[a-z]\w*(?=\[)/.exec(value)?.[0] ?? "_");
  return `${String(code)}: ${words}`;
}

/** Returns the events that one side alone has as differences of their own, where they are told by their types. */
function byType(difference: Difference): readonly Difference[] {
  const { path, expected, actual } = difference;
  if (path !== "events") return [difference];
  if (!(Array.isArray(expected) && Array.isArray(actual))) {
    const { type } = (expected ?? actual ?? {}) as Typed;
    return typeof type === "string" ? [{ ...difference, path: `events[${type}]` }] : [difference];
  }
  const missing = [...new Set(beyond(expected, actual))].map((type) => ({
    path: `events[${String(type)}]`,
    expected: {},
    actual: undefined,
  }));
  const extra = [...new Set(beyond(actual, expected))].map((type) => ({
    path: `events[${String(type)}]`,
    expected: undefined,
    actual: {},
  }));
  return [...missing, ...extra];
}

/** Returns the items of a list that another lacks, each as often as it does. */
export function beyond(some: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const left = [...others];
  return some.filter((item) => {
    const found = left.indexOf(item);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}

/**
 * Returns what a difference in an answer has in common with others of its cause.
 * @param route such as `GET /messages/{message_id}`
 * @param came the answer
 */
function signatureOf(
  route: string,
  { path, expected, actual }: Difference,
  { body }: ComparedAnswer,
  came: ComparedAnswer | undefined,
): Signature {
  const field = fieldAt(path, body.events);
  const inAnswer = field.object === undefined ? field.path : "";
  const kinds = { path: field.path, expected: kindOf(expected, inAnswer), actual: kindOf(actual, inAnswer) };
  if (field.object !== undefined) return { at: field.object, ...kinds };
  // A server that fails at one request need not fail at others.
  if (isFailure(field.path, actual)) return { at: route, ...kinds, ...(body.result === "error" && { refusal: refusalIn(route, body) }) };
  if (isOfEnvelope(route, field.path, actual)) return { at: body.result === "error" ? "Every error" : "Every success", ...kinds };
  const code = field.path === "code" && typeof actual === "string" ? { code: actual } : {};
  const isTaken = field.path === "result" && expected === "error";
  const isRefused = field.path === "result" && actual === "error";
  const refusing = isTaken || field.path === "code" ? body : isRefused ? came?.body : undefined;
  return { at: route, ...kinds, ...code, ...(refusing && { refusal: refusalIn(route, refusing) }) };
}

/** Whether a code says that the server failed, not that it refuses. */
export const isCrash = (code: unknown): boolean => typeof code === "string" && /^INTERNAL_/.test(code);

/** Whether a difference is a status that says that the server failed. */
const isFailure = (path: string, actual: unknown): boolean => path === "status" && typeof actual === "number" && actual >= 500;

/** Fields that say of the messages of an answer where they lie. */
const ofWindow = /^(anchor|found_(newest|oldest|anchor)|history_limited)$/;

/**
 * Whether a difference follows from another in the same answer: a refusal in place of a success has a code, too, one that is no refusal but a crash
 * another status, and other messages other ends.
 */
export const follows = (path: string, others: readonly Difference[]): boolean =>
  (path === "code" && others.some((other) => isFailure(other.path, other.actual)) && !others.some(({ actual }) => isCrash(actual))) ||
  (path === "status" && others.some((other) => other.path === "code" && isCrash(other.actual))) ||
  ((path === "code" || path === "status") && others.some((other) => other.path === "result")) ||
  (ofWindow.test(path) && others.some((other) => other.path === "messages"));

/** Fields by which one message is told from another. */
export const identity = ["sender_id", "content", "subject", "recipient_id"];

/** The messages in an answer that are others than expected, by their paths: two or more of the fields that tell messages apart differ. */
export function othersIn(differences: readonly Difference[]): ReadonlyMap<string, readonly Difference[]> {
  const byMessage = new Map<string, Difference[]>();
  for (const difference of differences) {
    const [, message, field = ""] = /^(message|messages\[\d+\])\.(\w+)$/.exec(difference.path) ?? [];
    if (message !== undefined && identity.includes(field)) byMessage.set(message, [...(byMessage.get(message) ?? []), difference]);
  }
  return new Map([...byMessage].filter(([, { length }]) => length > 1));
}

/** Returns differences with one for all events, where these are of other types from some place on: each is held against the one beside it. */
function inStep(
  differences: readonly Difference[],
  { body: ours }: ComparedAnswer,
  came: ComparedAnswer | undefined,
): readonly Difference[] {
  if (!differences.some(({ path }) => /^events\[\d+\]\.type$/.test(path))) return differences;
  const typesIn = (events: unknown): unknown[] => (Array.isArray(events) ? events.map(({ type }: Typed) => type) : []);
  const all = { path: "events", expected: typesIn(ours.events), actual: typesIn(came?.body.events) };
  return [...differences.filter(({ path }) => !path.startsWith("events[")), all];
}

/** Returns the signatures of the differences in one answer, each once. @param came the answer; undefined where none did */
export function signaturesOf(
  route: string,
  differences: readonly Difference[],
  expected: ComparedAnswer,
  came: ComparedAnswer | undefined,
): Signature[] {
  const found = new Map<string, Signature>();
  const others = othersIn(differences);
  for (const message of others.keys()) {
    const path = message.replace(/\[\d+\]$/, "");
    const type = path === message ? "object" : "array";
    const signature = { at: route, path, expected: type, actual: type };
    found.set(idOf(signature), signature);
  }
  for (const difference of inStep(differences, expected, came).flatMap(byType)) {
    if (follows(difference.path, differences) || others.has(difference.path.slice(0, difference.path.indexOf(".")))) continue;
    const signature = signatureOf(route, difference, expected, came);
    found.set(idOf(signature), signature);
  }
  return [...found.values()];
}

/** Whether a difference is in which messages an answer has. */
export const isOfMessageList = ({ path }: Signature): boolean => /^messages(\[\])?$/.test(path);

/** Returns the name of the field that differs, without its path. */
export const fieldName = ({ path }: Signature): string => path.split(".").at(-1)?.replaceAll("[]", "") ?? "";

/** Whether a route reads what requests before it changed: events, or a registration. */
export const isReadOfState = (route: string): boolean => route === "GET /events" || route === "POST /register";

/** Returns the code with which a check says that a request is refused, and the one that it wants; undefined where it says something else. */
export function codesIn(reason: string): { readonly came: string; readonly wanted: string } | undefined {
  const [, came, wanted] = / is refused with the code "(\w+)", not (\w+)$/.exec(reason) ?? [];
  return came === undefined || wanted === undefined ? undefined : { came, wanted };
}

/** Returns the request of which a check says that it succeeds though it did nothing, or did something else. */
export const tracelessRoute = (reason: string): string | undefined =>
  /^(\S+ \S+) is answered with success and changes nothing$/.exec(reason)?.[1];

/** Whether a reason has a name of three letters or more as a word. */
export const isNamedIn = (reason: string, name: string): boolean =>
  name.length > 2 && new RegExp(`(^|\\W)${name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(\\W|$)`).test(reason);

/** Returns the stable id of a cause, such as `c-1f0a3c9e`; where a ruling explains it, the ruling's name. */
export function idOf({ at, path, expected, actual, code = "", refusal, clause = "", ruling }: Signature): string {
  if (ruling !== undefined) return ruling;
  const parts = [at, path, expected, actual, code, clause, ...(refusal === undefined || code !== "" ? [] : [refusal])];
  return `c-${fnv1a(parts.join("\n")).toString(16).padStart(8, "0")}`;
}

/** Key of the differences that are mended together: a field differs in one place, however it does; requests are refused, or taken, for one reason. */
export const placeOf = (signature: Signature): string =>
  signature.path === "result" || signature.path === "code" ? idOf(signature) : `${signature.at} ${signature.path}`;

/** Returns a signature as a phrase, such as `Message is_me_message: expected boolean, got nothing`; where a ruling explains it, its question. */
export function phraseOf(signature: Signature): string {
  const { at, path, expected, actual, code, refusal, clause, ruling } = signature;
  if (isUnanswered(signature)) return `${at} gets ${actual}`;
  if (ruling !== undefined) return rulings[ruling].question;
  if (clause !== undefined) return `${at}: against ${clause}`;
  if (code !== undefined) return `${at}: the code ${code}`;
  if (refusal !== undefined) {
    const [ours, theirs] = expected === "error" ? [` (${refusal})`, ""] : ["", ` (${refusal})`];
    return `${at} ${path}: expected ${expected}${ours}, got ${actual}${theirs}`;
  }
  return `${at} ${path}: expected ${expected}, got ${expected === actual ? `another ${actual}` : actual}`;
}
