import { clauses } from "../catalogue/catalogue.ts";
import { opAt, stemOf } from "../catalogue/route.ts";
import { parsed } from "../client/json.ts";
import type { ComparedAnswer } from "../compare/matched-ids.ts";
import { clauseId, endpoints, records, registered, shownState, toldBy } from "../text/index.ts";
import type { CitedDifference } from "./place.ts";
import { isNamedIn, type Signature } from "./signature.ts";

/** A step of a scenario with its answers. */
export interface AnsweredStep {
  /** Name of the kind of step. */
  readonly op: string;
  readonly as: string;
  /** As they were sent. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly expected: ComparedAnswer;
}

/** A difference with all that tells what it is about. */
export interface Occasion extends AnsweredStep {
  readonly actual: ComparedAnswer;
  readonly places: readonly CitedDifference[];
  readonly before: readonly AnsweredStep[];
  readonly level: number;
}

/** The most clauses that a difference names. */
const most = 3;

/** The clause that says that what a level brought is not there before it. */
const ahead = "versioning/ahead";

/** The names of records as reports write them, with what stands before the slash in the ids of their clauses. */
export const recordPrefixes: Readonly<Record<string, string>> = {
  Message: "message-resource",
  "User group": "user-group",
  "Channel folder": "folder",
  "User topic": "topic-policy",
  Linkifier: "linkifier",
  Presence: "presence",
};

/** Clauses that say of a code when it comes, by their last words. */
const ofCodes: Readonly<Record<string, RegExp>> = {
  UNAUTHORIZED_PRINCIPAL: /administrators$|owners$/,
  STREAM_DOES_NOT_EXIST: /unknown-channel/,
  BAD_EVENT_QUEUE_ID: /(unknown|deleted)-queue$/,
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: /^channel-wildcard$/,
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: /^topic-wildcard$/,
  RATE_LIMIT_HIT: /^rates$/,
};

/** Returns the clauses that say of a code when it comes, those of the endpoint first. */
function clausesOfCode(op: string, code: string): string[] {
  const words = own(ofCodes, code);
  return words ? [op, "errors", "limits"].flatMap((prefix) => matching(prefix, words)) : [];
}

/** The clause that says that what is refused is not done. */
export const untraced = "conventions/refusals-leave-no-trace";

const testable = clauses.filter(({ untestable }) => untestable === undefined);
const sinces = new Map(clauses.map(({ id, since }) => [id, since]));

const plain = (words: string): string => words.replaceAll("_", "-").toLowerCase();

/** Returns the words of a clause behind its slash, with hyphens between them also where it has the name of a field. */
export const clauseWords = (id: string): string => plain(id.slice(id.indexOf("/") + 1));

/** The clauses of a folder, by the words behind their slash. */
const byPrefix = new Map<string, (readonly [words: string, id: string])[]>();
for (const { id } of testable) {
  const [prefix = "", words = ""] = id.split("/");
  byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), [plain(words), id]]);
}

const wordsOf = (prefix: string): readonly (readonly [words: string, id: string])[] => byPrefix.get(prefix) ?? [];

/** Returns the value of a table under a name, which a server may have made up. */
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined => (Object.hasOwn(table, name) ? table[name] : undefined);

/** The clauses of a folder that are named after a parameter or a field, that first which is about no more than that. */
function namedAfter(prefix: string, name: string): string[] {
  const after = wordsOf(prefix).filter(([words]) => words === plain(name) || words.startsWith(`${plain(name)}-`));
  return after.toSorted(([a], [b]) => Number(b === plain(name)) - Number(a === plain(name))).map(([, id]) => id);
}

/** Returns the clauses that the table of an endpoint gives to a parameter: some have names of their own. */
export function statedOf(op: string, name: string): string[] {
  const stated = Object.values(own(endpoints.get(op)?.parameters ?? {}, name) ?? {}) as readonly unknown[];
  return stated.flatMap((facts) => {
    const { clause } = (facts ?? {}) as { readonly clause?: unknown };
    return typeof clause === "string" && !clause.includes("/") ? [`${op}/${clause}`] : [];
  });
}

/** Words of the clauses that say what an endpoint is for, where no table does. */
const isMain =
  /^(succeeds|adds|removes|deletes|stores|message|gone|sends|start-told|linkifiers|presences|no-messages|only-matching|url|api-key|group-id)/;

/** Returns the clause that says what an endpoint is for; none where no clause does. */
export function mainOf(op: string): string[] {
  const clause = endpoints.get(op)?.does?.clause;
  if (clause !== undefined) return [`${op}/${clause}`];
  const all = wordsOf(op);
  const [, id] = all.find(([words]) => isMain.test(words)) ?? all[0] ?? [];
  return id === undefined ? [] : [id];
}

