import { changeFields } from "../effects/change-profile-fields.ts";
import { writes } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { json, required } from "../protocol/params.ts";
import { ordered } from "../rules/organization/order.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * PATCH /realm/profile_fields: the order of the custom profile fields.
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: a field is missing in the list
 */
export const reorderFields = writes({
  route: "PATCH /realm/profile_fields",
  params: { order: required(json(listOf(anInteger))) },
  allow: administratorsOnly,
  rules: ({ realm, params }) => ordered(realm.fields.values(), params.order),
  effect: ({ turn, found: fields }) => {
    changeFields(turn, fields);
    return {};
  },
});
