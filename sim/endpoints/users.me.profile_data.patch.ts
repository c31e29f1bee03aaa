import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { setProfileValue } from "../effects/personal.ts";
import { type Allow, writesOnly } from "../protocol/endpoint.ts";
import { anInteger, anObject, listOf, objectOf } from "../protocol/json.ts";
import { json, required } from "../protocol/params.ts";
import { sentValue } from "../requests/values.ts";
import { peopleOnly } from "../rules/people/accounts.ts";
import { type ProfileChange, profileChanges } from "../rules/people/profile-value.ts";

/** Everybody; people alone on running servers. @refuses BAD_REQUEST: bots, there. @silent rulings.botProfiles */
const profileOwners: Allow = (call) => {
  if (call.realm.server.rulings.botProfiles === "observed") peopleOnly(call);
};

/** @refuses BAD_REQUEST: null as a value, on running servers. @silent rulings.nullProfileValue */
function checkNulls(realm: Realm, changes: readonly ProfileChange[]): void {
  if (realm.server.rulings.nullProfileValue === "removes") return;
  const at = changes.findIndex(({ value }) => value === null);
  const place = `data[${at}]["value"]`;
  if (at >= 0) refuse(has(realm, "typedParameters") ? `${place}["str"] is not a string` : `${place} is not an allowed_type`);
}

/**
 * PATCH /users/me/profile_data: the caller's values of custom profile fields. All are checked before the first is stored.
 * @spec    Endpoints > PATCH /users/me/profile_data
 * @refuses BAD_REQUEST: unknown field, one the caller may not edit, a value that does not fit its type; bots, on running servers
 * @silent  rulings.botProfiles, rulings.nullProfileValue
 */
export const updateProfile = writesOnly({
  route: "PATCH /users/me/profile_data",
  params: { data: required(json(listOf(objectOf({ id: anInteger, value: sentValue }, anObject, "ignored where typed")))) },
  allow: profileOwners,
  rules: ({ realm, caller, params }) => {
    checkNulls(realm, params.data);
    return profileChanges(realm, caller, params.data);
  },
  effect: ({ turn, caller, found }) => {
    for (const { field, value } of found) setProfileValue(turn, caller, field, value);
  },
});
