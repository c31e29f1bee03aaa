import type { UserId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { refuse, refusePermission } from "../core/refusal.ts";
import { isBot, type User } from "../core/users.ts";
import { anyone, reads } from "../protocol/endpoint.ts";
import { presenceEntry } from "../resources/presence.ts";
import { presenceKnownTo } from "../rules/people/accessible-users.ts";

/** When somebody was seen last. Here, and only here, a status ages; and the clients are left out. */
function presenceOf(realm: Realm, viewer: User, id: UserId | undefined, named: number | string) {
  const user = id === undefined ? undefined : realm.users.get(id);
  if (!user?.is_active || user.is_system_bot) return refuse("No such user");
  if (isBot(user)) refuse("Presence is not supported for bot users.");
  if (presenceKnownTo(realm, viewer)?.(user) === false) refusePermission();
  const presence = realm.presences.get(user.id) ?? refuse(`No presence data for ${named}`);
  const { status, timestamp } = presenceEntry(presence, user).website;
  const isOffline = realm.now / 1000 - timestamp > limits.presenceOfflineSeconds;
  return { presence: { aggregated: { status: isOffline ? "offline" : status, timestamp }, website: { status, timestamp } } };
}

/**
 * GET /users/{user_id}/presence: when somebody was seen last.
 * @reply   presence
 * @refuses BAD_REQUEST: missing or deactivated account, a bot, one that was never seen or that the caller may not know of
 */
export const getUserPresence = reads({
  route: "GET /users/{user_id}/presence",
  params: {},
  allow: anyone,
  reply: ({ realm, caller, path: { user_id } }) => presenceOf(realm, caller, user_id as UserId, user_id),
});

/** GET /users/{email}/presence: the same, by the address that the person logs in with. */
export const getUserPresenceByAddress = reads({
  route: "GET /users/{email:text}/presence",
  params: {},
  allow: anyone,
  reply: ({ realm, caller, path: { email } }) => presenceOf(realm, caller, realm.usersByDeliveryEmail.get(email.toLowerCase()), email),
});
