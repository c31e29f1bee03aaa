import { has } from "../core/levels.ts";
import { withoutSpaceAround } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import { isAdministrator, isBot, type Role, roles, type User } from "../core/users.ts";
import { setAddresses, setAvatar, setFullName, setProfileValue } from "../effects/personal.ts";
import { changeRole, createUser, deactivate, reactivate } from "../effects/users.ts";
import { type Call, reads, writes, writesOnly } from "../protocol/endpoint.ts";
import { anInteger, listOf, modelNamed, objectOf } from "../protocol/json.ts";
import { boolean, type Decoded, integers, json, oneOfIntegers, optional, required, text, undeclared } from "../protocol/params.ts";
import { sentValue } from "../requests/values.ts";
import { maximumId } from "../resources/snapshot/messages.ts";
import { avatarAddress, userRecord, userRecords } from "../resources/user.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { isPicture } from "../rules/messages/upload.ts";
import {
  addressFault,
  administratorsOnly,
  checkPassword,
  fullNameOf,
  isAddress,
  isBotNamed,
  isLastOwner,
  newAddress,
  ownersDecide,
  peopleOnly,
} from "../rules/people/accounts.ts";
import { profileChanges } from "../rules/people/profile-value.ts";
import { userAtAddress, userToAdminister, userToSee } from "../rules/people/user-access.ts";

/** The form in which a client wants to see users. */
const userViewParams = {
  client_gravatar: optional(boolean, { fallback: true }),
  include_custom_profile_fields: optional(boolean, { fallback: false }),
};

/** A user without the values of custom profile fields, unless they were asked for. */
function inView<R extends object>(record: R, { include_custom_profile_fields }: Decoded<typeof userViewParams>): object {
  if (include_custom_profile_fields || !("profile_data" in record)) return record;
  const { profile_data, ...rest } = record;
  return rest;
}

const anyAccount = { bots: true, deactivated: true };

const shown = ({ realm, caller, params }: Call<string, typeof userViewParams>, user: User) => ({
  user: inView(userRecord(realm, user, caller, params.client_gravatar), params),
});

/** GET /users: the people and bots of the organization that the caller may know of, deactivated ones too. */
export const getUsers = reads({
  route: "GET /users",
  params: { ...userViewParams, user_ids: optional(integers, { since: "chosenUsers" }) },
  reply: ({ realm, caller, params }) => ({
    members: userRecords(realm, caller, params.client_gravatar, true)
      .filter((record) => !realm.users.get(record.user_id)?.is_system_bot && (params.user_ids?.includes(record.user_id) ?? true))
      .map((record) => inView(record, params)),
  }),
});

/**
 * GET /users/{user_id}: one account, active or not.
 * @reply   user
 * @refuses BAD_REQUEST: missing, or one that the caller may not know of
 */
export const getUser = reads({
  route: "GET /users/{user_id}",
  params: userViewParams,
  reply: (call) => shown(call, userToSee(call.realm, call.caller, call.path.user_id, anyAccount)),
});

/**
 * GET /users/{email}: one account by its address, active or not.
 * @reply   user
 * @refuses BAD_REQUEST: missing, or one that the caller may not know of
 */
export const getUserByAddress = reads({
  route: "GET /users/{email:text}",
  params: userViewParams,
  reply: (call) => shown(call, userAtAddress(call.realm, call.caller, call.path.email)),
});

/**
 * GET /users/me: the caller's own account.
 * @reply the fields of a user, max_message_id
 */
export const getOwnUser = reads({
  route: "GET /users/me",
  params: undeclared,
  reply: ({ realm, caller }) => ({ ...userRecord(realm, caller, caller, false), max_message_id: maximumId(realm, caller) }),
});

/**
 * POST /users: a new account, a member of the organization. Every administrator may make one.
 * @refuses UNAUTHORIZED_PRINCIPAL: anybody but administrators; BAD_REQUEST: a name that is none, no address, one that the
 *          organization does not take or that is in use, a short password
 */
