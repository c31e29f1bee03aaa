import type { FieldId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import type { ProfileField } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import { isAdministrator, type User } from "../../core/users.ts";
import { fittingValue, type SentValue } from "./profile-value.ts";

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
