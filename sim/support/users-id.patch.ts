import { refuse } from "../core/refusal.ts";
import { type Role, roles, type User } from "../core/users.ts";
import { changeRole } from "../effects/change-role.ts";
import { setFullName } from "../effects/set-account.ts";
import { setProfileValue } from "../effects/set-profile-value.ts";
import { anyone, type Call, writes } from "../protocol/endpoint.ts";
import { anInteger, listOf, objectOf } from "../protocol/json.ts";
import { json, oneOfIntegers, optional, text } from "../protocol/params.ts";
import { fullNameOf } from "../rules/full-name.ts";
import { isLastOwner } from "../rules/last-owner.ts";
import { profileChanges } from "../rules/profile-changes.ts";
import { sentValue } from "../rules/profile-value.ts";
import { ownersDecide } from "../rules/roles.ts";
import { userToAdminister } from "../rules/user-access.ts";

const params = {
  full_name: optional(text()),
  role: optional(oneOfIntegers(...Object.values(roles))),
  profile_data: optional(json(listOf(objectOf({ id: anInteger, value: sentValue }))), { fallback: [] }),
};

type Request = Call<"PATCH /users/{user_id}", typeof params>;

/** A role that the account does not have yet and that the caller may give it. @refuses: owners are for owners, the last one stays */
function newRole({ realm, caller, params: { role } }: Request, user: User): Role | undefined {
  if (role === undefined || role === user.role) return undefined;
  if (role === roles.owner || user.role === roles.owner) ownersDecide(caller);
  return isLastOwner(realm, user) ? refuse("The owner permission cannot be removed from the only organization owner.") : role;
}

/** Values that are empty are taken away. */
const withoutEmpty = ({ params: { profile_data } }: Request) =>
  profile_data.map(({ id, value }) => ({ id, value: value === null || value.length === 0 ? null : value }));

/**
 * PATCH /users/{user_id}: the name, role and profile of an account, by an administrator or, of a bot, by its owner.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: missing account, no permission, a name that is none, a profile value that does not fit;
 *          UNAUTHORIZED_PRINCIPAL: the role of an owner, by anybody else
 */
export const updateUser = writes({
  route: "PATCH /users/{user_id}",
  params,
  allow: anyone,
  rules: (request) => {
    const { realm, caller, path } = request;
    const { full_name = "" } = request.params;
    const user = userToAdminister(realm, caller, path.user_id, { bots: true, deactivated: true });
    const role = newRole(request, user);
    const name = full_name.trim() === "" || full_name === user.full_name ? undefined : fullNameOf(full_name);
    return { user, role, name, profile: profileChanges(realm, caller, withoutEmpty(request)) };
  },
  effect: ({ turn, found: { user, role, name, profile } }) => {
    if (role !== undefined) changeRole(turn, user, role);
    const now = () => turn.world.users.get(user.id)!;
    if (name !== undefined) setFullName(turn, now(), name);
    for (const { field, value } of profile) setProfileValue(turn, now(), field, value);
    return {};
  },
});
