import type { UserId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { refuse, refusePermission } from "../core/refusal.ts";
import { isBot, type User } from "../core/users.ts";
import { noteSignOfLife } from "../effects/personal.ts";
import { reads, writes } from "../protocol/endpoint.ts";
import { boolean, integer, optional, required, text } from "../protocol/params.ts";
import { presenceEntry, presences } from "../resources/presence.ts";
import { peopleOnly } from "../rules/people/accounts.ts";
import { presenceKnownTo } from "../rules/people/user-access.ts";

/**
 * POST /users/me/presence: a sign of life of the caller, for which the presences of others come back.
 * @spec    Resources and their fields > Presence entry; States and transitions > Presence status
 * @reply   presences, server_timestamp, presence_last_update_id; nothing for a ping
 * @refuses BAD_REQUEST: a status that is none; bots
 */
export const updatePresence = writes({
  route: "POST /users/me/presence",
  params: {
    status: required(text()),
    ping_only: optional(boolean, { fallback: false }),
    new_user_input: optional(boolean, { fallback: false }),
    slim_presence: optional(boolean, { fallback: false }),
    last_update_id: optional(integer, { since: "presenceUpdateIds" }),
    history_limit_days: optional(integer, { since: "presenceHistory" }),
  },
  allow: peopleOnly,
  rules: ({ params: { status } }) => (status === "active" || status === "idle" ? status : refuse(`Invalid status: ${status}`)),
  effect: ({ turn, caller, params: { ping_only, slim_presence, last_update_id, history_limit_days: days }, found: status }) => {
    if (caller.settings.presence_enabled) noteSignOfLife(turn, caller, status);
    if (ping_only) return {};
    return presences(turn.world, caller, {
      slimPresence: slim_presence || last_update_id !== undefined,
      presenceWindowSeconds: days === undefined ? limits.presenceWindowSeconds : days * 86_400,
      knownUpdate: last_update_id,
    });
  },
});

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
 * @refuses BAD_REQUEST: missing or deactivated account, a bot, one that was never seen or that the caller may not know of
 */
export const getUserPresence = reads({
  route: "GET /users/{user_id}/presence",
  reply: ({ realm, caller, path: { user_id } }) => presenceOf(realm, caller, user_id as UserId, user_id),
});

/** GET /users/{email}/presence: the same, by the address that the person logs in with. */
export const getUserPresenceByAddress = reads({
  route: "GET /users/{email:text}/presence",
  reply: ({ realm, caller, path: { email } }) => presenceOf(realm, caller, realm.usersByDeliveryEmail.get(email.toLowerCase()), email),
});
