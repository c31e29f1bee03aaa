import { recountSubscribers } from "../core/channels.ts";
import type { DeviceId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { closeQueue, deliver } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { videoProvider } from "../core/server.ts";
import type { Turn } from "../core/turn.ts";
import { isBot, putUser, roles, type User } from "../core/users.ts";
import { setPresence } from "../effects/set-presence.ts";
import { announceSubscriptions } from "../effects/subscribe.ts";
import { tellAll } from "../effects/tell-all.ts";
import { action, always, noIds, optional, required } from "./action.ts";
import { actor, member, oneOf, truth, whole } from "./fields.ts";

const presence = action({
  name: "set_presence",
  fields: { as: required(actor), status: required(oneOf("active", "idle")), timestamp: optional(whole(0, Number.MAX_SAFE_INTEGER)) },
  rules: (realm, { as, timestamp }) => {
    if (isBot(as)) refuse(`as: ${as.key} is a bot, and bots have no presence`);
    if (timestamp !== undefined && timestamp * 1000 > realm.now) refuse("timestamp is later than now");
  },
  effect: (turn, { as, status, timestamp }) => {
    if (as.settings.presence_enabled) setPresence(turn, as, status, timestamp === undefined ? turn.now : timestamp * 1000);
    return noIds;
  },
});

const registerDevice = action({
  name: "register_device",
  fields: { as: required(actor) },
  rules: always,
  effect: (turn, { as }) => {
    const id = turn.nextId("device") as DeviceId;
    turn.world.devices.set(id, { id, user_id: as.id });
    if (has(turn.world, "deviceRemoval")) deliver(turn, [as.id], "device", () => ({ op: "add", device_id: id }));
    return { device_id: id };
  },
});

const setVideoToken = action({
  name: "set_video_token",
  fields: { as: required(actor), value: required(truth) },
  rules: always,
  effect: (turn, { as, value }) => {
    if (as.has_video_token === value) return noIds;
    putUser(turn, { ...as, has_video_token: value });
    const type = `has_${videoProvider(turn.world.server)}_token`;
    if (has(turn.world, "videoCall")) deliver(turn, [as.id], type, () => ({ value }));
    return noIds;
  },
});

/** Files an account as active or not, in the channels too, and tells everyone. */
function setActive(turn: Turn, user: User, is_active: boolean): void {
  putUser(turn, { ...user, is_active });
  const channels = [...turn.world.subscribers.keys()].filter((id) => turn.world.subscribers.get(id)!.all.has(user.id));
  for (const id of channels) recountSubscribers(turn, id);
  announceSubscriptions(turn, user, is_active ? "peer_add" : "peer_remove");
  tellAll(turn, "realm_user", { op: "update", person: { user_id: user.id, is_active } });
}

/** The end of an account: its bots go first, and its queues with it. */
function deactivate(turn: Turn, user: User): void {
  const bots = [...turn.world.users.values()].filter((bot) => bot.bot_owner === user.id && bot.is_active);
  for (const bot of bots) deactivate(turn, bot);
  setActive(turn, user, false);
  for (const id of turn.world.queuesOf.get(user.id) ?? []) closeQueue(turn, turn.world.queues.get(id)!);
}

const isLastOwner = (realm: Realm, user: User): boolean =>
  user.role === roles.owner && ![...realm.users.values()].some((one) => one.role === roles.owner && one.is_active && one.id !== user.id);

const deactivateUser = action({
  name: "deactivate_user",
  fields: { as: required(member) },
  rules: (realm, { as }) => {
    if (!as.is_active) refuse(`as: the account of ${as.key} is deactivated already`);
    if (isLastOwner(realm, as)) refuse("Cannot deactivate the only organization owner.");
  },
  effect: (turn, { as }) => {
    deactivate(turn, as);
    return noIds;
  },
});

const reactivateUser = action({
  name: "reactivate_user",
  fields: { as: required(member) },
  rules: (_, { as }) => {
    if (as.is_active) refuse(`as: the account of ${as.key} is active already`);
  },
  effect: (turn, { as }) => {
    setActive(turn, as, true);
    return noIds;
  },
});

export const accountActions = [presence, registerDevice, setVideoToken, deactivateUser, reactivateUser];
