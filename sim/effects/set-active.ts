import { recountSubscribers } from "../core/channels.ts";
import { closeQueue } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { putUser, type User } from "../core/users.ts";
import { announceSubscriptions } from "./subscribe.ts";
import { tellOfUser } from "./tell-all.ts";

/** Files an account as active or not, in the channels too, and tells everyone. Nothing happens where it is so already. */
export function setActive(turn: Turn, user: User, is_active: boolean): void {
  if (user.is_active === is_active) return;
  putUser(turn, { ...user, is_active });
  const channels = [...turn.world.subscribers.keys()].filter((id) => turn.world.subscribers.get(id)!.all.has(user.id));
  for (const id of channels) recountSubscribers(turn, id);
  announceSubscriptions(turn, user, is_active ? "peer_add" : "peer_remove");
  tellOfUser(turn, user, { is_active });
}

/** The end of an account: its bots go first, and its queues with it. */
export function deactivate(turn: Turn, user: User): void {
  const bots = [...turn.world.users.values()].filter((bot) => bot.bot_owner === user.id && bot.is_active);
  for (const bot of bots) deactivate(turn, bot);
  setActive(turn, user, false);
  for (const id of turn.world.queuesOf.get(user.id) ?? []) closeQueue(turn, turn.world.queues.get(id)!);
}
