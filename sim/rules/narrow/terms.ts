import type { Channel } from "../../core/channels.ts";
import type { ChannelId, UserId } from "../../core/ids.ts";
import { has, type LevelChange } from "../../core/levels.ts";
import { withoutSpaceAround } from "../../core/limits.ts";
import { own } from "../../core/lookup.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { aList, anInteger, aString, type Check, integerIn, isObject, listOf } from "../../protocol/json.ts";

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

/** Returns a check of a channel's operand. Typed narrows take a boolean for an integer, which `stream` has as its name in Python's words. */
const channelOperand =
  (boolean: (value: boolean) => Operand): Check<Operand> =>
  (value, at, typed) =>
    typed && typeof value === "boolean" ? boolean(value) : textOrId(value, at);

const ids = listOf(anInteger);

const textOrIds: Check<Operand> = (value, at, typed) => {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? ids(value, at, typed) : refuse(`${at} is not a string or an integer list`);
};

const words: Check<Operand> = (value, at) => {
  const given = withoutSpaceAround(aString(value, at));
  return given === "" ? refuse(`${at} cannot be blank.`) : given;
};

/** The changes that brought operators that were not always there. */
const operatorSince: Readonly<Record<string, LevelChange>> = {
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

/** Checks of the operands that operators take. The others, known or not, take text. */
const operandChecks: ReadonlyMap<string, Check<Operand>> = new Map([
  ["channel", channelOperand(Number)],
  ["stream", channelOperand((value) => (value ? "True" : "False"))],
  ...["id", "sender", "group-pm-with", "dm-including", "mentions", "with"].map((name) => [name, textOrId] as const),
  ...["dm", "pm-with"].map((name) => [name, textOrIds] as const),
  ["search", words],
]);

/** Whether an operand is a list of texts, which stands for one text with commas. @silent rulings.addressLists */
const isAddressList = (operand: unknown): operand is readonly string[] =>
  Array.isArray(operand) && operand.length > 0 && operand.every((one) => typeof one === "string");

/** A term whose operand is of a type that its operator takes. @refuses BAD_REQUEST: it is not */
export function term(realm: Realm, operator: string, operand: unknown, negated: boolean, isPair: boolean, at = "operand"): Term {
  const check = (hasOperator(realm, operator) && operandChecks.get(operator)) || aString;
  if (check === textOrIds && realm.server.rulings.addressLists === "taken" && isAddressList(operand))
    return { operator, operand: operand.join(","), negated, isPair };
  return { operator, operand: check(operand, at, has(realm, "typedNarrows")), negated, isPair };
}

/** Says what is wrong with the form of a term; undefined where nothing is. */
function faultOf(value: unknown, at: string): string | undefined {
  const broken = (what: string) => `Invalid ${at}: Value error, ${what}`;
  if (Array.isArray(value)) {
    const isPair = value.length === 2 && value.every((part) => typeof part === "string");
    return isPair ? undefined : broken("element is not a string pair");
  }
  if (!isObject(value)) return broken("dict or list required");
  const { operator, operand, negated = false } = value;
  if (operand === undefined || operand === null) return broken("operand is missing");
  if (operator === undefined || operator === null) return broken("operator is missing");
  if (typeof operator !== "string") return `${at}["operator"] is not a string`;
  return typeof negated === "boolean" ? undefined : `${at}["negated"] is not a boolean`;
}

/** Reads a term that has the form of one. */
function oneTerm(realm: Realm, value: unknown): Term {
  if (Array.isArray(value)) return term(realm, value[0] as string, value[1], false, true);
  const { operator, operand, negated = false } = value as { operator: string; operand: unknown; negated?: boolean };
  return term(realm, operator, operand, negated, false);
}

/**
 * The terms of a narrow: objects, or legacy pairs of strings. An operand of the wrong type is told before what has not the form of a term.
 * @refuses BAD_REQUEST: anything else, at its position
 */
export const narrowTerms =
  (realm: Realm): Check<Term[]> =>
  (value, at) => {
    const elements = aList(value, at);
    const faults = elements.map((element, index) => faultOf(element, `${at}[${index}]`));
    const terms = elements.filter((_, index) => faults[index] === undefined).map((element) => oneTerm(realm, element));
    const fault = faults.find((one) => one !== undefined);
    return fault === undefined ? terms : refuse(fault);
  };

/** The requester and the realm. A spectator is no user. */
export interface Reader {
  readonly realm: Realm;
  readonly user: User | undefined;
}

/** One condition on a message. */
export type Test = (message: Message) => boolean;

/** The test of terms that ask nothing, whether negated or not. */
export const anything: Test = () => true;
export const nothing: Test = () => false;

/** The channel of an operand: text is always a name, also where it is all digits. */
export const findChannel = (realm: Realm, operand: Operand): Channel | undefined =>
  realm.channels.get(
    typeof operand === "string" ? realm.channelsByName.get(withoutSpaceAround(operand).toLowerCase()) : (operand as ChannelId),
  );

/** The account of an operand: its API address or its id. */
export const findUser = (realm: Realm, operand: string | number): User | undefined =>
  realm.users.get(typeof operand === "string" ? realm.usersByEmail.get(withoutSpaceAround(operand).toLowerCase()) : (operand as UserId));

/** @refuses BAD_NARROW: no such account */
export const knownUser = (realm: Realm, operand: string | number): User => findUser(realm, operand) ?? badNarrow(`unknown user ${operand}`);
