import type { ChannelId } from "../core/ids.ts";
import type { Turn } from "../core/turn.ts";
import { announceDefaultChannels } from "../events/channel.ts";

/**
 * Makes a channel one that new accounts are subscribed to, or no longer one, of which all but guests are told, even where it was none
 * before. Nothing happens where it is one already.
 */
export function setDefaultChannel(turn: Turn, id: ChannelId, isDefault: boolean): void {
  const { world } = turn;
  if (isDefault && world.defaultChannels.has(id)) return;
  if (isDefault) world.defaultChannels.set(id, id);
  else world.defaultChannels.delete(id);
  announceDefaultChannels(turn);
}
