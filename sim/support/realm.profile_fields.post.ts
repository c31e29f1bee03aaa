import type { FieldType } from "../core/organization.ts";
import { addField } from "../effects/change-profile-fields.ts";
import { writes } from "../protocol/endpoint.ts";
import { anObject } from "../protocol/json.ts";
import { boolean, integer, json, optional, required, text } from "../protocol/params.ts";
import { checkField, checkLabelIsFree, checkSummary, knownAccount, storedData } from "../rules/organization/profile-field.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * POST /realm/profile_fields: a new custom profile field, by its id among the places of the others. External accounts that servers know have a label
 * of their own.
 * @reply   id
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
