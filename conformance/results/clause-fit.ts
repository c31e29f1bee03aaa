import { clauseOf } from "../catalogue/catalogue.ts";
import { opAt, stemOf } from "../catalogue/route.ts";
import { clauseWords, ofPart } from "../causes/citing.ts";
import { fieldName, isNamedIn, type Signature } from "../causes/signature.ts";
import { endpoints } from "../text/index.ts";

export const wordsOf = (id: string): string[] => clauseWords(id).split("-");

/** Whether a clause is about what refused requests leave, of which a request that is taken says nothing. */
export const isOfLeft = (id: string, { path, expected }: Signature): boolean =>
  path === "result" && expected === "error" && /[-/]no-trace$/.test(id);

/** Whether a clause says that an endpoint answers the envelope alone, and its answer has something beside it. */
export const isOfEnvelope = (id: string, { at, expected }: Signature): boolean => expected === "nothing" && id === `${opAt(at)}/envelope`;

/** Whether an answer has a return value that was not to be there: which values it has is not what it is against. */
export const isSurplusReturn = ({ at, path, expected }: Signature): boolean =>
  expected === "nothing" && Object.hasOwn(endpoints.get(opAt(at) ?? "")?.returns ?? {}, path);

/** Whether a clause states the field of an answer that is missing, or of another type: a parameter may have its name, too. */
export function isOfReturn(id: string, { at, path, expected, actual }: Signature): boolean {
  const op = opAt(at) ?? "";
  const { returns, parameters = {} } = endpoints.get(op) ?? {};
  if (expected === actual || returns === undefined || !Object.hasOwn(returns, path)) return false;
  const [name, stated, words] = [path.replaceAll("_", "-"), returns[path]?.stated?.clause, clauseWords(id)];
  const isNamed = words === `reply-${name}` || (words === name && !Object.hasOwn(parameters, path));
  return id === `${op}/${stated}` || (stemOf(id) === op && isNamed);
}

/**
 * Returns 2 where a clause has the name of the field of a record that differs and no other words, 1 where its name or its statement has that name
 * among others. What an answer itself returns otherwise goes against what was asked for.
 */
export function isAboutField(id: string, signature: Signature): number {
  const [name, isOfRecord] = [fieldName(signature), !signature.at.includes(" /") || signature.path.includes(".")];
  if (signature.clause !== undefined || !isOfRecord || name === "" || signature.at === "Every request") return 0;
  // A field of another type is against its record, whatever a parameter of that name does.
  const isRetyped = !signature.at.includes(" /") && signature.expected !== signature.actual;
  if (isRetyped && endpoints.has(stemOf(id)) && !name.startsWith("match_")) return 0;
  if (isRetyped && id === `records/${signature.at.toLowerCase().replaceAll(" ", "-")}`) return 2;
  // A field of a part, such as an entry of the edit history, is not that of the record which has the same name.
  const [ofItsPart] = ofPart(signature.at, signature.path.split("[]."));
  if (ofItsPart !== undefined) return id === ofItsPart ? 2 : 0;
  const [words, written] = [clauseWords(id), name].map((text) => text.replaceAll("_", "-"));
  // Clauses call the legacy field subject a topic.
  const meant = written === "subject" ? "topic" : written;
  // The one field that has a clause for each of its forms: what has entries is that of direct messages.
  const ofForm = signature.path === "display_recipient[]" ? `${written}-direct` : written;
  if (words === ofForm || words === meant) return 2;
  return Number(`-${words}-`.includes(`-${meant}-`) || isNamedIn(clauseOf(id)?.statement ?? "", name));
}

/** Whether a field of a record is missing or has another type: that is against the clause of the field, whatever a check speaks of. */
export const isOfType = ({ at, expected, actual, clause }: Signature): boolean =>
  clause === undefined && !at.includes(" /") && expected !== actual && expected !== "nothing";

/**
 * Whether a clause is of the kind of a difference: one about refusals, where one is missing; one about what is absent, where something is too much; one
 * about a type, where that is another.
 */
export function ofKind(id: string, { path, expected, actual, clause }: Signature): number {
  // What stands for no value of an answer says nothing of its kind.
  if (clause !== undefined) return 0;
  if (path === "result") {
    const isOfRefusal = /\brefus/i.test(clauseOf(id)?.statement ?? "");
    return Number(isOfRefusal === (expected === "error"));
  }
  // The items are there, in another order or beside others.
  if (path.endsWith("[]") && expected === "object" && actual === "object") return Number(wordsOf(id).includes("order"));
  const words = wordsOf(id);
  const isOfAbsence = words.includes("absent") || (path.startsWith("events[") && words.includes("untold"));
  return Number(isOfAbsence === (expected === "nothing")) + Number(!words.includes("type") || expected !== actual);
}

/**
 * Returns 1 where a clause states when the field that differs is absent and it is there, -1 where it is the other way round, or where the clause
 * lets the field be null and says no more: such a clause is not broken, whatever else its property looks at.
 */
export function presence(id: string, signature: Signature): number {
  const { statement = "" } = clauseOf(id) ?? {};
  const isNull = signature.actual === "null" || (signature.expected === "null" && signature.actual !== "nothing");
  if (isNull && signature.clause === undefined && isNamedIn(statement, fieldName(signature)) && / or null\.$/.test(statement)) return -1;
  if (signature.clause !== undefined || !/\b(is|are) absent\b/.test(statement) || !isNamedIn(statement, fieldName(signature))) return 0;
  return signature.expected === "nothing" ? 1 : -1;
}

/** Whether a clause is about running servers alone: beside others it says nothing of a server that is held to the text. */
export const isOfRunning = (id: string): boolean => clauseOf(id)?.statement.startsWith("On running servers ") ?? false;
