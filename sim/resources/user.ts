import { instantText } from "../core/clock.ts";
import { shownAt } from "../core/field-levels.ts";
import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { isAdministrator, isBot, isGuest, roles, type User } from "../core/users.ts";
import { addressFor } from "../rules/people/accounts.ts";
import { knownTo } from "../rules/people/user-access.ts";
import { profileData } from "./organization.ts";
import { avatarUrl, showsRealAddress, unknownUser } from "./people.ts";

/** An instant as user records spell it: with its seconds, on newer servers without. */
const joinedText = (realm: Realm, joined: number): string =>
  `${instantText(joined).slice(0, has(realm, "joinedToTheMinute") ? 16 : 19)}+00:00`;

/** Fields that hold of nobody here, and are told of each account. */
const never = { is_billing_admin: false, is_imported_stub: false };

/** The address with which an account logs in: null where the viewer may not see it, on older servers absent, as where the API address is the same. */
function deliveryAddress(realm: Realm, address: string | null, user: User) {
  const isSaid = has(realm, "deliveryAddresses") || (address !== null && !showsRealAddress(user));
  return isSaid ? { delivery_email: address } : {};
}

/** Returns what a viewer gets in place of an account that they may not know of: an active member without a name. */
function unknownRecord(realm: Realm, { id }: User) {
  return shownAt(realm, "user", {
    user_id: id,
    ...unknownUser(realm, id),
    delivery_email: null,
    role: roles.member,
    is_admin: false,
    is_owner: false,
    is_guest: false,
    ...never,
    is_bot: false,
    is_active: true,
    timezone: "",
    date_joined: joinedText(realm, realm.settings.date_created * 1000),
    avatar_version: 1,
    profile_data: {},
  });
}

/** Accounts as a viewer sees them; those that the viewer may not know of by placeholders, or left out. */
export function userRecords(realm: Realm, viewer: User, clientGravatar: boolean, leaveOut: boolean) {
  const knows = knownTo(realm, viewer);
  const all = [...realm.users.values()];
  const shown = knows && leaveOut ? all.filter(knows) : all;
  return shown.map((user) => (knows?.(user) === false ? unknownRecord(realm, user) : userRecord(realm, user, viewer, clientGravatar)));
}

/** An account as another sees it: one of the people or bots of an organization. */
export function userRecord(realm: Realm, user: User, viewer: User, clientGravatar: boolean) {
  const system = user.is_system_bot ? shownAt(realm, "systemBot", { is_system_bot: true, is_cross_realm_bot: true }) : {};
  return shownAt(realm, "user", {
    user_id: user.id,
    email: user.email,
    ...deliveryAddress(realm, addressFor(user, viewer), user),
    full_name: user.full_name,
    role: user.role,
    is_admin: isAdministrator(user),
    is_owner: user.role === roles.owner,
    is_guest: isGuest(user),
    ...never,
    is_bot: isBot(user),
    is_active: user.is_active,
    timezone: user.timezone,
    date_joined: joinedText(realm, user.joined),
    avatar_url: avatarUrl(realm, user, clientGravatar),
    avatar_version: user.avatar_version,
    ...(isBot(user)
      ? { bot_type: user.bot_type, bot_owner_id: user.bot_owner ?? null, ...system }
      : { profile_data: profileData(realm, user.id) }),
  });
}
