import { removeField } from "../effects/change-profile-fields.ts";
import { writes } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { knownField } from "../rules/organization/profile-field.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * DELETE /realm/profile_fields/{field_id}: the end of a custom profile field and of everybody's values of it.
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: unknown field
 */
export const deleteField = writes({
  route: "DELETE /realm/profile_fields/{field_id}",
  params: undeclared,
  allow: administratorsOnly,
  rules: ({ realm, path }) => knownField(realm, path.field_id),
  effect: ({ turn, found: field }) => {
    removeField(turn, field);
    return {};
  },
});
