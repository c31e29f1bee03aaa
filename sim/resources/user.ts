import { instantText } from "../core/clock.ts";
import type { Realm } from "../core/realm.ts";
import { isAdministrator, isBot, isGuest, roles, type User } from "../core/users.ts";
import { avatarUrl } from "./people.ts";
import { profileData } from "./profile-field.ts";

/** The largest role that still sees an address, by its visibility: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
const largestSeeing: Readonly<Record<number, number>> = {
  1: roles.guest,
  2: roles.member,
  3: roles.administrator,
  4: 0,
  5: roles.moderator,
};

/** The address that an account logs in with, for one who may see it. */
export const addressFor = (user: User, viewer: User): string | null =>
  user.id === viewer.id || viewer.role <= (largestSeeing[user.settings.email_address_visibility] ?? 0) ? user.delivery_email : null;

/** An instant as user records spell it. */
const joinedText = (joined: number): string => `${instantText(joined).slice(0, 19)}+00:00`;

/** An account as another sees it: one of the people or bots of an organization. */
export function userRecord(realm: Realm, user: User, viewer: User, clientGravatar: boolean) {
  const bot = { bot_type: user.bot_type, bot_owner_id: user.bot_owner ?? null, ...(user.is_system_bot && { is_system_bot: true }) };
  return {
    user_id: user.id,
    email: user.email,
    delivery_email: addressFor(user, viewer),
    full_name: user.full_name,
    role: user.role,
    is_admin: isAdministrator(user),
    is_owner: user.role === roles.owner,
    is_guest: isGuest(user),
    is_bot: isBot(user),
    is_active: user.is_active,
    timezone: user.timezone,
    date_joined: joinedText(user.joined),
    avatar_url: avatarUrl(realm, user, clientGravatar),
    avatar_version: user.avatar_version,
    ...(isBot(user) ? bot : { profile_data: profileData(realm, user.id) }),
  };
}