export const addUser = writes({
  route: "POST /users",
  params: { email: required(text({ stripped: true })), password: required(text()), full_name: required(text()) },
  allow: administratorsOnly,
  rules: ({ realm, params: { email, password, full_name } }) => {
    const name = fullNameOf(realm, full_name);
    if (realm.settings.require_email_format_usernames && !isAddress(email)) refuse("Bad name or username");
    const fault = addressFault(realm, email, {
      outside: `Email '${email}' not allowed in this organization`,
      disposable: "Disposable email addresses are not allowed in this organization",
    });
    if (fault !== undefined) refuse(fault);
    if (realm.usersByDeliveryEmail.has(email.toLowerCase())) {
      refuse(has(realm, "addressInUseWords") ? "Email is already in use." : `Email '${email}' already in use`);
    }
    checkPassword(realm, password, "The password is too weak.");
    return { full_name: name, delivery_email: email, password };
  },
  effect: ({ turn, found }) => ({ user_id: createUser(turn, found).id }),
});

const changeParams = {
  full_name: optional(text()),
  new_email: optional(text(), { since: "userByAddressEdits" }),
  role: optional(oneOfIntegers(...Object.values(roles))),
  profile_data: optional(json(listOf(objectOf({ id: anInteger, value: sentValue }, modelNamed("ProfileDataElement")))), { fallback: [] }),
};

type ChangeRequest = Pick<Call<string, typeof changeParams>, "realm" | "caller" | "params">;

/** A role that the account does not have yet and that the caller may give it. @refuses: owners are for owners, the last one stays */
function newRole({ realm, caller, params: { role } }: ChangeRequest, user: User): Role | undefined {
  if (role === undefined || role === user.role) return undefined;
  if (role === roles.owner || user.role === roles.owner) ownersDecide(caller);
  return isLastOwner(realm, user) ? refuse("The owner permission cannot be removed from the only organization owner.") : role;
}

/** Values that are empty are taken away. */
const withoutEmpty = ({ params: { profile_data } }: ChangeRequest) =>
  profile_data.map(({ id, value }) => ({ id, value: value === null || value.length === 0 ? null : value }));

/** The address that an account is to get; undefined for the one it has. @refuses BAD_REQUEST: not an administrator, none, another's */
function checkedAddress({ realm, caller, params: { new_email } }: ChangeRequest, user: User): string | undefined {
  const given = newAddress(realm, user, new_email);
  return given !== undefined && !isAdministrator(caller) ? refuse("User not authorized to change user emails") : given;
}

function checkedChanges(request: ChangeRequest, id: number) {
  const { realm, caller } = request;
  const user = userToAdminister(realm, caller, id, anyAccount);
  const { full_name = "" } = request.params;
  const role = newRole(request, user);
  const name = withoutSpaceAround(full_name) === "" || full_name === user.full_name ? undefined : fullNameOf(realm, full_name, user);
  return { user, role, name, address: checkedAddress(request, user), profile: profileChanges(realm, caller, withoutEmpty(request)) };
}

/** Each change in turn of the account as the one before has left it. */
function changeUser(turn: Turn, { user, role, name, address, profile }: ReturnType<typeof checkedChanges>): void {
  const now = () => turn.world.users.require(user.id);
  if (role !== undefined) changeRole(turn, user, role);
  if (name !== undefined) setFullName(turn, now(), name);
  if (address !== undefined) setAddresses(turn, now(), { ...now(), delivery_email: address });
  for (const { field, value } of profile) setProfileValue(turn, now(), field, value);
}

/**
 * PATCH /users/{user_id}: the name, address, role and profile of an account, by an administrator or, of a bot, by its owner.
 * @refuses BAD_REQUEST: missing account, no permission, a name that is none, a profile value that does not fit;
 *          UNAUTHORIZED_PRINCIPAL: the role of an owner, by anybody else
 */
export const updateUser = writesOnly({
  route: "PATCH /users/{user_id}",
  params: changeParams,
  rules: (request) => checkedChanges(request, request.path.user_id),
  effect: ({ turn, found }) => changeUser(turn, found),
});

/** PATCH /users/{email}: the same for the account of an address, of which GET /users/{email} says how it is found. */
export const updateUserByAddress = writesOnly({
  route: "PATCH /users/{email:text}",
  since: "userByAddressEdits",
  params: changeParams,
  rules: (request) => checkedChanges(request, userAtAddress(request.realm, request.caller, request.path.email).id),
  effect: ({ turn, found }) => changeUser(turn, found),
});

