import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { aBoolean, aString, type Check, isObject, orNull, parseJson, readJson } from "../protocol/json.ts";
import type { Decoder } from "../protocol/params.ts";
import { described, type Schema } from "../protocol/schema.ts";
import { narrowTerms, type Term, term } from "../rules/narrow/terms.ts";

/** A term as older servers read it. @refuses BAD_REQUEST: a key is missing or of the wrong type; undefined where it is no term at all */
function olderTerm(realm: Realm, value: unknown): Term | undefined {
  if (Array.isArray(value)) {
    const [operator, operand] = value as unknown[];
    const isPair = value.length === 2 && typeof operator === "string" && typeof operand === "string";
    return isPair ? { operator, operand, negated: false, isPair } : undefined;
  }
  if (!isObject(value)) return undefined;
  const { operator, operand, negated = false } = value;
  if (operator === undefined) refuse("operator key is missing from elem");
  const name = aString(operator, 'elem["operator"]');
  if (operand === undefined) refuse("operand key is missing from elem");
  const read = term(realm, name, operand, false, false, 'elem["operand"]');
  return { ...read, negated: aBoolean(negated, 'elem["negated"]') };
}

/** The terms of a narrow before there were texts for their shape. @refuses REQUEST_VARIABLE_INVALID: anything else */
function olderTerms(text: string, name: string, realm: Realm): Term[] {
  const value = readJson(text);
  const terms = Array.isArray(value) ? value.map((one) => olderTerm(realm, one)) : [undefined];
  if (terms.every((one) => one !== undefined)) return terms;
  return refuse(`Bad value for '${name}': ${text}`, "REQUEST_VARIABLE_INVALID", { var_name: name, bad_value: text });
}

const byLevel = <T>(check: (realm: Realm) => Check<T>, schema: Schema): Decoder<T | Term[]> =>
  described<Decoder<T | Term[]>>(
    (text, name, realm) =>
      has(realm, "typedNarrows") ? check(realm)(parseJson(text, name, true), name, true) : olderTerms(text, name, realm),
    schema,
  );

const terms: Schema = { type: "array", items: { $ref: "#/components/schemas/NarrowTerm" } };

/** The parameter `narrow`. */
export const narrowParam = byLevel(narrowTerms, terms);

/** The parameter `narrow` where null says that there is none. */
export const narrowOrNull = byLevel((realm) => orNull(narrowTerms(realm)), terms);