const isSuccess = ({ body }: ComparedAnswer): boolean => body.result === "success";

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Returns how well the words of a clause fit the value of their parameter in a request. */
function fitOf(words: string, value: unknown, isRefused: boolean): number {
  const text = textOf(value);
  if (words.endsWith("required")) return value === undefined && isRefused ? 4 : -4;
  if (/(empty|blank)$/.test(words)) return text.trim() === "" ? 3 : -1;
  if (/bound$|beyond$|length/.test(words)) return [...text].length > 50 ? 3 : -1;
  if (/^[\w-]+$/.test(text) && `${words}-`.includes(`-${plain(text)}-`)) return 5;
  return /values$|unknown|malformed|wrong|integers$|list$/.test(words) && isRefused ? 1 : 0;
}

/** The fields of answers and of records by the clauses that are about them. */
const fieldsByClause = new Map([
  ...[...endpoints].flatMap(([op, { returns = {} }]) =>
    Object.entries(returns).map(([field, { stated }]) => [`${op}/${stated?.clause}`, field] as const),
  ),
  ...records.flatMap((record) => Object.entries(record.fields).map(([name, field]) => [clauseId(record, field), name] as const)),
]);

/** Whether a clause is about a field of answers whose name begins with that of a parameter, such as `realm_uri` with `realm`. */
const isOfLongerField = (id: string, name: string): boolean => fieldsByClause.has(id) && fieldsByClause.get(id) !== name;

/** An exchange as clauses speak of it: the endpoint, what was sent, and whether it should have been refused. */
export interface AskedFor {
  readonly op: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly isRefused: boolean;
}

/**
 * Returns how well the value that an exchange sends, or leaves out, fits what a clause says of its parameter: above 2 where it is one of those that
 * the clause is about, below 0 where it is none of them.
 */
export function fitOfClause(id: string, { op, fields, isRefused }: AskedFor): number {
  const [[prefix], words] = [id.split("/"), clauseWords(id)];
  if (prefix === "narrow") return operatorsIn(fields).some((operator) => `${words}-`.startsWith(`${operator}-`)) ? 3 : 0;
  const parameters = Object.keys(endpoints.get(op)?.parameters ?? {});
  const isOf = (name: string): boolean => `${words}-`.startsWith(`${plain(name)}-`) || statedOf(op, name).includes(id);
  const names = prefix === op ? parameters.filter(isOf) : [];
  return names.length === 0 ? 0 : Math.max(...names.map((name) => fitOf(words, fields[name], isRefused)));
}

type Term = { readonly operator?: unknown } | null;

/** Returns the terms of a narrow, also of one that is sent in a spelling of its own. */
function termsIn({ narrow }: AskedFor["fields"]): readonly Term[] {
  const value = typeof narrow === "string" ? parsed(narrow) : narrow;
  return Array.isArray(value) ? (value as readonly Term[]) : [];
}

/** Returns the operators that a request narrows by, as the words of clauses have them. */
const operatorsIn = (fields: AskedFor["fields"]): string[] =>
  termsIn(fields).map((term) => plain(String(term?.operator)).replace(/^stream/, "channel"));

/** Returns the clauses of a parameter, those first that fit what was sent. */
const ofParameter = (op: string, name: string, value: unknown, isRefused: boolean): string[] =>
  [...new Set([...namedAfter(op, name), ...statedOf(op, name)])]
    .filter((id) => !isOfLongerField(id, name))
    .map((id) => ({ id, rank: fitOf(clauseWords(id), value, isRefused) }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ id }) => id);

/** Returns the clauses of a folder whose words match. */
const matching = (prefix: string, words: RegExp): string[] => wordsOf(prefix).flatMap(([own, id]) => (words.test(own) ? [id] : []));

/** Returns the clauses that a request that should be refused and is not is about, or one that is refused otherwise. */
function ofRefusal({ op, fields, expected }: Occasion): string[] {
  const { msg, var_name, code } = expected.body;
  const said = `${String(msg ?? "")} ${String(var_name ?? "")}`;
  const named = [...new Set(said.split(/\W+/))].filter((name) => name !== "");
  return [
    ...clausesOfCode(op, String(code)),
    ...(/administrator|owner/i.test(said) ? matching(op, /administrators$|owners$/) : []),
    ...(named.includes("narrow") ? [...ofNarrow(fields), "narrow/term-object"] : []),
    ...named.flatMap((name) => ofParameter(op, name, fields[name], true)),
    ...(/invalid|unknown|exist/i.test(said) ? matching(op, /unknown|missing/) : []),
  ];
}

