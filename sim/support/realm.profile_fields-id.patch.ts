import type { ProfileField } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { changeFields, dropChoices } from "../effects/change-profile-fields.ts";
import { writes } from "../protocol/endpoint.ts";
import { anObject } from "../protocol/json.ts";
import { boolean, type Decoded, json, optional, text } from "../protocol/params.ts";
import {
  checkField,
  checkLabelIsFree,
  checkSummary,
  type FieldData,
  knownAccount,
  knownField,
  storedData,
} from "../rules/organization/profile-field.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

const params = {
  display_in_profile_summary: optional(boolean),
  editable_by_user: optional(boolean, { since: "profileFieldEditing" }),
  field_data: optional(json(anObject)),
  hint: optional(text()),
  name: optional(text({ stripped: true })),
  required: optional(boolean),
  use_for_user_matching: optional(boolean, { since: "profileFieldMatching" }),
};

type Sent = Decoded<typeof params>;

const dataOf = ({ field_data }: ProfileField): FieldData => (field_data === "" ? {} : JSON.parse(field_data));

/** @refuses BAD_REQUEST: what an account that servers know is called and leads to cannot be changed */
function checkKnownAccount(field: ProfileField, { name, hint, field_data }: Sent): void {
  const renamed = (name ?? field.name) !== field.name || (hint ?? field.hint) !== field.hint;
  const other = field_data !== undefined && JSON.stringify(field_data) !== field.field_data;
  if (knownAccount(field.type, dataOf(field)) && (renamed || other)) refuse("Default custom field cannot be updated.");
}

/** The field as it is to be, checked. */
function changedField(realm: Realm, field: ProfileField, sent: Sent): ProfileField {
  if (sent.display_in_profile_summary) checkSummary(realm, field.id);
  checkKnownAccount(field, sent);
  const { name = field.name, hint = field.hint, field_data = dataOf(field), required = field.required } = sent;
  const { editable_by_user = field.editable_by_user, display_in_profile_summary = field.display_in_profile_summary } = sent;
  checkField(field.type, { name, hint, field_data, display_in_profile_summary });
  checkLabelIsFree(realm, name, field.id);
  const { use_for_user_matching = field.use_for_user_matching } = sent;
  const settings = { required, editable_by_user, display_in_profile_summary, use_for_user_matching };
  return { ...field, ...settings, name, hint, field_data: storedData(field.type, field_data) };
}

/**
 * PATCH /realm/profile_fields/{field_id}: changes what is given of a custom profile field. Values that are no choice any more are forgotten.
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: unknown field, an account that servers know, data that the type
 *          does not go with, a label blank, too long or taken, too many fields for the summary
 */
export const updateField = writes({
  route: "PATCH /realm/profile_fields/{field_id}",
  params,
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
    return {};
  },
});
