import { limits } from "../core/limits.ts";
import type { Turn } from "../core/turn.ts";
import type { Presence, User } from "../core/users.ts";
import { announcePresence } from "../events/presence.ts";

/** Someone active again after this long came online. */
const onlineAfterMillis = (limits.presenceOfflineSeconds - limits.presencePingSeconds - 10) * 1000;

/** A sign of life moves the times that are kept only where they are older than this. */
const keptMillis = 55_000;

function putPresence(turn: Turn, user: User, last_active: number | undefined, last_connected: number): Presence {
  const presence: Presence = { user_id: user.id, last_active, last_connected, update_id: turn.nextId("presence") };
  turn.world.presences.set(user.id, presence);
  return presence;
}

/** Files that an account was seen at an instant, and tells everyone where it came online. */
export function setPresence(turn: Turn, user: User, status: "active" | "idle", at: number): void {
  const former = turn.world.presences.get(user.id);
  const presence = putPresence(turn, user, status === "active" ? at : former?.last_active, at);
  const cameOnline = status === "active" && (former?.last_active === undefined || at - former.last_active > onlineAfterMillis);
  if (!former || cameOnline) announcePresence(turn, user, presence);
}

/** Files a sign of life that a client sends now. One that comes soon after another changes nothing. */
export function noteSignOfLife(turn: Turn, user: User, status: "active" | "idle"): void {
  const former = turn.world.presences.get(user.id);
  const isOld = (time: number | undefined): boolean => time === undefined || turn.now - time > keptMillis;
  const becomesActive = status === "active" && isOld(former?.last_active);
  if (becomesActive || isOld(former?.last_connected)) setPresence(turn, user, becomesActive ? "active" : "idle", turn.now);
}

/** Someone who stops showing their presence was last there before others took them for offline; so long ago. */
const hiddenMillis = (limits.presenceOfflineSeconds + 120) * 1000;

/** Makes what others see of an account's presence fit its setting, and tells everyone. */
export function showPresenceSetting(turn: Turn, user: User): void {
  const at = user.settings.presence_enabled ? turn.now : turn.now - hiddenMillis;
  const { last_active = at } = turn.world.presences.get(user.id) ?? {};
  const presence = putPresence(turn, user, user.settings.presence_enabled ? at : Math.min(last_active, at), at);
  announcePresence(turn, user, presence);
}
