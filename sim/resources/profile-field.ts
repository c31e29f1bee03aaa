import { shownAt } from "../core/field-levels.ts";
import type { UserId } from "../core/ids.ts";
import { keysOf, type ProfileField } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";

/** A custom profile field as clients read it. */
const fieldRecord = (realm: Realm, field: ProfileField) =>
  shownAt(realm, "profileField", {
    id: field.id,
    type: field.type,
    name: field.name,
    hint: field.hint,
    field_data: field.field_data,
    order: field.order,
    required: field.required,
    editable_by_user: field.editable_by_user,
    ...(field.display_in_profile_summary && { display_in_profile_summary: true }),
    ...(field.use_for_user_matching && { use_for_user_matching: true }),
  });

/** The custom profile fields of the organization, in their order. */
export const fieldRecords = (realm: Realm) =>
  [...realm.fields.values()].sort((a, b) => a.order - b.order || a.id - b.id).map((field) => fieldRecord(realm, field));

/** One user's values by field id, as in a user record. */
export const profileData = (realm: Realm, user: UserId) =>
  Object.fromEntries(
    realm.profileValues.range(...keysOf(user)).map(({ field_id, value, rendered_value }) => [field_id, { value, rendered_value }]),
  );
