import { setProfileValue } from "../effects/set-profile-value.ts";
import { writes } from "../protocol/endpoint.ts";
import { anInteger, listOf, objectOf } from "../protocol/json.ts";
import { json, required } from "../protocol/params.ts";
import { profileChanges } from "../rules/profile-changes.ts";
import { sentValue } from "../rules/profile-value.ts";
import { peopleOnly } from "../rules/roles.ts";

/**
 * PATCH /users/me/profile_data: the caller's values of custom profile fields. All are checked before the first is stored.
 * @spec    Endpoints > PATCH /users/me/profile_data
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: unknown field, one the caller may not edit, a value that does not fit its type; bots
 */
export const updateProfile = writes({
  route: "PATCH /users/me/profile_data",
  params: { data: required(json(listOf(objectOf({ id: anInteger, value: sentValue })))) },
  allow: peopleOnly,
  rules: ({ realm, caller, params }) => profileChanges(realm, caller, params.data),
  effect: ({ turn, caller, found }) => {
    for (const { field, value } of found) setProfileValue(turn, caller, field, value);
    return {};
  },
});
