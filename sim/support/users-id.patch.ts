import { refuse } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import { isAdministrator, type Role, roles, type User } from "../core/users.ts";
import { changeRole } from "../effects/change-role.ts";
import { setFullName } from "../effects/set-account.ts";
import { setAddresses } from "../effects/set-addresses.ts";
import { setProfileValue } from "../effects/set-profile-value.ts";
import { anyone, type Call, writes } from "../protocol/endpoint.ts";
import { anInteger, listOf, modelNamed, objectOf } from "../protocol/json.ts";
import { json, oneOfIntegers, optional, text } from "../protocol/params.ts";
import { sentValue } from "../requests/profile-value.ts";
import { fullNameOf } from "../rules/people/full-name.ts";
import { isLastOwner } from "../rules/people/last-owner.ts";
import { newAddress } from "../rules/people/new-address.ts";
import { profileChanges } from "../rules/people/profile-changes.ts";
import { ownersDecide } from "../rules/people/roles.ts";
import { userAtAddress, userToAdminister } from "../rules/people/user-access.ts";

const params = {
  full_name: optional(text()),
  new_email: optional(text(), { since: "userByAddressEdits" }),
  role: optional(oneOfIntegers(...Object.values(roles))),
  profile_data: optional(json(listOf(objectOf({ id: anInteger, value: sentValue }, modelNamed("ProfileDataElement")))), { fallback: [] }),
};

type Request = Pick<Call<string, typeof params>, "realm" | "caller" | "params">;

/** A role that the account does not have yet and that the caller may give it. @refuses: owners are for owners, the last one stays */
function newRole({ realm, caller, params: { role } }: Request, user: User): Role | undefined {
  if (role === undefined || role === user.role) return undefined;
  if (role === roles.owner || user.role === roles.owner) ownersDecide(caller);
  return isLastOwner(realm, user) ? refuse("The owner permission cannot be removed from the only organization owner.") : role;
}

/** Values that are empty are taken away. */
const withoutEmpty = ({ params: { profile_data } }: Request) =>
  profile_data.map(({ id, value }) => ({ id, value: value === null || value.length === 0 ? null : value }));

/** The address that an account is to get; undefined for the one it has. @refuses BAD_REQUEST: not an administrator, none, another's */
function address({ realm, caller, params: { new_email } }: Request, user: User): string | undefined {
  const given = newAddress(realm, user, new_email);
  return given !== undefined && !isAdministrator(caller) ? refuse("User not authorized to change user emails") : given;
}

function changes(request: Request, user: User) {
  const { realm, caller } = request;
  const { full_name = "" } = request.params;
  const role = newRole(request, user);
  const name = full_name.trim() === "" || full_name === user.full_name ? undefined : fullNameOf(full_name);
  return { user, role, name, address: address(request, user), profile: profileChanges(realm, caller, withoutEmpty(request)) };
}

/** Each change in turn of the account as the one before has left it. */
function change(turn: Turn, { user, role, name, address, profile }: ReturnType<typeof changes>): void {
  const now = () => turn.world.users.require(user.id);
  if (role !== undefined) changeRole(turn, user, role);
  if (name !== undefined) setFullName(turn, now(), name);
  if (address !== undefined) setAddresses(turn, now(), { ...now(), delivery_email: address });
  for (const { field, value } of profile) setProfileValue(turn, now(), field, value);
}

const anyAccount = { bots: true, deactivated: true };

/**
 * PATCH /users/{user_id}: the name, address, role and profile of an account, by an administrator or, of a bot, by its owner.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: missing account, no permission, a name that is none, a profile value that does not fit;
 *          UNAUTHORIZED_PRINCIPAL: the role of an owner, by anybody else
 */
export const updateUser = writes({
  route: "PATCH /users/{user_id}",
  params,
  allow: anyone,
  rules: (request) => changes(request, userToAdminister(request.realm, request.caller, request.path.user_id, anyAccount)),
  effect: ({ turn, found }) => {
    change(turn, found);
    return {};
  },
});

/** PATCH /users/{email}: the same for the account of an address, of which GET /users/{email} says how it is found. */
export const updateUserByAddress = writes({
  route: "PATCH /users/{email:text}",
  since: "userByAddressEdits",
  params,
  allow: anyone,
  rules: (request) => {
    const { realm, caller, path } = request;
    return changes(request, userToAdminister(realm, caller, userAtAddress(realm, caller, path.email).id, anyAccount));
  },
  effect: ({ turn, found }) => {
    change(turn, found);
    return {};
  },
});