/** Returns the clauses that a request that is refused and should not be is about. */
function ofSuccess({ op, fields, actual }: Occasion): string[] {
  const { msg, var_name } = actual.body;
  const named = `${String(msg ?? "")} ${String(var_name ?? "")}`.split(/\W+/).filter((name) => name in fields);
  const isUnread = typeof var_name === "string" && fields[var_name] !== undefined;
  return [
    ...(isUnread ? [`conventions/${op.endsWith(".get") ? "get-query" : "form-fields"}`] : []),
    ...(named.includes("narrow") ? ofNarrow(fields) : []),
    ...named.flatMap((name) => ofParameter(op, name, fields[name], false)),
    ...mainOf(op),
    ...Object.entries(fields).flatMap(([name, value]) => ofParameter(op, name, value, false).slice(0, 1)),
  ];
}

/** Returns the clauses of the operators that a request narrows by. */
function ofNarrow(fields: AnsweredStep["fields"]): string[] {
  const terms = termsIn(fields);
  return [...terms.flatMap((term) => namedAfter("narrow", String(term?.operator))), ...(terms.length > 0 ? ["narrow/terms"] : [])];
}

/** Returns the clause that a table of records gives to a field of a record. */
const ofField = (object: string, name: string): string[] =>
  records.flatMap((record) => {
    const field = record.name === object ? own(record.fields, name) : undefined;
    return field ? [clauseId(record, field)] : [];
  });

/** Returns the clause that a table of records gives to a field in a part of a record. */
export const ofPart = (object: string, [part = "", field = ""]: readonly string[]): string[] => ofField(`${object} ${part}`, field);

/** Returns the clauses of what all answers have in common. */
function ofEnvelope({ at, change }: CitedDifference, isRefused: boolean): string[] {
  if (at === "ignored_parameters_unsupported")
    return [`conventions/ignored-${change === "extra" ? "absent" : "listed"}`, "versioning/ignored"];
  const isOfAll = at === "msg" || at === "result" || at === "status" || (at === "code" && change !== "other");
  return isOfAll ? [`conventions/${isRefused ? "error" : "success"}-envelope`, "errors/body"] : [];
}

/** Returns the clauses that an event is about which is missing, too much, or otherwise; those first whose words have a value of what made it. */
function ofEvent(event: string, path: readonly string[], { change }: CitedDifference, maker: AnsweredStep | undefined): string[] {
  const { op = "", fields = {} } = maker ?? {};
  const sent = Object.values(fields).flatMap((value) => (typeof value === "string" && /^\w+$/.test(value) ? [value] : []));
  const isNamed = (id: string): number => Number(sent.some((value) => `${id}-`.includes(`/${value}-`)));
  const told = (own(toldBy, event) ?? []).toSorted((a, b) => isNamed(b) - isNamed(a));
  const prefixesOfTold = [op, ...told.map((id) => id.replace(/\/.*/, ""))];
  const untold = change === "extra" ? prefixesOfTold.flatMap((prefix) => matching(prefix, /^(only|untold|capability)/)) : [];
  const written = path.slice(2).flatMap((name) => namedAfter(op, name));
  const ofOp = told.filter((id) => id.startsWith(`${op}/`));
  // A message that only ends the wait for an event made none that other endpoints make.
  const isOfOthers = ofOp.length === 0 && told.some((id) => endpoints.has(stemOf(id)));
  return [...written, ...untold, ...ofOp, ...(isOfOthers ? [] : mainOf(op)), ...told, ...mainOf(op)];
}

/** Returns the clause that the table of an endpoint gives to a field of its answer. */
function ofReturn(op: string, field: string): string[] {
  const clause = own(endpoints.get(op)?.returns ?? {}, field)?.stated?.clause;
  return clause === undefined ? [] : [`${op}/${clause}`];
}

/** Returns the parameters of an endpoint that the words of a refusal name. */
export const namedParameters = (op: string, refused: ComparedAnswer["body"] | undefined): string[] =>
  Object.keys(endpoints.get(op)?.parameters ?? {}).filter((name) => isNamedIn(String(refused?.msg ?? ""), name));

/**
 * Returns the clauses of the field that a signature names, as the tables say: none where its path is of all answers.
 * @param refused the body of the refusal that has the field, where one does
 * @param maker the request that changed what differs, where it is known
 */
