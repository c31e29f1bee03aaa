import type { FieldId } from "../../core/ids.ts";
import { codePoints, limits, withoutSpaceAround } from "../../core/limits.ts";
import { defaultAccounts, type FieldType, type ProfileField } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import { anObject, aString } from "../../protocol/json.ts";

export type FieldData = Readonly<Record<string, unknown>>;

interface FieldForm {
  readonly name: string;
  readonly hint: string;
  readonly field_data: FieldData;
  readonly display_in_profile_summary: boolean;
}

function requiredText(value: unknown, at: string): string {
  const text = aString(value, at);
  return withoutSpaceAround(text) === "" ? refuse(`${at} cannot be blank.`) : text;
}

/** The texts of an object that has just these keys, and others that need not be there. */
function texts<const K extends string, const O extends string = never>(
  value: unknown,
  at: string,
  keys: readonly K[],
  optional: readonly O[] = [],
): Readonly<Record<K, string> & Partial<Record<O, string>>> {
  const given = anObject(value, at);
  const known: readonly string[] = [...keys, ...optional];
  for (const key of keys) if (!Object.hasOwn(given, key)) refuse(`${key} key is missing from ${at}`);
  const strangers = Object.keys(given).filter((key) => !known.includes(key));
  if (strangers.length > 0) refuse(`Unexpected arguments: ${strangers.join(", ")}`);
  const read = Object.entries(given).map(([key, text]) => [key, requiredText(text, `${at}["${key}"]`)]);
  return Object.fromEntries(read) as Record<K, string> & Partial<Record<O, string>>;
}

function checkChoices(data: FieldData): void {
  const choices = Object.entries(data);
  if (choices.length === 0) refuse("Field must have at least one choice.");
  const seen = new Set<string>();
  for (const [key, choice] of choices) {
    if (withoutSpaceAround(key) === "") refuse("'value' cannot be blank.");
    seen.add(texts(choice, "field_data", ["text", "order"]).text);
  }
  if (seen.size < choices.length) refuse("Field must not have duplicate choices.");
}

function checkAccount(data: FieldData): void {
  const { subtype, url_pattern } = texts(data, "field_data", ["subtype"], ["url_pattern"]);
  if (url_pattern !== undefined) {
    if (url_pattern.split("%(username)s").length !== 2) refuse("URL pattern must contain '%(username)s'.");
    if (!/^https?:\/\/[^\s/]+/i.test(url_pattern)) refuse(`field_data["url_pattern"] is not a URL`);
  }
  if (subtype === "custom") {
    if (url_pattern === undefined) refuse("Custom external account must define URL pattern");
  } else if (!Object.hasOwn(defaultAccounts, subtype)) refuse("Invalid external account type");
}

/** The kind of account of a field that servers know by themselves, name and hint included. */
export const knownAccount = (type: number, { subtype }: FieldData) =>
  type === 7 && subtype !== "custom" ? defaultAccounts[subtype as string] : undefined;

/** @refuses BAD_REQUEST: data that the type does not go with, a label blank or too long, a hint too long, no such type, not for the summary */
export function checkField(type: number, { name, hint, field_data, display_in_profile_summary }: FieldForm): void {
  if (type === 3) checkChoices(field_data);
  else if (type === 7) checkAccount(field_data);
  if (!knownAccount(type, field_data)) {
    if (withoutSpaceAround(name) === "") refuse("Label cannot be blank.");
    if (codePoints(hint) > limits.fieldHintLength) refuse(`hint is too long (limit: ${limits.fieldHintLength} characters)`);
    if (codePoints(name) > limits.fieldNameLength) refuse(`name is too long (limit: ${limits.fieldNameLength} characters)`);
  }
  if (type < 1 || type > 8) refuse("Invalid field type.");
  if (display_in_profile_summary && (type === 2 || type === 6)) refuse("Field type not supported for display in profile summary.");
}

/** @refuses BAD_REQUEST: as many other fields as can be are shown in the summary */
export function checkSummary(realm: Realm, own?: FieldId): void {
  const inSummary = [...realm.fields.values()].filter((field) => field.display_in_profile_summary && field.id !== own);
  if (inSummary.length >= limits.fieldsInSummary)
    refuse(`Only ${limits.fieldsInSummary} custom profile fields can be displayed in the profile summary.`);
}

/** @refuses BAD_REQUEST: another field has the label */
export function checkLabelIsFree(realm: Realm, name: string, own?: FieldId): void {
  if ([...realm.fields.values()].some((field) => field.name === name && field.id !== own)) {
    refuse("A field with that label already exists.");
  }
}

export const knownField = (realm: Realm, id: number): ProfileField =>
  realm.fields.get(id as FieldId) ?? refuse(`Field id ${id} not found.`);

/** The data of a field as it is stored: JSON text for the types that have any. */
export const storedData = (type: FieldType, data: FieldData): string => (type === 3 || type === 7 ? JSON.stringify(data) : "");
