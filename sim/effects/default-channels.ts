import type { ChannelId } from "../core/ids.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { isGuest } from "../core/users.ts";
import { defaultChannels } from "../resources/default-channels.ts";
import { activeUsers } from "../rules/membership.ts";

/**
 * Makes a channel one that new accounts are subscribed to, or no longer one, of which all but guests are told, even where it was none
 * before. Nothing happens where it is one already.
 */
export function setDefaultChannel(turn: Turn, id: ChannelId, isDefault: boolean): void {
  const { world } = turn;
  if (isDefault && world.defaultChannels.has(id)) return;
  if (isDefault) world.defaultChannels.set(id, id);
  else world.defaultChannels.delete(id);
  const told = activeUsers(world).filter((user) => !isGuest(world.users.get(user)!));
  deliver(turn, told, "default_streams", () => ({ default_streams: defaultChannels(world) }));
}
