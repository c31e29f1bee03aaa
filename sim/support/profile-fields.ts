import { defined } from "../core/lookup.ts";
import type { FieldType, ProfileField } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { addField, changeFields, dropChoices, removeField } from "../effects/organization.ts";
import { setProfileValue } from "../effects/personal.ts";
import { reads, writes, writesOnly } from "../protocol/endpoint.ts";
import { anObject } from "../protocol/json.ts";
import { boolean, type Decoded, integer, integers, json, optional, required, text, undeclared } from "../protocol/params.ts";
import { fieldRecords } from "../resources/organization.ts";
import { ordered } from "../rules/organization/additions.ts";
import {
  checkField,
  checkLabelIsFree,
  checkSummary,
  type FieldData,
  knownAccount,
  knownField,
  storedData,
} from "../rules/organization/profile-field.ts";
import { administratorsOnly, peopleOnly } from "../rules/people/accounts.ts";
import { profileChanges } from "../rules/people/profile-value.ts";

/** GET /realm/profile_fields: the custom profile fields of the organization in their order. */
export const getFields = reads({
  route: "GET /realm/profile_fields",
  params: undeclared,
  reply: ({ realm }) => ({ custom_fields: fieldRecords(realm) }),
});

/**
 * POST /realm/profile_fields: a new custom profile field, by its id among the places of the others. External accounts that servers know have a label
 * of their own.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: data that the type does not go with, a label blank, too long or
 *          taken, no such type, too many fields for the summary
 */
export const createField = writes({
  route: "POST /realm/profile_fields",
  params: {
    display_in_profile_summary: optional(boolean, { fallback: false }),
    editable_by_user: optional(boolean, { fallback: true, since: "profileFieldEditing" }),
    field_data: optional(json(anObject), { fallback: {} }),
    field_type: required(integer),
    hint: optional(text(), { fallback: "" }),
    name: optional(text({ stripped: true }), { fallback: "" }),
    required: optional(boolean, { fallback: false }),
    use_for_user_matching: optional(boolean, { fallback: false, since: "profileFieldMatching" }),
  },
  allow: administratorsOnly,
  rules: ({ realm, params }) => {
    const { display_in_profile_summary, field_data, field_type } = params;
    if (display_in_profile_summary) checkSummary(realm);
    checkField(field_type, params);
    const { name, hint } = knownAccount(field_type, field_data) ?? params;
    checkLabelIsFree(realm, name);
    const type = field_type as FieldType;
    return { type, name, hint, field_data: storedData(type, field_data) };
  },
  effect: ({ turn, params: { display_in_profile_summary, editable_by_user, required, use_for_user_matching }, found }) => ({
    id: addField(turn, { ...found, display_in_profile_summary, editable_by_user, required, use_for_user_matching }),
  }),
});

/**
 * PATCH /realm/profile_fields: the order of the custom profile fields.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: a field is missing in the list
 */
export const reorderFields = writesOnly({
  route: "PATCH /realm/profile_fields",
  params: { order: required(integers) },
  allow: administratorsOnly,
  rules: ({ realm, params }) => ordered(realm.fields.values(), params.order),
  effect: ({ turn, found: fields }) => changeFields(turn, fields),
});

const changeParams = {
  display_in_profile_summary: optional(boolean),
  editable_by_user: optional(boolean, { since: "profileFieldEditing" }),
  field_data: optional(json(anObject)),
  hint: optional(text()),
  name: optional(text({ stripped: true })),
  required: optional(boolean),
  use_for_user_matching: optional(boolean, { since: "profileFieldMatching" }),
};

type SentChange = Decoded<typeof changeParams>;

const dataOf = ({ field_data }: ProfileField): FieldData => (field_data === "" ? {} : JSON.parse(field_data));

/** @refuses BAD_REQUEST: what an account that servers know is called and leads to cannot be changed */
function checkKnownAccount(field: ProfileField, { name, hint, field_data }: SentChange): void {
  const renamed = (name ?? field.name) !== field.name || (hint ?? field.hint) !== field.hint;
  const other = field_data !== undefined && JSON.stringify(field_data) !== field.field_data;
  if (knownAccount(field.type, dataOf(field)) && (renamed || other)) refuse("Default custom field cannot be updated.");
}

/** The field as it is to be, checked. */
function changedField(realm: Realm, field: ProfileField, sent: SentChange): ProfileField {
  if (sent.display_in_profile_summary) checkSummary(realm, field.id);
  checkKnownAccount(field, sent);
  const changed = { ...field, field_data: dataOf(field), ...defined(sent) };
  checkField(field.type, changed);
  checkLabelIsFree(realm, changed.name, field.id);
  return { ...changed, field_data: storedData(field.type, changed.field_data) };
}

/**
 * PATCH /realm/profile_fields/{field_id}: changes what is given of a custom profile field. Values that are no choice any more are forgotten.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: unknown field, an account that servers know, data that the type
 *          does not go with, a label blank, too long or taken, too many fields for the summary
 */
export const updateField = writesOnly({
  route: "PATCH /realm/profile_fields/{field_id}",
  params: changeParams,
  allow: administratorsOnly,
  rules: ({ realm, params, path }) => {
    const field = knownField(realm, path.field_id);
    return { field, changed: changedField(realm, field, params) };
  },
  effect: ({ turn, found: { field, changed } }) => {
    if (field.type === 3) {
      const offered = dataOf(changed);
      dropChoices(turn, field, new Set(Object.keys(dataOf(field)).filter((choice) => !Object.hasOwn(offered, choice))));
    }
    changeFields(turn, [changed]);
  },
});

/**
 * DELETE /realm/profile_fields/{field_id}: the end of a custom profile field and of everybody's values of it.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: unknown field
 */
export const deleteField = writesOnly({
  route: "DELETE /realm/profile_fields/{field_id}",
  params: undeclared,
  allow: administratorsOnly,
  rules: ({ realm, path }) => knownField(realm, path.field_id),
  effect: ({ turn, found: field }) => removeField(turn, field),
});

/**
 * DELETE /users/me/profile_data: forgets the caller's values of custom profile fields. All are checked before the first is forgotten.
 * @refuses BAD_REQUEST: bots, unknown field, one the caller may not edit
 */
export const removeProfile = writesOnly({
  route: "DELETE /users/me/profile_data",
  params: { data: required(integers) },
  allow: peopleOnly,
  rules: ({ realm, caller, params }) =>
    profileChanges(
      realm,
      caller,
      params.data.map((id) => ({ id, value: null })),
    ),
  effect: ({ turn, caller, found }) => {
    for (const { field, value } of found) setProfileValue(turn, caller, field, value);
  },
});
