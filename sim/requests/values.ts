import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import {
  aBoolean,
  anInteger,
  anObject,
  aString,
  type Check,
  integerIn,
  isObject,
  listOf,
  missingKey,
  objectOf,
  orNull,
  parseJson,
  readJson,
} from "../protocol/json.ts";
import { type Decoder, integer, json } from "../protocol/params.ts";
import { described, type Schema } from "../protocol/schema.ts";
import type { SentSetting } from "../rules/groups/group-setting.ts";
import { narrowTerms, type Term, term } from "../rules/narrow/terms.ts";
import type { SettingChange } from "../rules/people/own-records.ts";
import type { SentValue } from "../rules/people/profile-value.ts";

const lists = objectOf({ direct_members: listOf(anInteger), direct_subgroups: listOf(anInteger) });

/** The id of a group, or an object of members and subgroups. Of a value that is neither, servers report the first branch. */
const groupSettingAt: Check<SentSetting> = (value, at) => (isObject(value) ? lists(value, at) : anInteger(value, `${at}["int"]`));

const anonymousToo = json(groupSettingAt);

/** A group-setting value of a parameter; before groups without a name an id only. */
export const groupSetting: Decoder<SentSetting> = described<Decoder<SentSetting>>(
  (given, name, realm) => (has(realm, "anonymousGroups") ? anonymousToo : integer)(given, name, realm),
  { $ref: "#/components/schemas/GroupSetting" },
);

/** A change of a setting that names people. */
export const settingChange: Decoder<SettingChange> = json((value, at, typed) => {
  const given = anObject(value, at);
  if (given.new === undefined) missingKey("new", at, typed);
  const old = given.old === undefined || given.old === null ? undefined : groupSettingAt(given.old, `${at}["old"]`);
  return { new: groupSettingAt(given.new, `${at}["new"]`), old };
});

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

/** Text, a list of integers or null. Of a value that is none of them, servers report the branch of the text. */
export const sentValue: Check<SentValue | null> = described<Check<SentValue | null>>(
  (value, at, typed) => {
    if (value === null) return value;
    if (Array.isArray(value) && value.every((id) => integerIn(id) !== undefined)) return value.map((id) => anInteger(id, at));
    if (typed === false && typeof value !== "string") refuse(`${at} is not an allowed_type`);
    return aString(value, `${at}["str"]`);
  },
  { anyOf: [{ type: "string" }, { type: "array", items: { type: "integer" } }, { type: "null" }] },
);
