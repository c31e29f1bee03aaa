import { setProfileValue } from "../effects/set-profile-value.ts";
import { writes } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { json, required } from "../protocol/params.ts";
import { profileChanges } from "../rules/people/profile-changes.ts";
import { peopleOnly } from "../rules/people/roles.ts";

/**
 * DELETE /users/me/profile_data: forgets the caller's values of custom profile fields. All are checked before the first is forgotten.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: bots, unknown field, one the caller may not edit
 */
export const removeProfile = writes({
  route: "DELETE /users/me/profile_data",
  params: { data: required(json(listOf(anInteger))) },
  allow: peopleOnly,
  rules: ({ realm, caller, params }) =>
    profileChanges(
      realm,
      caller,
      params.data.map((id) => ({ id, value: null })),
    ),
  effect: ({ turn, caller, found }) => {
    for (const { field, value } of found) setProfileValue(turn, caller, field, value);
    return {};
  },
});