export function clausesOfField(
  { at, path, expected: kind, refusal }: Signature,
  refused?: ComparedAnswer["body"],
  maker?: AnsweredStep,
): string[] {
  const op = opAt(at) ?? "";
  const nothing = { status: 200, body: {} };
  if (refusal !== undefined) {
    const [code = "", parameter = ""] = refusal.split(" ");
    const isMissing = code === "REQUEST_VARIABLE_MISSING";
    const body = code.endsWith(":") ? { code: code.slice(0, -1), msg: refusal.slice(code.length) } : { code, var_name: parameter };
    const fields = isMissing || code.endsWith(":") ? {} : { [parameter]: "" };
    const ofReason = code.endsWith(":") ? clausesOfCode(op, code.slice(0, -1)) : ofParameter(op, parameter, "", false);
    const named = kind === "success" ? namedParameters(op, refused) : [];
    if (kind === "success") return [...new Set([...named.flatMap((name) => ofParameter(op, name, "", false)), ...ofReason, ...mainOf(op)])];
    const all = [
      ...new Set(ofRefusal({ op, as: "", fields, expected: { status: 400, body }, actual: nothing, places: [], before: [], level: 0 })),
    ];
    // What is missing goes against no clause about values, and what is there against none that requires it.
    return all.filter((id) => id.endsWith("required") === isMissing);
  }
  const place: CitedDifference = { at: at.includes(" /") || at.startsWith("Every ") ? path : `${at}.${path}`, change: "other", value: "" };
  const isRefused = at === "Every error";
  const expected = { status: 200, body: { result: isRefused ? "error" : "success" } };
  const about: Occasion = { op, as: "", fields: {}, expected, actual: nothing, places: [], before: maker ? [maker] : [], level: 0 };
  const ofCode = refused && at.includes(" /") ? ofRefusal({ ...about, expected: { status: 400, body: refused } }) : [];
  return [...new Set([...ofPlace(place, about), ...ofCode])];
}

/** Returns the clauses of what a registration shows: that a refusal changes nothing first, where nothing else was asked. */
function ofState(name: string, before: readonly AnsweredStep[]): readonly string[] {
  const stated = own(shownState, name);
  if (stated === undefined) return [];
  const isOfRefusals = before.length > 0 && !before.some(({ expected }) => isSuccess(expected));
  return isOfRefusals ? [untraced, ...stated] : stated;
}

/** Returns the clauses that a field of an answer is about. */
function ofPlace(place: CitedDifference, { op, fields, before, expected }: Occasion): string[] {
  const { at } = place;
  const object = Object.keys(recordPrefixes).find((name) => at.startsWith(`${name}.`));
  const path = (object === undefined ? at : at.slice(object.length + 1)).split(/[.[\]]+/).filter((name) => name !== "");
  const maker = before.findLast((step) => isSuccess(step.expected));
  const writer = maker?.op ?? "";
  const [, event] = /^events\[(\w*)\]/.exec(at) ?? [];
  if (event !== undefined) return ofEvent(event, path, place, maker);
  const all = [path.join("-"), ...path];
  const isReordered = place.change === "order";
  // A state that one endpoint changes is no matter of what was sent between.
  const stems = (op === "register.post" ? (own(shownState, path[0] ?? "") ?? []) : []).map(stemOf);
  const isOfOthers = stems.some((stem) => endpoints.has(stem)) && !stems.includes(writer);
  return [
    ...ofEnvelope(place, !isSuccess(expected)),
    ...(own(registered, path[0] ?? "") ?? []),
    ...(op === "register.post" ? ofState(path[0] ?? "", before) : []),
    ...(object === undefined && /^messages/.test(at) ? ofNarrow(fields) : []),
    ...(object === undefined ? ofReturn(op, path[0] ?? "") : [...ofPart(object, path), ...ofField(object, path[0] ?? "")]),
    ...(object === undefined ? [] : all.flatMap((name) => namedAfter(recordPrefixes[object] ?? "", name))),
    // What a search adds to a message.
    ...(object === "Message" && /^match_/.test(path[0] ?? "") ? namedAfter("messages.matches_narrow.get", path[0] ?? "") : []),
    ...all.flatMap((name) => [
      ...namedAfter(op, `reply-${name}`),
      ...namedAfter(op, name).filter((id) => isReordered || !id.endsWith("-sorted")),
    ]),
    ...path.flatMap((name) => namedAfter(writer, name)),
    ...(object === "User topic" ? (toldBy.user_topic ?? []) : []),
    ...(isOfOthers ? [] : mainOf(writer)),
  ];
}

/** Returns the ids of the clauses that a difference is about, as its parameter or field and its endpoint say: at most three, the likeliest first. */
export function citedBy(occasion: Occasion): string[] {
  const { op, expected, actual, places, level } = occasion;
  const ofFields = (): string[] => places.flatMap((place) => ofPlace(place, occasion));
  const found = (): string[] => {
    if (isSuccess(expected)) return isSuccess(actual) ? ofFields() : ofSuccess(occasion);
    const ofAll = isSuccess(actual) ? [] : ofFields().filter((id) => id.startsWith("conventions/"));
    return [...ofAll, ...ofRefusal(occasion)];
  };
  const held = [...found(), ...mainOf(op)].map((id) => ((sinces.get(id) ?? 0) > level ? ahead : id));
  return [...new Set(held)].slice(0, most);
}