/**
 * DELETE /users/{user_id}: deactivates the account of a person, with its bots.
 * @refuses BAD_REQUEST: missing account, a bot, deactivated already, no permission, the only owner; UNAUTHORIZED_PRINCIPAL: an owner, by
 *          anybody else
 */
export const deactivateUser = writesOnly({
  route: "DELETE /users/{user_id}",
  params: { deactivation_notification_comment: optional(text()) },
  rules: ({ realm, caller, path }) => {
    const user = userToAdminister(realm, caller, path.user_id);
    if (user.role === roles.owner) ownersDecide(caller);
    return isLastOwner(realm, user) ? refuse("Cannot deactivate the only organization owner") : user;
  },
  effect: ({ turn, found }) => deactivate(turn, found),
});

/**
 * POST /users/{user_id}/reactivate: gives an account back, of which everybody is told, even where it is active already.
 * @refuses BAD_REQUEST: missing account, no permission, a bot whose name an active one has
 */
export const reactivateUser = writesOnly({
  route: "POST /users/{user_id}/reactivate",
  rules: ({ realm, caller, path }) => {
    const user = userToAdminister(realm, caller, path.user_id, anyAccount);
    if (isBot(user) && isBotNamed(realm, user.full_name, user)) {
      refuse(
        `There is already an active bot named "${user.full_name}" in this organization. To reactivate this bot, you must rename or deactivate the other one.`,
      );
    }
    return user;
  },
  effect: ({ turn, found }) => reactivate(turn, found),
});

function mayLeave(realm: Realm, user: User): void {
  const isOnlyOne = activeUsers(realm).length === 1;
  if (!isOnlyOne && !isLastOwner(realm, user)) return;
  const entity = isOnlyOne ? "user" : "organization owner";
  refuse(`Cannot deactivate the only ${entity}.`, "CANNOT_DEACTIVATE_LAST_USER", { is_last_owner: !isOnlyOne, entity });
}

/**
 * DELETE /users/me: the end of the caller's account, with its bots.
 * @refuses CANNOT_DEACTIVATE_LAST_USER (is_last_owner, entity): the only owner, the only account; BAD_REQUEST: bots
 */
export const deactivateOwnUser = writesOnly({
  route: "DELETE /users/me",
  allow: peopleOnly,
  rules: ({ realm, caller }) => mayLeave(realm, caller),
  effect: ({ turn, caller }) => deactivate(turn, caller),
});

/** @refuses BAD_REQUEST: avatars stay as they are but for administrators */
function mayChangeAvatar(realm: Realm, caller: User): void {
  if (realm.settings.avatar_changes_disabled && !isAdministrator(caller)) refuse("Avatar changes are disabled in this organization.");
}

function giveAvatar(turn: Turn, caller: User, source: User["avatar_source"]) {
  setAvatar(turn, caller, source);
  return { avatar_url: avatarAddress(turn.world, turn.world.users.require(caller.id)) };
}

/**
 * POST /users/me/avatar: an uploaded picture for the caller.
 * @refuses BAD_REQUEST: no file or several, avatars stay; BAD_IMAGE: no picture
 */
export const uploadAvatar = writes({
  route: "POST /users/me/avatar",
  file: "required",
  allow: peopleOnly,
  rules: ({ realm, caller, files }) => {
    const [file, ...others] = files;
    if (!file || others.length > 0) return refuse("You must upload exactly one avatar.");
    mayChangeAvatar(realm, caller);
    if (!isPicture(file)) refuse("Could not decode image; did you upload an image file?", "BAD_IMAGE");
  },
  effect: ({ turn, caller }) => giveAvatar(turn, caller, "U"),
});

/**
 * DELETE /users/me/avatar: the picture that all have who upload none instead of an uploaded one.
 * @refuses BAD_REQUEST: avatars stay
 */
export const deleteAvatar = writes({
  route: "DELETE /users/me/avatar",
  rules: ({ realm, caller }) => mayChangeAvatar(realm, caller),
  effect: ({ turn, caller }) => giveAvatar(turn, caller, turn.world.settings.default_avatar_source),
});
