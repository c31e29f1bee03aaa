import { type Change, has } from "../../core/levels.ts";
import { own } from "../../core/lookup.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import { aBoolean, aList, anInteger, aString, type Check, integerIn, isObject, listOf } from "../../protocol/json.ts";

export type Operand = string | number | readonly number[];

/** One term of a narrow, its operand of a type that its operator takes. */
export interface Term {
  readonly operator: string;
  readonly operand: Operand;
  readonly negated: boolean;
  /** Written as a bare pair of strings instead of an object. */
  readonly isPair: boolean;
}

/** @refuses BAD_NARROW: a term that says nothing a server can look for */
export const badNarrow = (desc: string, at = "operator"): never => refuse(`Invalid narrow ${at}: ${desc}`, "BAD_NARROW", { desc });

const textOrId: Check<Operand> = (value, at) => {
  if (typeof value === "string") return value;
  return Number(integerIn(value) ?? refuse(`${at} is not a string or integer`));
};

const ids = listOf(anInteger);

const textOrIds: Check<Operand> = (value, at) => {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? ids(value, at) : refuse(`${at} is not a string or an integer list`);
};

const words: Check<Operand> = (value, at) => {
  const given = aString(value, at).trim();
  return given === "" ? refuse(`${at} cannot be blank.`) : given;
};

/** The changes that brought operators that were not always there. */
const operatorSince: Readonly<Record<string, Change>> = {
  channel: "channelNarrows",
  channels: "channelNarrows",
  dm: "directOperators",
  "dm-including": "directOperators",
  mentions: "mentionsOperator",
  with: "withOperator",
};

/** Whether a server of the realm's level has an operator, if it is one at all. */
export function hasOperator(realm: Realm, operator: string): boolean {
  const since = own(operatorSince, operator);
  return since === undefined || has(realm, since);
}

/** What operand an operator takes. The others, known or not, take text. */
const operandChecks: ReadonlyMap<string, Check<Operand>> = new Map([
  ...["channel", "stream", "id", "sender", "group-pm-with", "dm-including", "mentions", "with"].map((name) => [name, textOrId] as const),
  ...["dm", "pm-with"].map((name) => [name, textOrIds] as const),
  ["search", words],
]);

/** A term whose operand is of a type that its operator takes. @refuses BAD_REQUEST: it is not */
export function term(realm: Realm, operator: string, operand: unknown, negated: boolean, isPair: boolean, at = "operand"): Term {
  const check = (hasOperator(realm, operator) && operandChecks.get(operator)) || aString;
  return { operator, operand: check(operand, at), negated, isPair };
}

function pair(realm: Realm, value: readonly unknown[], at: string): Term {
  const [operator, operand] = value;
  if (value.length !== 2 || typeof operator !== "string" || typeof operand !== "string") {
    return refuse(`Invalid ${at}: Value error, element is not a string pair`);
  }
  return term(realm, operator, operand, false, true);
}

function oneTerm(realm: Realm, value: unknown, at: string): Term {
  if (Array.isArray(value)) return pair(realm, value, at);
  if (!isObject(value)) return refuse(`Invalid ${at}: Value error, dict or list required`);
  const { operator, operand, negated = false } = value;
  if (operand === undefined || operand === null) refuse(`Invalid ${at}: Value error, operand is missing`);
  if (operator === undefined || operator === null) refuse(`Invalid ${at}: Value error, operator is missing`);
  return term(realm, aString(operator, `${at}["operator"]`), operand, aBoolean(negated, `${at}["negated"]`), false);
}

/**
 * The terms of a narrow: objects, or legacy pairs of strings.
 * @refuses BAD_REQUEST: anything else, at its position
 */
export const narrowTerms =
  (realm: Realm): Check<Term[]> =>
  (value, at) =>
    aList(value, at).map((element, index) => oneTerm(realm, element, `${at}[${index}]`));
