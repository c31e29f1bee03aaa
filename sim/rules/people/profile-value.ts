import { readInstant } from "../../core/clock.ts";
import type { FieldId, UserId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import { codePoints, limits } from "../../core/limits.ts";
import type { FieldType, ProfileField } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import { isAdministrator, isBot, type User } from "../../core/users.ts";
import { anInteger, aString, listOf } from "../../protocol/json.ts";

/** A value as sent: text, or ids of users. */
export type SentValue = string | readonly number[];

type Rule = (realm: Realm, field: ProfileField, value: SentValue) => SentValue;

const textUpTo =
  (max: number): Rule =>
  (_, { name }, value) => {
    const text = aString(value, name);
    return codePoints(text) > max ? refuse(`${name} is too long (limit: ${max} characters)`) : text;
  };

const choice: Rule = (_, { name, field_data }, value) => {
  const text = aString(value, name);
  const choices: object = JSON.parse(field_data);
  return Object.hasOwn(choices, text) ? text : refuse(`'${text}' is not a valid choice for '${name}'.`);
};

const date: Rule = (_, { name }, value) => {
  const text = aString(value, name);
  const canonical = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text);
  return canonical && readInstant(text) !== undefined ? text : refuse(`${name} is not a date`);
};

const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u;

/** Whether the host of a URL is an address, `localhost` or a name below a top-level domain. */
function hasFullHost(url: string): boolean {
  const [, host = ""] = /^[^/]*\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/.exec(url) ?? [];
  if (host.toLowerCase() === "localhost" || host.startsWith("[")) return true;
  const labels = host.replace(/\.$/, "").split(".");
  const isAddress = labels.length === 4 && labels.every((part) => /^\d{1,3}$/.test(part));
  return isAddress || (labels.length > 1 && labels.every((part) => label.test(part)) && /^\D.+$/.test(labels.at(-1) ?? ""));
}

/** @silent rulings.linkHosts */
const url: Rule = ({ server }, { name }, value) => {
  const text = aString(value, name);
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+\S*$/i.test(text);
  return isUrl && (server.rulings.linkHosts === "taken" || hasFullHost(text)) ? text : refuse(`${name} is not a URL`);
};

const listedIds = listOf(anInteger);

const people: Rule = (realm, _, value) => {
  const ids = listedIds(value, "User IDs");
  const unknown = ids.filter((id) => realm.users.get(id as UserId)?.is_system_bot ?? true);
  const together = has(realm, "unknownPeopleTogether");
  if (together && unknown.length > 0) refuse(`Invalid user IDs: ${[...new Set(unknown)].join(", ")}`);
  for (const id of ids) {
    const user = realm.users.get(id as UserId);
    if (!user || user.is_system_bot) return refuse(`Invalid user ID: ${id}`);
    if (!user.is_active) return refuse(`User with ID ${id} is deactivated`);
    if (isBot(user)) return refuse(`User with ID ${id} is a bot`);
  }
  return ids;
};

const shortText = textUpTo(limits.shortTextLength);

const rules: Readonly<Record<FieldType, Rule>> = {
  1: shortText,
  2: textUpTo(limits.longTextLength),
  3: choice,
  4: date,
  5: url,
  6: people,
  7: shortText,
  8: shortText,
};

/**
 * A value that fits the type of its field, as it is stored: a list of users is JSON text.
 * @spec    Endpoints > PATCH /users/me/profile_data
 * @refuses BAD_REQUEST: it does not fit
 */
export function fittingValue(realm: Realm, field: ProfileField, sent: SentValue): string {
  const value = rules[field.type](realm, field, sent);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The wish of a request for one custom profile field. Null takes the value away. */
export interface ProfileChange {
  readonly id: number;
  readonly value: SentValue | null;
}

/**
 * Changes of profile values that an editor may make, each with its field and the value as it is stored.
 * @refuses BAD_REQUEST: unknown field, one that the editor may not edit, a value that does not fit its type
 */
export const profileChanges = (
  realm: Realm,
  editor: User,
  changes: readonly ProfileChange[],
): { readonly field: ProfileField; readonly value: string | null }[] =>
  changes.map(({ id, value }) => {
    const field = realm.fields.get(id as FieldId) ?? refuse(`Field id ${id} not found.`);
    const editable = field.editable_by_user || isAdministrator(editor) || !has(realm, "profileFieldEditing");
    if (!editable) refuse("You are not allowed to change this field. Contact an administrator to update it.");
    return { field, value: value === null ? null : fittingValue(realm, field, value) };
  });
