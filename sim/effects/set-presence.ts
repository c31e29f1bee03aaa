import { limits } from "../core/limits.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import type { Presence, User } from "../core/users.ts";
import { presenceEntry, slimPresence } from "../resources/presence.ts";
import { activeUsers } from "../rules/membership.ts";

/** Someone active again after this long came online. */
const onlineAfterMillis = (limits.presenceOfflineSeconds - limits.presencePingSeconds - 10) * 1000;

/** In realms with more people than this nobody is told. */
const mostTold = 100;

/** Files that an account was seen at an instant, and tells everyone where it came online. */
export function setPresence(turn: Turn, user: User, status: "active" | "idle", at: number): void {
  const former = turn.world.presences.get(user.id);
  const last_active = status === "active" ? at : former?.last_active;
  const presence: Presence = { user_id: user.id, last_active, last_connected: at };
  turn.world.presences.set(user.id, presence);
  const cameOnline = status === "active" && (former?.last_active === undefined || at - former.last_active > onlineAfterMillis);
  if (!former || cameOnline) announcePresence(turn, user, presence);
}

function announcePresence(turn: Turn, user: User, presence: Presence): void {
  const told = activeUsers(turn.world);
  if (turn.world.settings.presence_disabled || told.length > mostTold) return;
  deliver(turn, told, "presence", ({ capabilities, slimPresence: slim }) => {
    if (capabilities.has("simplified_presence_events")) return { presences: { [user.id]: slimPresence(presence, user) } };
    const { website } = presenceEntry(presence, user);
    const address = slim ? {} : { email: user.email };
    return { user_id: user.id, ...address, server_timestamp: turn.now / 1000, presence: { website } };
  });
}
